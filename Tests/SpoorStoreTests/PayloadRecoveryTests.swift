import Foundation
import SpoorSQLite
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// What damage, kills and older builds leave of metas and payloads.
struct PayloadRecoveryTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    /// The payload of a record: its number, over and over.
    private static func payload(_ number: UInt64) -> [UInt8] {
        (0..<Int(number % 7) * 1_500).map { UInt8(truncatingIfNeeded: $0 &* Int(number)) }
    }

    private static func fill(_ store: ChannelStore, _ numbers: ClosedRange<UInt64>) {
        for number in numbers { store.report("net", payload: Self.payload(number)) }
    }

    /// The numbers that are there, each with just its own payload.
    private static func numbers(_ store: ChannelStore) throws -> [UInt64] {
        while try store.drain().hasMore {}
        let batch = try store.peek()
        for row in batch.rows {
            #expect(row.isIntact)
            #expect(Array(batch.attachment(of: row) ?? []) == Self.payload(row.sequence))
        }
        return batch.sequences
    }

    @Test("No moment of a drain loses or doubles a record or its payload")
    func killPointsAroundADrain() throws {
        let taken = Locked<[(point: StorePoint, folder: TestFolder)]>([])
        let folder = self.folder
        let store = try Fixture.open(self.folder) { configuration in
            configuration.journal.segmentBytes = 65_536
            configuration.point = { point in
                guard let copy = try? folder.snapshot() else { return }
                taken.withLock { $0.append((point, copy)) }
            }
        }
        Self.fill(store, 1...60)
        while try store.drain(maxBytes: 100_000).hasMore {}
        let points = taken.withLock { $0 }
        #expect(Set(points.map(\.point)) == [.beforeCommit, .afterCommitBeforeRecycle, .afterRecycle])
        for (point, copy) in points {
            let heir = try Fixture.open(copy)
            #expect(try Self.numbers(heir) == Array(1...60), "\(point)")
            #expect(try heir.hasTrueTotals())
            #expect(heir.counts.damaged == 0)
        }
    }

    @Test("A kill before or after what was delivered is deleted: both tables agree")
    func killPointsAroundSettling() throws {
        let taken = Locked<[(point: StorePoint, folder: TestFolder)]>([])
        let folder = self.folder
        let store = try Fixture.open(self.folder) { configuration in
            configuration.point = { point in
                guard point == .beforeSettle || point == .afterSettle, let copy = try? folder.snapshot() else { return }
                taken.withLock { $0.append((point, copy)) }
            }
        }
        Self.fill(store, 1...20)
        try store.drain()
        try store.withRecords { records in
            let batch = try records.selectAndMark(maxCount: 10, maxBytes: .max)
            try records.settle(batch: batch.id)
        }
        for (point, copy) in taken.withLock({ $0 }) {
            let heir = try Fixture.open(copy)
            #expect(try Self.numbers(heir) == Array((point == .beforeSettle ? 1 : 11)...20))
            let expected = try heir.peek().rows.filter { $0.payload != nil }.count
            #expect(try heir.payloads() == expected)
        }
    }

    @Test(
        "Whatever bytes change, only records and payloads that were there are shown as intact",
        arguments: UInt64(1)...50
    )
    func randomDamageIsSurvived(seed: UInt64) throws {
        let store = try Fixture.open(self.folder) { $0.journal.segmentBytes = 1 << 20 }
        Self.fill(store, 1...150)
        while try store.drain().hasMore {}
        try store.withRecords { try $0.connection.checkpoint(truncating: true) }
        let copy = try self.folder.snapshot()
        var random = SeededGenerator(seed: seed)
        var bytes = try copy.read("records.sqlite")
        let start = Int.random(in: 0..<(seed % 3 == 0 ? 20_000 : bytes.count), using: &random)
        for index in start..<min(bytes.count, start + Int.random(in: 1...30_000, using: &random)) {
            bytes[index] = UInt8(truncatingIfNeeded: random.next())
        }
        if seed % 7 == 0 { bytes.removeLast(Int.random(in: 1...bytes.count / 2, using: &random)) }
        try copy.write("records.sqlite", bytes)
        let heir = try Fixture.open(copy) { $0.random = { seed } }
        let batch = try heir.peek()
        #expect(batch.sequences == Set(batch.sequences).sorted())
        for row in batch.rows where row.isIntact {
            #expect(row.reportID == "\(store.producer)-\(row.sequence)")
            if let payload = batch.attachment(of: row) { #expect(Array(payload) == Self.payload(row.sequence)) }
        }
        // It goes on working, and the damaged can be set aside.
        heir.report("net", payload: [1, 2, 3])
        try heir.drain()
        try heir.withRecords { records in
            let batch = try records.selectAndMark(maxCount: .max, maxBytes: .max)
            #expect(batch.rows.contains { $0.payload?.count == 3 })
            let letters = batch.rows.filter { !$0.isIntact }.map { DeadLetterReason(sequence: $0.sequence, reason: "") }
            try records.settle(batch: batch.id, deadLetters: letters)
            try records.purgeDeadLetters()
            #expect(records.count == 0)
        }
        #expect(try heir.payloads() == 0)
    }

    @Test("Prism defect 11: a missing table of payloads is damage: its records go without them, and it is said")
    func aMissingPayloadTableHeals() throws {
        let store = try Fixture.open(self.folder)
        Self.fill(store, 1...10)
        try store.drain()
        try store.withRecords { try $0.connection.execute("DROP TABLE payload") }
        let heir = try Fixture.open(try self.folder.snapshot())
        #expect(heir.report.database == .replaced(name: "records.corrupt-1.sqlite", salvaged: 10))
        #expect(heir.report.lostPayloads == 9)
        #expect(heir.report.remarks.contains { $0.contains("9 payloads are lost") })
        let batch = try heir.peek()
        #expect(batch.sequences == Array(1...10) && batch.rows.allSatisfy { $0.isIntact && $0.payload == nil })
        #expect(try heir.hasTrueTotals())
        heir.report("net", payload: [5])
        try heir.drain()
        #expect(try heir.peek().rows.last?.payload?.count == 1)
    }

    @Test("Prism defect 11: a missing table of metas is damage: the database is replaced, the rest saved")
    func aMissingMetaTableIsDamage() throws {
        let store = try Fixture.open(self.folder)
        Self.fill(store, 1...3)
        try store.drain()
        try store.withRecords { try $0.connection.execute("DROP TABLE meta") }
        let heir = try Fixture.open(try self.folder.snapshot()) { $0.random = { 5 } }
        #expect(heir.report.database == .replaced(name: "records.corrupt-1.sqlite", salvaged: 0))
        heir.report("net", payload: [5])
        try heir.drain()
        #expect(try heir.peek().rows.last?.payload?.count == 1)
    }

    @Test("Prism defect 11: after mass deletion the file itself is small again, in use and at the next start")
    func deletedRecordsGiveTheirSpaceBack() throws {
        func size(_ folder: TestFolder) throws -> Int {
            try PosixSegmentFiles().size("\(folder.path)/records.sqlite")
                + ((try? PosixSegmentFiles().size("\(folder.path)/records.sqlite-wal")) ?? 0)
        }
        let store = try Fixture.open(self.folder) { $0.journal.segmentBytes = 1 << 20 }
        let payload = [UInt8](repeating: 9, count: 100_000)
        func fill() throws {
            for _ in 0..<80 {
                store.report("net", payload: payload)
                try store.drain()
            }
        }
        try fill()
        #expect(try size(self.folder) > 8_000_000)
        // Uploaded.
        try store.withRecords { records in
            while case let batch = try records.selectAndMark(maxCount: 20, maxBytes: .max), !batch.isEmpty {
                try records.settle(batch: batch.id)
            }
        }
        #expect(try size(self.folder) < 800_000)
        // Given up.
        try fill()
        var limits = StoreLimits()
        limits.bytes = 1_000_000
        try store.drain(limits: limits)
        #expect(try size(self.folder) < 2_000_000)
        // Of an earlier version.
        try fill()
        try store.withRecords { _ = try $0.clear(before: store.nextSequence) }
        #expect(try size(self.folder) < 800_000)
        // Deleted by a run that could not give it back.
        try fill()
        try store.withRecords { try $0.connection.execute("DELETE FROM meta; DELETE FROM payload") }
        store.close()
        #expect(try size(self.folder) > 8_000_000)
        try Fixture.open(self.folder).close()
        #expect(try size(self.folder) < 800_000)
    }

    @Test(
        "Databases of older builds are brought up to date, or saved, with all they hold",
        arguments: [1, 2, 3],
        [false, true]
    )
    func olderDatabasesStillOpen(version: Int, isSalvaged: Bool) throws {
        do {
            let connection = try Connection(path: "\(self.folder.path)/records.sqlite")
            try connection.migrate(Array(RecordStore.migrations.prefix(version)))
            try connection.execute(
                """
                INSERT INTO record(seq, class, recorded, bytes) VALUES(1, 2, 5, CAST('one' AS BLOB));
                INSERT INTO record(seq, class, recorded, bytes) VALUES(2, 4, 5, CAST('two' AS BLOB));
                INSERT INTO dead_letter(seq, class, recorded, set_aside, reason, status, bytes)
                  VALUES(3, 2, 5, 6, 'no', 400, CAST('three' AS BLOB));
                UPDATE meta SET value = 9 WHERE key = 'last_seq';
                INSERT INTO meta VALUES('number.age', 77);
                """
            )
            if version == 3 {
                let crc = Array("one".utf8).withUnsafeBytes {
                    RowChecksum.of(sequence: 1, recordClass: 2, recorded: 5, bytes: $0)
                }
                try connection.run("UPDATE record SET crc = ? WHERE seq = 1", [.integer(crc)])
            }
        }
        let files = PosixFileAccess()
        let records =
            isSalvaged
            ? try RecordStore.replace(folder: self.folder.path, files: files, noted: nil).0
            : try RecordStore.open(folder: self.folder.path, files: files).0
        #expect(records.lastSequence == 9)
        #expect(try records.number("age") == 77)
        #expect(try records.deadLetters().map(\.sequence) == [3])
        #expect(try records.resendDeadLetters() == 1)
        let batch = try records.selectAndMark(maxCount: 9, maxBytes: .max, order: .crashFirst)
        #expect(batch.sequences == [2, 1, 3] && batch.rows.allSatisfy { $0.isIntact && $0.type == nil })
        #expect(String(decoding: batch.bytes, as: UTF8.self) == "twoonethree")
        try records.settle(batch: batch.id)
        #expect(records.count == 0)
    }

    @Test("Payloads that are lost where a database is replaced in use are told by the next drain, once")
    func payloadsLostInUseAreTold() throws {
        let store = try Fixture.open(self.folder)
        Self.fill(store, 1...10)
        try store.drain()
        try store.withRecords { try $0.connection.execute("DELETE FROM payload WHERE report_id LIKE '%-2'") }
        try FileManager.default.removeItem(atPath: "\(self.folder.path)/records.sqlite")
        let report = try store.drain()
        #expect(report.lostPayloads == 1 && report.damaged == 0)
        #expect(try store.drain().lostPayloads == 0)
        let batch = try store.peek()
        #expect(batch.sequences == Array(1...10) && batch.rows.allSatisfy(\.isIntact))
        #expect(batch.rows[1].payload == nil && batch.rows[2].payload != nil)
    }

    @Test func aFolderIsInspectedFromOutsideWithItsReports() throws {
        let store = try Fixture.open(self.folder)
        store.report("net", payload: [UInt8](repeating: 1, count: 1_000))
        try store.drain()
        store.report("appCrash", payload: [UInt8](repeating: 1, count: 500), class: .crash)
        let scratch = try TestFolder()
        let inspection = try QueueFolder.inspect(self.folder.path, scratch: scratch.path)
        #expect(inspection.stored[.monitoring]?.count == 1 && inspection.stored[.monitoring]?.bytes ?? 0 > 1_000)
        #expect(inspection.inJournal[.crash]?.count == 1 && inspection.problems == [])
        #expect(
            inspection.types == [
                "net": StoreInspection.TypeTotal(count: 1, payloads: 1, payloadBytes: 1_000),
                "appCrash": StoreInspection.TypeTotal(count: 1, payloads: 1, payloadBytes: 500),
            ]
        )
        let own = store.inspect(hasTypes: true)
        #expect(own.stored == inspection.stored && own.inJournal == inspection.inJournal)
        #expect(own.types == inspection.types && store.inspect().types.isEmpty)
    }
}
