import SpoorSQLite
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// What is read out of a database of which pages cannot be read.
struct SalvageTests {
    /// A database with records that carry their number, the first ones uploaded already.
    private static func prepared(_ count: UInt64 = 2_000, gone: UInt64 = 300, last: Int64? = nil) throws -> TestFolder {
        let folder = try TestFolder()
        let (store, _) = try RecordStore.open(folder: folder.path, files: PosixFileAccess())
        try store.insert { add in
            for sequence in 1...count {
                let payload = Array("<\(sequence)>".utf8) + [UInt8](repeating: 32, count: 600)
                try payload.withUnsafeBytes {
                    try add(
                        JournalFrame(sequence: sequence, kind: .event, recordClass: .tracked, recorded: 0, payload: $0)
                    )
                }
            }
        }
        try store.settle(batch: try store.selectAndMark(maxCount: Int(gone), maxBytes: .max).id)
        if let last {
            try store.connection.run("UPDATE mark SET value = ? WHERE key = 'last_seq'", [.integer(last)])
        }
        // Free pages keep what stood in them.
        try store.connection.execute("VACUUM")
        try store.connection.checkpoint(truncating: true)
        return folder
    }

    private static func numbers(_ store: RecordStore) throws -> [UInt64] {
        try store.selectAndMark(maxCount: .max, maxBytes: .max).rows.map(\.sequence)
    }

    @Test("Pages that cannot be read cost their own records and no other", arguments: Holes.allCases, [true, false])
    func holes(kind: Holes, isNoted: Bool) throws {
        var random = SeededGenerator(seed: 77)
        let folder = try Self.prepared()
        var bytes = try folder.read("records.sqlite")
        let leaves = TableLeaf.all(in: bytes, above: 10)
        #expect(leaves.count > 60 && leaves.flatMap(\.keys) == Array(301...2_000))
        let left = kind.spoil(leaves, in: &bytes, &random)
        try folder.write("records.sqlite", bytes)
        let noted = isNoted ? RecordStock(last: 2_000, total: 1_700) : nil
        let (store, origin) = try RecordStore.open(folder: folder.path, files: PosixFileAccess(), noted: noted)
        #expect(origin == .replaced(name: "records.corrupt-1.sqlite", salvaged: left.count))
        #expect(try Self.numbers(store).map { Int64($0) } == left)
        #expect(store.missing == 1_700 - left.count)
        #expect(store.lastSequence == 2_000)
    }

    @Test("A damaged number of the last record costs no record", arguments: [0, 5, 1_000, 1 << 40], [true, false])
    func lastNumber(last: Int64, isNoted: Bool) throws {
        var random = SeededGenerator(seed: 78)
        let folder = try Self.prepared(last: last)
        var bytes = try folder.read("records.sqlite")
        let left = Holes.ends.spoil(TableLeaf.all(in: bytes, above: 10), in: &bytes, &random)
        try folder.write("records.sqlite", bytes)
        let noted = isNoted ? RecordStock(last: 2_000, total: 1_700) : nil
        let (store, _) = try RecordStore.open(folder: folder.path, files: PosixFileAccess(), noted: noted)
        #expect(try Self.numbers(store).map { Int64($0) } == left)
        // What the journal still has of them is no loss beside.
        #expect(store.stock.last >= (isNoted ? 2_000 : UInt64(left.last ?? 0)))
    }

    /// Ends at one of the changes to files, as a kill would.
    private struct EndingFiles: FileAccess {
        struct End: Error {}
        let left: Locked<Int>
        private let disk = PosixFileAccess()

        init(after changes: Int) { self.left = Locked(changes) }

        private func change() throws(PosixError) {
            let isOver = self.left.withLock { left in
                left -= 1
                return left < 0
            }
            if isOver { throw PosixError("rename", code: 5) }
        }

        func probe(_ path: String) throws(PosixError) -> Bool { try self.disk.probe(path) }
        func read(_ path: String) throws(PosixError) -> [UInt8]? { try self.disk.read(path) }
        func names(in folder: String) throws(PosixError) -> [String] { try self.disk.names(in: folder) }
        func witness(_ path: String) throws(PosixError) -> String { try self.disk.witness(path) }

        func write(_ path: String, _ bytes: [UInt8]) throws(PosixError) {
            try self.change()
            try self.disk.write(path, bytes)
        }

        func rename(_ path: String, to target: String) throws(PosixError) {
            try self.change()
            try self.disk.rename(path, to: target)
        }

        func remove(_ path: String) throws(PosixError) {
            try self.change()
            try self.disk.remove(path)
        }
    }

    @Test("A kill at any moment of repairing the first page costs nothing", arguments: 0..<40)
    func killWhileRepairing(changes: Int) throws {
        let folder = try Self.prepared(200, gone: 20)
        var bytes = try folder.read("records.sqlite")
        bytes[60] ^= 0x80
        try folder.write("records.sqlite", bytes)
        let files = EndingFiles(after: changes)
        _ = try? RecordStore.open(folder: folder.path, files: files)
        // The last case comes to the end: all changes are cut by one of them.
        #expect(changes < 39 || files.left.withLock { $0 } >= 0)
        let (store, _) = try RecordStore.open(folder: folder.path, files: PosixFileAccess())
        #expect(try Self.numbers(store) == Array(21...200))
        let names = try PosixFileAccess().names(in: folder.path)
        #expect(!names.contains { $0.contains("repaired") || $0.contains("template") || $0.contains("rescued") })
    }

    @Test("A kill at any moment of saving costs nothing that can be read", arguments: 0..<12)
    func kill(changes: Int) throws {
        let folder = try Self.prepared(200, gone: 20)
        var bytes = try folder.read("records.sqlite")
        let leaf = try #require(TableLeaf.all(in: bytes, above: 10).first { $0.keys.contains(100) })
        bytes[leaf.start] = 0xEE
        try folder.write("records.sqlite", bytes)
        let files = EndingFiles(after: changes)
        _ = try? RecordStore.open(folder: folder.path, files: files)
        // The last case comes to the end: all changes are cut by one of them.
        #expect(changes < 11 || files.left.withLock { $0 } >= 0)
        let (store, _) = try RecordStore.open(folder: folder.path, files: PosixFileAccess())
        #expect(try Self.numbers(store).map { Int64($0) } == (Int64(21)...200).filter { !leaf.keys.contains($0) })
    }
}
