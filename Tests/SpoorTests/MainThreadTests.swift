import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Bug case O-17: no public call waits for a disk or a network, whatever those do.
///
/// The storage here is worse than one that takes 3 s for a write: it stands still until every call has returned. A call
/// that waited for it would never return, however long it is given. How much a call may do itself of what waited in memory
/// is counted in `AnsweredSlicesTests` and `ChannelSlicesTests`; how long a call takes while each write takes 3 s is what the
/// benchmark `slow_storage_worst_call_ms` measures.
struct MainThreadTests {
    private let bench = TestBench()

    // O-17/track
    // O-17/super-property-read
    // O-17/distinct-id-read
    // O-17/enter-background
    // O-17/will-terminate
    // O-17/silent-network
    // One after the other: each case holds a thread of its queue, and all together would hold more than there are.
    @Test(
        "O-17 every call returns while storage and a request stand still",
        .serialized,
        arguments: PublicCalls.all.indices,
        StandingStill.Place.allCases
    )
    func noCallWaits(index: Int, place: StandingStill.Place) async {
        let (name, call) = PublicCalls.all[index]
        let standing = StandingStill(place)
        let tracker = self.start(standing)
        await standing.provoke(tracker)
        let returned = DispatchSemaphore(value: 0)
        let thread = Thread {
            for _ in 0..<200 { call(tracker) }
            returned.signal()
        }
        thread.start()
        // Only a call that waits needs this long; the storage lets nobody go before.
        let hasReturned = await Self.wait(for: returned)
        #expect(hasReturned, "\(name) waits for the \(place)")
        #expect(standing.isHolding, "The \(place) did not stand still all the time.")
        standing.letGo()
        await tracker.stop()
    }

    /// A flush waits for its end, of course, but it holds no thread for that.
    @Test("O-17 more flushes than there are threads, while storage stands still: others still run")
    func aFlushHoldsNoThread() async {
        let standing = StandingStill(.databaseCommit)
        let tracker = self.start(standing)
        await standing.provoke(tracker)
        let ended = Locked(0)
        let flushes = (0..<ProcessInfo.processInfo.activeProcessorCount * 4).map { _ in
            Task {
                _ = await tracker.flush()
                ended.withLock { $0 += 1 }
            }
        }
        let hasRun = DispatchSemaphore(value: 0)
        Task { hasRun.signal() }
        let others = await Self.wait(for: hasRun)
        #expect(others, "Flushes that wait took all threads.")
        #expect(standing.isHolding && ended.withLock { $0 } == 0)
        standing.letGo()
        await tracker.stop()
        for flush in flushes { await flush.value }
    }

    /// A tracker whose network never answers and whose storage can be made to stand still.
    private func start(_ standing: StandingStill) -> Tracker {
        let queue = DispatchScheduler(label: "spoor.test.still")
        self.bench.surroundings.withLock { surroundings in
            surroundings = { environment in
                environment.scheduler = queue
                let silence = ScriptedTransport(scheduler: queue) { _, _ in ScriptedTransport.Reply(nil) }
                environment.transport = silence
                environment.channelScheduler = { _ in queue }
                environment.channelTransport = { _ in silence }
                environment.vault = StandingVault(standing)
                environment.deviceFacts = StandingFacts(standing)
                environment.adjustStorage = { storage in
                    storage.files = StandingFiles(standing)
                    storage.segmentFiles = StandingSegments(standing)
                    storage.point = { point in if point == .beforeCommit { standing.hold(.databaseCommit) } }
                }
            }
        }
        if standing.place == .deviceFacts { standing.arm() }
        return self.bench.start {
            $0.startWait = standing.place == .deviceFacts ? .milliseconds(10) : .seconds(30)
            $0.journalSegmentBytes = standing.place == .segmentCreation ? 16 << 10 : 1 << 20
            $0.drainDelay = .milliseconds(1)
        }
    }

    /// Whether a semaphore is signalled within ten minutes; waits on a thread of its own.
    ///
    /// All tests share the threads of a few processors, so that a new task's turn may be minutes away.
    private static func wait(for semaphore: DispatchSemaphore) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: semaphore.wait(timeout: .now() + 600) == .success) }.start()
        }
    }
}
