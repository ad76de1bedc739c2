import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// The log says once what goes on being wrong, and again once it has changed.
struct RepeatedSentenceTests {
    private let bench = TestBench()

    /// Code of the app's whose every answer has the same fault.
    enum Callback: CaseIterable, Sendable {
        case dynamic, plugin, hook, renaming

        func add(to tracker: Tracker) {
            switch self {
            case .dynamic: tracker.setDynamicProperties { ["1st": 1] }
            case .plugin: tracker.addPlugin(PropertyPlugin("p") { _ in ["1st": 1] })
            case .hook:
                tracker.setEventHook { event in
                    event.properties["1st"] = 1
                    return .keep
                }
            case .renaming:
                tracker.setEventHook { event in
                    event.name = "1st"
                    return .keep
                }
            }
        }
    }

    @Test(
        "What a callback's answers have wrong is said once, until callbacks are changed",
        arguments: Callback.allCases
    )
    func whatCallbacksAnswer(callback: Callback) async {
        let tracker = self.bench.start()
        self.bench.scheduler.settle()
        for round in 1...2 {
            callback.add(to: tracker)
            for _ in 0..<50 { #expect(tracker.track("x").isRecorded) }
            #expect(self.bench.warnings(callback == .renaming ? "cannot rename" : "'1st'") == round)
        }
        await self.bench.stop(tracker)
    }

    @Test("Why uploads fail is said once, until the reason changes or something is delivered")
    func whyUploadsFail() async {
        let tracker = self.bench.start()
        let said = { (reason: String) in self.bench.warnings("No answer from the server: \(reason)") }
        self.bench.collector.always(.answer(.failure("offline")))
        tracker.track("x")
        self.bench.scheduler.advance(by: .seconds(200_000))
        #expect(self.bench.transport.requests.count > 10)
        #expect(said("offline") == 1)
        self.bench.collector.always(.answer(.failure("time is over")))
        self.bench.scheduler.advance(by: .seconds(20_000))
        #expect(said("time is over") == 1)
        self.bench.collector.always(.store)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        self.bench.collector.always(.answer(.failure("offline")))
        tracker.track("y")
        self.bench.scheduler.advance(by: .seconds(20_000))
        #expect(said("offline") == 2)
        await self.bench.stop(tracker)
    }

    @Test func beforeTheFirstStartNobodySaysThatItWasStopped() {
        #expect(DropReason.stopped.description.contains("not started yet"))
    }
}
