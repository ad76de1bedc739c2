import Spoor
import SpoorTesting
import SpoorWire
import Testing

@Suite("What sees the interface")
struct InterfaceSourceTests {
    /// A source that remembers what it was told.
    private final class Recorder: InterfaceSource {
        let told = Locked<[String]>([])

        func start(_ tracker: Tracker) { self.told.withLock { $0.append("start \(tracker.configuration.name)") } }
        func stop() { self.told.withLock { $0.append("stop") } }
        func appChanged(isVisible: Bool) { self.told.withLock { $0.append(isVisible ? "visible" : "hidden") } }
        func setHook(_ name: String, enabled isEnabled: Bool) {
            self.told.withLock { $0.append("\(name) \(isEnabled)") }
        }
    }

    @Test("It is started with its tracker, given the kill switches, and stopped with it")
    func life() async {
        let bench = TestBench()
        let source = Recorder()
        bench.surroundings.withLock { $0 = { $0.interface = source } }
        let tracker = bench.start { $0.name = "shop" }
        tracker.setHook("action", enabled: false)
        await bench.stop(tracker)
        #expect(source.told.withLock { $0 } == ["start shop", "action false", "stop"])
    }

    @Test("It hears that the app is left before the app's end is recorded, and that it comes after its start")
    func visibility() async {
        let bench = TestBench()
        let source = Recorder()
        bench.surroundings.withLock { $0 = { $0.interface = source } }
        let tracker = bench.start {
            $0.automaticEvents = [.appStart, .appEnd]
        }
        tracker.setEventHook { event in
            source.told.withLock { $0.append(event.name) }
            return .keep
        }
        tracker.launched(inBackground: false)
        tracker.didBecomeActive()
        tracker.didEnterBackground()
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        #expect(
            source.told.withLock { $0 } == [
                "start default", "$AppStart", "visible", "hidden", "$AppEnd", "$AppStart", "visible",
            ]
        )
        await bench.stop(tracker)
    }
}
