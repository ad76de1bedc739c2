import Foundation
import SpoorSQLite
import Testing

@testable import SpoorStore

/// A row that was changed on the disk is known by its checksum.
struct RowChecksumTests {
    private let folder: TestFolder
    private let store: ChannelStore

    init() throws {
        self.folder = try TestFolder()
        self.store = try Fixture.open(self.folder)
        for number in 1...4 { self.store.append("value \(number)", recorded: 7) }
        try self.store.drain()
    }

    /// The numbers of the rows whose checksum does not fit.
    private func damaged(_ store: ChannelStore) throws -> [UInt64] {
        try store.withRecords { records in
            let batch = try records.selectAndMark(maxCount: .max, maxBytes: .max)
            try records.release(batch: batch.id)
            return batch.rows.filter { !$0.isIntact }.map(\.sequence)
        }
    }

    @Test(arguments: [
        "bytes = CAST('2:walue 2' AS BLOB)", "class = 1", "recorded = 8", "seq = 9", "crc = crc + 1", "bytes = x''",
    ])
    func everyChangeIsNoticed(change: String) throws {
        #expect(try self.damaged(self.store) == [])
        try self.store.withRecords { try $0.connection.execute("UPDATE meta SET \(change) WHERE seq = 2") }
        #expect(try self.damaged(self.store) == [change.hasPrefix("seq") ? 9 : 2])
    }

    @Test func aDamagedRowIsSetAsideAndCountedOnce() throws {
        try self.store.withRecords { records in
            try records.connection.execute("UPDATE meta SET bytes = CAST('changed' AS BLOB) WHERE seq = 2")
            for round in 0..<2 {
                let batch = try records.selectAndMark(maxCount: .max, maxBytes: .max)
                let letter = DeadLetterReason(sequence: 2, reason: "damaged", isDamaged: true)
                let lost = try records.settle(batch: batch.id, deadLetters: [letter], deletesOthers: false)
                #expect(lost.damaged == (round == 0 ? 1 : 0) && lost.trimmed == 0)
                #expect(try records.losses() == [Loss(.damaged, .tracked, count: 1)])
                #expect(try records.deadLetters().map(\.isIntact) == [false])
                #expect(try records.selectAndMark(maxCount: 9, maxBytes: .max).rows.map(\.sequence) == [1, 3, 4])
                try records.release(batch: batch.id + 1)
                #expect(try records.resendDeadLetters() == 1)
            }
        }
        #expect(try self.damaged(self.store) == [2])
    }

    @Test func lettersAndRemovedPropertiesKeepTheirChecksum() throws {
        let text = #"{"a":1,"properties":{"b":2,"c":3}}"#
        for _ in 0..<2 { self.store.append(text) }
        try self.store.drain()
        try self.store.withRecords { records in
            // As events are: without the head that the other tests have.
            for sequence in [5, 6] {
                let bytes = Array(text.utf8)
                let crc = bytes.withUnsafeBytes {
                    RowChecksum.of(sequence: Int64(sequence), recordClass: 2, recorded: 0, bytes: $0)
                }
                try records.connection.run(
                    "UPDATE meta SET bytes = ?, crc = ? WHERE seq = ?",
                    [.blob(bytes), .integer(crc + (sequence == 6 ? 1 : 0)), .integer(Int64(sequence))]
                )
            }
            #expect(try records.removeProperties(["c": 100]) == 2)
        }
        // What was damaged before stays so.
        #expect(try self.damaged(self.store) == [6])
        #expect(try self.store.texts().suffix(2).allSatisfy { $0 == #"{"a":1,"properties":{"b":2}}"# })
        try self.store.withRecords { records in
            let batch = try records.selectAndMark(maxCount: 1, maxBytes: .max)
            try records.settle(batch: batch.id, deadLetters: [DeadLetterReason(sequence: 1, reason: "")])
            #expect(try records.deadLetters().map(\.isIntact) == [true])
            try records.resendDeadLetters()
        }
        #expect(try self.damaged(self.store) == [6])
    }

    @Test func salvagedRowsKeepTheirChecksum() throws {
        try self.store.withRecords { records in
            try records.connection.execute("UPDATE meta SET bytes = CAST('changed' AS BLOB) WHERE seq = 3")
            try records.connection.execute("UPDATE meta SET crc = NULL WHERE seq = 4")
        }
        let copy = try self.folder.snapshot()
        let files = PosixFileAccess()
        let (salvaged, origin) = try RecordStore.replace(folder: copy.path, files: files, noted: nil)
        #expect(origin == .replaced(name: "records.corrupt-1.sqlite", salvaged: 4))
        #expect(
            try salvaged.selectAndMark(maxCount: 9, maxBytes: .max).rows.map(\.isIntact) == [true, true, false, true]
        )
    }

    /// A folder of a build that knew no checksums: its rows are read, trusted and salvaged.
    @Test(arguments: [false, true])
    func rowsOfAnOlderBuildAreTrusted(isSalvaged: Bool) throws {
        let old = try TestFolder()
        do {
            let connection = try Connection(path: "\(old.path)/records.sqlite")
            try connection.migrate(Array(RecordStore.migrations.prefix(2)))
            try connection.execute(
                """
                INSERT INTO record(seq, class, recorded, bytes) VALUES(1, 2, 5, CAST('one' AS BLOB));
                INSERT INTO dead_letter(seq, class, recorded, set_aside, reason, status, bytes)
                  VALUES(2, 2, 5, 6, 'no', 400, CAST('two' AS BLOB));
                UPDATE meta SET value = 2 WHERE key = 'last_seq';
                """
            )
        }
        let files = PosixFileAccess()
        let records =
            isSalvaged
            ? try RecordStore.replace(folder: old.path, files: files, noted: nil).0
            : try RecordStore.open(folder: old.path, files: files).0
        #expect(records.lastSequence == 2)
        #expect(try records.deadLetters().map(\.isIntact) == [true])
        #expect(try records.resendDeadLetters() == 1)
        let batch = try records.selectAndMark(maxCount: 9, maxBytes: .max)
        #expect(batch.rows.map(\.isIntact) == [true, true])
        #expect(String(decoding: batch.bytes, as: UTF8.self) == "onetwo")
    }

    /// A row whose number was changed to one that was never given: what the journal holds below it is still taken.
    @Test func aNumberThatWasNeverGivenHidesNothing() throws {
        try self.store.withRecords { try $0.connection.execute("UPDATE meta SET seq = 5000 WHERE seq = 4") }
        self.store.append("waits in the journal")
        let heir = try Fixture.open(try self.folder.snapshot())
        #expect(heir.report.recovered == 1)
        try heir.drain()
        #expect(try heir.texts().contains("5:waits in the journal"))
    }
}
