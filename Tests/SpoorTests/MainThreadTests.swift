import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Bug case O-17: no public call waits for a disk or a network, whatever those do.
///
/// The storage here is worse than one that takes 3 s for a write: a write ends only when the test is over. A call that
/// waited for it would never return.
struct MainThreadTests {
    private let bench = TestBench()

    /// Storage whose work stands still inside a write until it is let go, and a network that never answers.
    private final class StandingStill: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let isOpen = Locked(false)
        let isInside = DispatchSemaphore(value: 0)

        func hold() {
            guard !self.isOpen.withLock({ $0 }) else { return }
            self.isInside.signal()
            self.gate.wait()
            self.gate.signal()
        }

        func letGo() {
            self.isOpen.withLock { $0 = true }
            self.gate.signal()
        }
    }

    /// The longest and the usual time of a call, made often enough for both to mean something.
    private static func times(of call: () -> Void) -> (longest: Duration, usual: Duration) {
        let clock = ContinuousClock()
        let times = (0..<200).map { _ in clock.measure(call) }.sorted()
        return (times[199], times[100])
    }

    private static let calls: [(name: String, call: @Sendable (Tracker) -> Void)] = [
        ("track", { $0.track("x", ["n": 1, "text": "abc"]) }),  // O-17/track
        ("super properties", { _ = $0.superProperties }),  // O-17/super-property-read
        ("distinct id", { _ = ($0.distinctID, $0.anonymousID, $0.loginID) }),  // O-17/distinct-id-read
        ("enter background", { $0.didEnterBackground(remaining: .seconds(25)) }),  // O-17/enter-background
        ("will terminate", { $0.willTerminate() }),  // O-17/will-terminate
        ("register", { $0.registerSuperProperties(["plan": "pro"]) }),
        ("login", { $0.login("ann") }),
        ("consent", { $0.setConsent(.location, granted: false) }),
        ("foreground", { $0.willEnterForeground() }),
    ]

    // O-17/silent-network
    @Test("O-17 no call waits while a write and a request stand still", arguments: 0..<Self.calls.count)
    func noCallWaits(index: Int) async {
        let standing = StandingStill()
        let queue = DispatchScheduler(label: "spoor.test.still")
        self.bench.surroundings.withLock { surroundings in
            surroundings = { environment in
                environment.scheduler = queue
                environment.transport = ScriptedTransport(scheduler: queue) { _, _ in ScriptedTransport.Reply(nil) }
                environment.adjustStorage = { storage in
                    storage.point = { point in if point == .beforeCommit { standing.hold() } }
                }
            }
        }
        let tracker = self.bench.start {
            $0.journalSegmentBytes = 1 << 20
            $0.drainDelay = .milliseconds(1)
        }
        await Self.onThread {
            tracker.track("first")
            // From here on the tracker's own queue stands inside a transaction.
            #expect(standing.isInside.wait(timeout: .now() + 60) == .success)
            let times = Self.times { Self.calls[index].call(tracker) }
            // 16 ms for the usual call; a busy machine may take the thread away, but nothing may wait for the write.
            #expect(
                times.usual < .milliseconds(16) && times.longest < .seconds(2),
                "\(Self.calls[index].name): \(times)"
            )
        }
        standing.letGo()
        await tracker.stop()
    }

    /// Runs a block on a thread of its own, as the main thread of an app is.
    private static func onThread(_ block: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread {
                block()
                continuation.resume()
            }
            .start()
        }
    }
}
