import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Bug case O-19: a log that calls the tracker ends, whatever the tracker has to say of that call.
struct LogGuardTests {
    private let bench = TestBench()

    private static let faults: [(name: String, call: @Sendable (Tracker) -> Void)] = [
        (
            "dynamic properties",
            {
                $0.setDynamicProperties { ["bad key": 1] }
                $0.track("E")
            }
        ),
        (
            "plug-in",
            {
                $0.addPlugin(PropertyPlugin("p") { _ in ["bad key": 1] })
                $0.track("E")
            }
        ),
        (
            "hook",
            {
                $0.setEventHook { event in
                    event.properties["bad key"] = 1
                    return .keep
                }
                $0.track("E")
            }
        ),
        ("event name", { $0.track("bad name") }),
        ("own property", { $0.track("E", ["bad key": 1]) }),
        ("super properties", { $0.registerSuperProperties(["bad key": 1]) }),
        ("profile", { $0.profileSet(["bad key": 1]) }),
        ("profile number", { $0.profileIncrement("bad key") }),
        // Said later, on the queue.
        ("login", { $0.login("") }),
        ("timer", { $0.pauseTimer("none") }),
        ("channel name", { _ = $0.channel("bad name") }),
        ("record", { $0.channel("apm")?.send(type: "bad type", meta: ["n": 1]) }),
        ("record values", { $0.channel("apm")?.send(type: "net", values: ["n": NSObject()]) }),
    ]

    // O-19/log
    @Test("O-19 a log that does again what it was told of ends, and hears of the next fault", arguments: faults.indices)
    func aLogThatTracksEnds(index: Int) async {
        let call = Self.faults[index].call
        let (heard, made) = (Locked<[String]>([]), Locked<Tracker?>(nil))
        let tracker = self.bench.start {
            $0.log = { message in
                heard.withLock { $0.append(message.text) }
                guard let tracker = made.withLock({ $0 }) else { return }
                #expect(tracker.track("sdk_warning", ["also bad": 1]).isRecorded)
                call(tracker)
            }
        }
        made.withLock { $0 = tracker }
        call(tracker)
        self.bench.scheduler.settle()
        let first = heard.withLock { $0 }
        #expect(!first.isEmpty && first.allSatisfy { !$0.contains("also bad") })
        tracker.track("next fault")
        let told = heard.withLock { $0.last } ?? ""
        #expect(told.contains("'next fault'") && told.contains("earlier sentences were said while the log handler"))
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names.contains("sdk_warning"))
        made.withLock { $0 = nil }
        await self.bench.stop(tracker)
    }

    // O-19/log-start
    @Test("O-19 a log that starts a tracker of which there is something to say ends")
    func aLogThatStartsEnds() async {
        let depth = Locked(0)
        let folder = self.bench.folder
        @Sendable func quarrelsome() -> TrackerConfiguration {
            var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:9")
            configuration.folder = folder
            configuration.name = "log-start"
            configuration.channel.isUploadEnabled = false
            configuration.drainDelay = .seconds(-1)
            configuration.log = { _ in
                let count = depth.withLock { depth in
                    depth += 1
                    return depth
                }
                guard count < 100 else { return }
                // Not started yet: it is said of this one, too.
                Spoor.start(quarrelsome())
            }
            return configuration
        }
        Spoor.start(quarrelsome())
        #expect(1...10 ~= depth.withLock { $0 })
        await Spoor.stop(named: "log-start")
    }

    // O-19/log-other-thread
    @Test("O-19 what another thread has to say meanwhile is handed to the log")
    func otherThreadsAreHeard() async {
        let heard = Locked<[String]>([])
        let made = Locked<Tracker?>(nil)
        let tracker = self.bench.start {
            $0.log = { message in
                heard.withLock { $0.append(message.text) }
                guard message.text.contains("'first one'"), let tracker = made.withLock({ $0 }) else { return }
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    tracker.track("second one")
                    isDone.signal()
                }
                #expect(isDone.wait(timeout: .now() + 600) == .success)
            }
        }
        made.withLock { $0 = tracker }
        tracker.track("first one")
        #expect(heard.withLock { $0.map { $0.contains("'second one'") } } == [false, true])
        made.withLock { $0 = nil }
        await self.bench.stop(tracker)
    }

    @Test func aConfigurationThatIsUsedAgainIsHeardAllTheSame() async {
        let heard = Locked(0)
        let first = self.bench.start { $0.log = { _ in heard.withLock { $0 += 1 } } }
        let again = first.configuration
        let second = self.bench.start {
            $0 = again
            $0.name = "second"
        }
        second.track("bad name")
        #expect(heard.withLock { $0 } == 1)
        await self.bench.stop(first)
        await self.bench.stop(second)
    }
}
