import SpoorSQLite
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// What is read out of a database of which pages cannot be read.
struct SalvageTests {
    private static let pageBytes = 16_384

    /// A database with records that carry their number, the first ones uploaded already.
    private static func prepared(_ count: UInt64 = 2_000, gone: UInt64 = 300) throws -> TestFolder {
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
        // Free pages keep what stood in them.
        try store.connection.execute("VACUUM")
        try store.connection.checkpoint(truncating: true)
        return folder
    }

    /// The pages that hold records, in the order of the numbers that stand in each.
    ///
    /// A leaf of a table has 0x0D, the number of its rows at 3, and from 8 on where each of them begins: with its length
    /// and its key, both as variable integers.
    private static func leaves(_ bytes: [UInt8]) -> [(page: Int, numbers: [UInt64])] {
        let starts = stride(from: 0, to: bytes.count, by: Self.pageBytes)
        let leaves = starts.filter { bytes[$0] == 0x0D }.map { start in
            let numbers = (0..<Self.short(bytes, start + 3)).map { row in
                var place = start + Self.short(bytes, start + 8 + 2 * row)
                _ = Self.variable(bytes, &place)
                return Self.variable(bytes, &place)
            }
            return (page: start / Self.pageBytes, numbers: numbers)
        }
        // The other tables' keys are small.
        return leaves.filter { ($0.numbers.first ?? 0) > 10 }.sorted { $0.numbers[0] < $1.numbers[0] }
    }

    private static func short(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    private static func variable(_ bytes: [UInt8], _ place: inout Int) -> UInt64 {
        var value: UInt64 = 0
        repeat {
            value = value << 7 | UInt64(bytes[place] & 0x7F)
            place += 1
        } while bytes[place - 1] & 0x80 != 0
        return value
    }

    private static func numbers(_ store: RecordStore) throws -> [UInt64] {
        try store.selectAndMark(maxCount: .max, maxBytes: .max).rows.map(\.sequence)
    }

    /// Which of the pages with records are made unreadable.
    enum Holes: String, CaseIterable, Sendable {
        case first, middle, last, ends, everySecond, allButOne, heap, all

        func pages(of count: Int, _ random: inout SeededGenerator) -> Set<Int> {
            switch self {
            case .first: [0]
            case .middle: [count / 2]
            case .last: [count - 1]
            case .ends: [0, count - 1]
            case .everySecond: Set(stride(from: 0, to: count, by: 2))
            case .allButOne: Set(0..<count).subtracting([count / 3])
            case .heap: Set((0..<count / 2).map { _ in random.below(count) })
            case .all: Set(0..<count)
            }
        }
    }

    @Test("Pages that cannot be read cost their own records and no other", arguments: Holes.allCases, [true, false])
    func holes(kind: Holes, isNoted: Bool) throws {
        var random = SeededGenerator(seed: 77)
        let folder = try Self.prepared()
        var bytes = try folder.read("records.sqlite")
        let leaves = Self.leaves(bytes)
        #expect(leaves.count > 60 && leaves.flatMap(\.numbers) == Array(301...2_000))
        let spoiled = kind.pages(of: leaves.count, &random)
        for index in spoiled { bytes[leaves[index].page * Self.pageBytes] = 0xEE }
        try folder.write("records.sqlite", bytes)
        let left = leaves.indices.filter { !spoiled.contains($0) }.flatMap { leaves[$0].numbers }
        let noted = isNoted ? RecordStock(last: 2_000, total: 1_700) : nil
        let (store, origin) = try RecordStore.open(folder: folder.path, files: PosixFileAccess(), noted: noted)
        #expect(origin == .replaced(name: "records.corrupt-1.sqlite", salvaged: left.count))
        #expect(try Self.numbers(store) == left)
        #expect(store.missing == 1_700 - left.count)
        #expect(store.lastSequence == 2_000)
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

    @Test("A kill at any moment of saving costs nothing that can be read", arguments: 0..<12)
    func kill(changes: Int) throws {
        let folder = try Self.prepared(200, gone: 20)
        var bytes = try folder.read("records.sqlite")
        let leaf = try #require(Self.leaves(bytes).first { $0.numbers.contains(100) })
        bytes[leaf.page * Self.pageBytes] = 0xEE
        try folder.write("records.sqlite", bytes)
        let files = EndingFiles(after: changes)
        _ = try? RecordStore.open(folder: folder.path, files: files)
        // The last case comes to the end: all changes are cut by one of them.
        #expect(changes < 11 || files.left.withLock { $0 } >= 0)
        let (store, _) = try RecordStore.open(folder: folder.path, files: PosixFileAccess())
        #expect(try Self.numbers(store) == (21...200).filter { !leaf.numbers.contains($0) })
    }

    @Test("A database that cannot be written now ends the reading, and is no damage")
    func unwritable() throws {
        let folder = try Self.prepared(50, gone: 0)
        let rows = try DamagedRows(
            "SELECT seq FROM meta",
            by: "seq",
            in: try Connection(path: folder.path + "/records.sqlite")
        )
        var visits = 0
        #expect(throws: SQLiteError.self) {
            try rows.read(expecting: 50) { _ in
                visits += 1
                throw SQLiteError(code: 13, message: "disk full")
            }
        }
        #expect(visits == 1)
    }
}
