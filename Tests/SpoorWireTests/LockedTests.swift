import Dispatch
import SpoorWire
import Testing

struct LockedTests {
    @Test func countsFromManyThreadsAreAllKept() {
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<20_000 { count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } == 80_000)
    }

    @Test func anErrorReleasesTheLock() {
        struct Failure: Error {}
        let value = Locked("a")
        #expect(throws: Failure.self) { try value.withLock { _ in throw Failure() } }
        value.withLock { $0 = "b" }
        #expect(value.withLock { $0 } == "b")
    }
}
