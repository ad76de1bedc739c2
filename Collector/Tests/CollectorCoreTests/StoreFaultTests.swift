import Foundation
import SpoorSQLite
import SpoorWire
import Testing

@testable import CollectorCore

struct StoreFaultTests {
    private struct DiskFull: Error {}

    /// O-32, O-35: nothing is acknowledged that is not stored, and the writer goes on once the fault is gone.
    @Test(arguments: [CommitStage.dictionary, .day(20_717), .day(20_718)])
    func aFailedCommitIsNoSuccessAndNoEnd(stage: CommitStage) throws {
        let fixture = try StoreFixture()
        let events = [
            Sample.event("a", id: "p-1", time: 20_717 * 86_400_000),
            Sample.event("b", id: "p-2", time: 20_718 * 86_400_000),
            Sample.event("c", id: "foreign one", time: 20_718 * 86_400_000 + 1),
        ]
        fixture.gate.withLock { $0 = { if $0 == stage { throw DiskFull() } } }
        #expect(throws: IngestFailure.self) { try fixture.send(Sample.batch(events)) }
        #expect(try !fixture.current.health().isHealthy)
        #expect(throws: IngestFailure.self) { try fixture.send(Sample.batch(events)) }
        fixture.gate.withLock { $0 = { _ in } }
        let receipt = try fixture.send(Sample.batch(events))
        // What the first day took before the second failed is there once.
        #expect(receipt.stored + receipt.duplicate == 3)
        #expect(try fixture.histories() == [["u1"]: ["a", "b", "c"]])
        #expect(try fixture.current.health().isHealthy)
        #expect(try fixture.killed().histories() == [["u1"]: ["a", "b", "c"]])
    }

    /// Stored events are acknowledged though what follows from them is written later; refused ones are not.
    @Test func aFailedProjectionIsMadeUpFor() throws {
        let fixture = try StoreFixture()
        let event = Sample.event("a", id: "foreign", more: #""login_id":"u1","anonymous_id":"d1""#)
        fixture.gate.withLock { $0 = { if $0 == .projection { throw DiskFull() } } }
        #expect(try fixture.send(event).stored == 1)
        #expect(try fixture.killed().send(event).duplicate == 1)
        #expect(try fixture.killed().facts().person(forIdentifier: "d1") == fixture.facts().person(forIdentifier: "u1"))
        #expect(throws: IngestFailure.self) { try fixture.send("[7]") }
        fixture.gate.withLock { $0 = { _ in } }
        #expect(try fixture.send(event).duplicate == 1)
        #expect(try fixture.send("[7]").rejected.count == 1)
        #expect(try fixture.facts().rejects(limit: 10, offset: 0).count == 1)
    }

    /// O-32: a file that another process holds is a fault of ours, not of the sender.
    @Test(arguments: ["main.sqlite", "days/2026-09-21.sqlite"])
    func aLockedFileIsARetry(file: String) throws {
        let fixture = try StoreFixture()
        _ = try fixture.send(Sample.event("first", id: "p-1"))
        let other = try Connection(path: "\(fixture.folder)/projects/default/\(file)")
        try other.execute("BEGIN IMMEDIATE")
        #expect(throws: IngestFailure.self) { try fixture.send(Sample.event("second", id: "p-2")) }
        try other.execute("ROLLBACK")
        #expect(try fixture.send(Sample.event("second", id: "p-2")).stored == 1)
        #expect(try fixture.histories() == [["u1"]: ["first", "second"]])
    }

    @Test func aFullBacklogIsRefusedAtOnce() throws {
        let fixture = try StoreFixture { $0.maxBacklogBytes = 1_000 }
        let isHeld = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        fixture.gate.withLock {
            $0 = { stage in
                guard stage == .dictionary else { return }
                isHeld.signal()
                release.wait()
            }
        }
        let request = IngestRequest(
            project: "default",
            source: "/v1/events",
            body: ByteBlock(Array(Sample.batch([Sample.event("x"), Sample.event("y")]).utf8)),
            encoding: .identity
        )
        let store = try fixture.current
        let batch = try store.decode(request)
        let results = Locked<[Result<IngestReceipt, IngestFailure>]>([])
        let answered = DispatchSemaphore(value: 0)
        let send: @Sendable () -> Void = {
            store.ingest(batch) { result in
                results.withLock { $0.append(result) }
                answered.signal()
            }
        }
        send()
        isHeld.wait()
        fixture.gate.withLock { $0 = { _ in } }
        // One fits, however large; the next does not.
        send()
        for _ in 0..<8 { send() }
        release.signal()
        for _ in 0..<10 { answered.wait() }
        let refused = results.withLock { $0.filter { $0 == .failure(.overloaded) } }
        #expect(!refused.isEmpty)
        #expect(IngestFailure.overloaded.retryAfterSeconds > 0)
    }
}
