import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// What the rules refuse was not exposed: the app is not asked, and what counts once has not counted.
@MainActor
struct ExposureGateTests {
    private final class Listener: ExposureListener {
        var asked = 0
        var told: [String] = []

        func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool {
            self.asked += 1
            return true
        }

        func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent) {
            self.told.append(event.name)
        }
    }

    private let bench = AutoTrackerBench()
    private let listener = Listener()
    private var cell: ManualElement { self.bench.cells[0] }

    init() {
        self.bench.tracker.exposureListener = self.listener
    }

    private func goAndComeBack() {
        for isHidden in [true, false] {
            self.cell.visibility.isHidden = isHidden
            self.bench.wait(.milliseconds(100))
            self.bench.tracker.scan(windows: [self.bench.window])
        }
    }

    @Test(
        "What a rule refused is recorded, once, when the rule is gone and the element comes back",
        arguments: [
            #""whitelist":["ShopVC[0]/Other[0]"]"#, #""whitelist":[]"#, #""mask":4"#,
            #""blacklist":{"paths":["ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:0]"]}"#,
            #""blacklist":{"types":["FruitCell"]}"#, #""blacklist":{"kinds":["cell"]}"#,
            #""blacklist":{"pages":["ShopVC"]}"#,
        ]
    )
    func refused(rule: String) throws {
        try self.bench.serve("\"autoTrack\":{\(rule)}")
        self.bench.tracker.mark(self.cell, ExposureMark(id: "a", repeats: false))
        self.bench.tracker.scan(windows: [self.bench.window])
        self.goAndComeBack()
        #expect(self.bench.events.isEmpty && self.listener.asked == 0)
        #expect(self.bench.tracker.exposureDeadline == nil)
        try self.bench.serve(#""autoTrack":{}"#)
        for _ in 0..<3 { self.goAndComeBack() }
        #expect(self.bench.names == ["$AppExposure"])
        #expect(self.listener.asked == 1 && self.listener.told == ["$AppExposure"])
    }

    @Test("A mark to ignore in code refuses as well, until it is taken away", arguments: [true, false])
    func ignored(isAround: Bool) {
        let element = isAround ? self.bench.table : self.cell
        element.tracking.ignore = .withDescendants
        self.bench.tracker.mark(self.cell, ExposureMark(id: "a", repeats: false))
        self.goAndComeBack()
        element.tracking.ignore = nil
        for _ in 0..<3 { self.goAndComeBack() }
        #expect(self.bench.names == ["$AppExposure"] && self.listener.asked == 1)
    }

    @Test(
        "Where only a definition makes an event of it, the app is asked, and it counts once",
        arguments: [false, true]
    )
    func defined(isOff: Bool) throws {
        let rule = isOff ? #""mask":128"# : #""whitelist":[]"#
        let definition = #"{"name":"Seen","trigger":"exposure","match":{"page":"ShopVC"}}"#
        try self.bench.serve("\"autoTrack\":{\(rule)},\"definitions\":[\(definition)]")
        self.bench.tracker.mark(self.cell, ExposureMark(id: "a", repeats: false))
        for _ in 0..<3 { self.goAndComeBack() }
        #expect(self.bench.names == ["Seen"])
        #expect(self.listener.asked == 1 && self.listener.told.isEmpty)
    }

    @Test("Exposures that are due at once cost no more each the more there are")
    func manyAtOnce() {
        func time(_ count: Int) -> Duration {
            (0..<3).map { _ in
                let bench = AutoTrackerBench()
                for index in 0..<count {
                    let view = Stage.view(Double(index % 39) * 10, Double(index / 39) * 10, 9, 9, in: bench.page.view)
                    bench.tracker.mark(view, ExposureMark(id: "\(index)"))
                }
                let duration = ContinuousClock().measure { bench.tracker.scan(windows: [bench.window]) }
                #expect(bench.events.count == count)
                return duration
            }.min() ?? .zero
        }
        let (few, many) = (time(200), time(2000))
        #expect(
            many < few * 40,
            "\(many) against \(few): ten times as many; looking at all siblings anew costs a hundred"
        )
    }
}
