import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// One event makes a bounded number of others.
@MainActor
struct ManyDefinitionsTests {
    private let bench = AutoTrackerBench()

    private func serve(_ count: Int, _ trigger: String, match: String) throws {
        let all = (0..<count).map { #"{"name":"d\#($0)","trigger":"\#(trigger)","match":\#(match)}"# }
        try self.bench.serve("\"definitions\":[\(all.joined(separator: ","))]")
    }

    private func act() {
        self.bench.tracker.pageDidAppear(self.bench.page)
        self.bench.pay()
        self.bench.tracker.trackExposure(self.bench.button)
        self.bench.tracker.mark(self.bench.button, ExposureMark(id: "b"))
        self.bench.tracker.scan(windows: [self.bench.window])
        self.bench.tracker.pageDidDisappear(self.bench.page)
    }

    private var defined: [String] { self.bench.names.filter { $0.hasPrefix("d") } }

    @Test(
        "Of the definitions that an event meets the first fifty make events, which is said once",
        arguments: [("click", 1), ("exposure", 2), ("pageView", 1)] as [(String, Int)]
    )
    func bound(trigger: String, times: Int) throws {
        let match = trigger == "pageView" ? #"{"page":"ShopVC"}"# : #"{"content":"Pay","page":"ShopVC"}"#
        try self.serve(50, trigger, match: match)
        self.act()
        let all = (0..<50).map { "d\($0)" }
        #expect(self.defined == (0..<times).flatMap { _ in all } && self.bench.said.isEmpty)
        self.bench.forget()
        try self.serve(300, trigger, match: match)
        self.bench.tracker.unmark(self.bench.button)
        self.bench.wait(.seconds(5))
        for _ in 0..<2 { self.bench.tracker.scan(windows: [self.bench.window]) }
        self.act()
        #expect(self.defined.prefix(50) == all[...] && Set(self.defined).count == 50)
        #expect(self.bench.said.count == 1 && self.bench.said.allSatisfy { $0.contains("'d50'") && $0.contains("300") })
        self.bench.wait(.seconds(5))
        self.act()
        #expect(self.bench.said.count == 1)
    }
}
