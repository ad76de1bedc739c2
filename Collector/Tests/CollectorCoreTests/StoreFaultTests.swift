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

    /// A damaged day is put aside: everything else goes on, and what it had is not taken for new.
    @Test(arguments: [false, true])
    func aDamagedDayHoldsUpNothing(isSudden: Bool) throws {
        let fixture = try StoreFixture()
        let other = StoreFixture.start - 86_400_000
        _ = try fixture.send(Sample.batch([Sample.event("a", id: "p-1"), Sample.event("b", id: "p-2", time: other)]))
        let day = Day.text(Day.number(at: StoreFixture.start))
        let path = "\(fixture.folder)/projects/default/days/\(day).sqlite"
        fixture.close()
        if isSudden {
            // As after a sudden end: the files are to be looked into.
            let main = "\(fixture.folder)/projects/default/main.sqlite"
            try Connection(path: main).execute("UPDATE setting SET value = 0 WHERE key = 'clean'")
        }
        try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: path))
        let told = Locked<[String]>([])
        try fixture.open { settings in settings.tell = { line in told.withLock { $0.append(line) } } }
        if !isSudden { #expect(throws: IngestFailure.self) { try fixture.send(Sample.event("x", id: "p-3")) } }
        #expect(try fixture.send(Sample.event("c", id: "p-3")).stored == 1)
        #expect(try fixture.send(Sample.event("a", id: "p-1")).duplicate == 1)
        #expect(try fixture.histories() == [["u1"]: ["b", "c"]])
        let aside = path.replacing(".sqlite", with: ".corrupt-1")
        #expect(FileManager.default.fileExists(atPath: aside))
        let lines = told.withLock { $0 }
        #expect(lines.count == 1 && lines.first?.contains("\(day) cannot be read") == true)
        #expect(lines.first?.contains("put aside as '\(aside)'") == true)
        #expect(try fixture.killed().histories() == [["u1"]: ["b", "c"]])
    }

    /// Ids of other makers are forgotten after the window, and not before.
    @Test func foreignIDsAreRememberedForTheirWindow() throws {
        let folder = NSTemporaryDirectory() + "spoor-ids-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let main = try MainDatabase.open(path: "\(folder)/main.sqlite", busyTimeoutMilliseconds: 100)
        let writer = try ProjectionWriter(connection: main)
        let table = try ForeignIDTable(connection: main)
        var projection = Projection()
        for number in UInt64(0)..<1_000 {
            let hash = SipHash.Value(high: number &* 0x9e37_79b9_7f4a_7c15, low: number)
            projection.foreignIDs.append(.init(hash: hash, received: Int64(number % 2) * 1_000, digest: 1))
        }
        try writer.write(projection)
        let end = ForeignIDTable.windowDays * 86_400_000
        for _ in 0..<256 { try table.sweep(now: end) }
        #expect(try main.integer("SELECT count(*) FROM foreign_id") == 1_000)
        for _ in 0..<256 { try table.sweep(now: end + 500) }
        #expect(try main.integer("SELECT count(*) FROM foreign_id") == 500)
        #expect(try table.digest(of: projection.foreignIDs[1].hash) == 1)
        #expect(try table.digest(of: projection.foreignIDs[2].hash) == nil)
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
