import SpoorSQLite
import SpoorTesting
import Testing

@testable import SpoorStore

/// Reading a table around what cannot be read of it.
struct DamagedRowsTests {
    /// A table of which 38 pages or so hold rows.
    private static func prepared(first: Int64 = 1, count: Int64 = 300) throws -> TestFolder {
        let folder = try TestFolder()
        let connection = try Connection(path: folder.path + "/t.sqlite")
        try connection.execute("PRAGMA page_size = \(TableLeaf.pageBytes)")
        try connection.execute("VACUUM; CREATE TABLE t(key INTEGER PRIMARY KEY, bytes BLOB)")
        try connection.transaction {
            for key in first..<first + count {
                try connection.run("INSERT INTO t VALUES(?, zeroblob(2000))", [.integer(key)])
            }
        }
        try connection.checkpoint(truncating: true)
        return folder
    }

    private static func read(_ folder: TestFolder, expecting last: Int64?) throws -> Set<Int64> {
        let connection = try Connection(path: folder.path + "/t.sqlite")
        var found: Set<Int64> = []
        try DamagedRows("SELECT key FROM t", by: "key", in: connection).read(expecting: last) { row in
            found.insert(row.integer(at: 0))
        }
        return found
    }

    @Test(
        "All rows of pages that can be read are found, whatever is said of the last one",
        arguments: Holes.allCases,
        [nil, 0, 150, 300, 1 << 50]
    )
    func holes(kind: Holes, last: Int64?) throws {
        var random = SeededGenerator(seed: 5)
        let folder = try Self.prepared()
        var bytes = try folder.read("t.sqlite")
        let leaves = TableLeaf.all(in: bytes, above: 0).filter { $0.start > 0 }
        #expect(leaves.count > 30 && leaves.flatMap(\.keys) == Array(1...300))
        let left = kind.spoil(leaves, in: &bytes, &random)
        try folder.write("t.sqlite", bytes)
        #expect(try Self.read(folder, expecting: last) == Set(left))
    }

    @Test("Rows far behind the first key are found from the last one", arguments: Holes.allCases)
    func farBehind(kind: Holes) throws {
        var random = SeededGenerator(seed: 6)
        let folder = try Self.prepared(first: 5_000_000)
        var bytes = try folder.read("t.sqlite")
        let left = kind.spoil(TableLeaf.all(in: bytes, above: 10), in: &bytes, &random)
        try folder.write("t.sqlite", bytes)
        #expect(try Self.read(folder, expecting: 5_000_299) == Set(left))
    }

    @Test("A damaged key costs its own row alone", arguments: [1, 2, 7, 20, 37], [true, false])
    func damagedKey(page: Int, isLargest: Bool) throws {
        let folder = try Self.prepared()
        let bytes = try folder.read("t.sqlite")
        let leaves = TableLeaf.all(in: bytes, above: 0).filter { $0.start > 0 }
        let leaf = leaves[min(page, leaves.count - 1)]
        for row in [0, leaf.keys.count / 2, leaf.keys.count - 1] {
            var changed = bytes
            leaf.changeKey(of: row, in: &changed, toLargest: isLargest)
            try folder.write("t.sqlite", changed)
            let lost = Set<Int64>(1...300).subtracting(try Self.read(folder, expecting: 300))
            #expect(lost.subtracting([leaf.keys[row]]) == [], "row \(row) of \(leaf.keys)")
        }
    }

    @Test("A database that cannot be written now ends the reading, and is no damage")
    func unwritable() throws {
        let folder = try Self.prepared(count: 50)
        let connection = try Connection(path: folder.path + "/t.sqlite")
        let rows = try DamagedRows("SELECT key FROM t", by: "key", in: connection)
        var visits = 0
        #expect(throws: SQLiteError.self) {
            try rows.read(expecting: 50) { _ in
                visits += 1
                throw SQLiteError(code: 13, message: "disk full")
            }
        }
        #expect(visits == 1)
    }

    @Test(
        "Pieces and halves cover what they are made of",
        arguments: [(0, 1), (0, 2), (0, 3), (5, 4_000), (0, 100_000), (7, 2_000_000)]
    )
    func coverage(lower: Int64, upper: Int64) {
        let stretch = KeyStretch(lower: lower, upper: upper)
        for parts in [stretch.pieces(around: nil), stretch.halves] where upper - lower > 2 {
            let keys = parts.flatMap { [$0.lower + 1, $0.upper - 1] }
            #expect(keys.min() == lower + 1 && keys.max() == upper - 1)
            let sorted = parts.sorted { $0.lower < $1.lower }
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upper == $1.lower + 1 })
        }
    }

    @Test("Ends of any size overflow nothing", arguments: [0, 1, .max - 1], [nil, 0, 9, .max - 1, .max] as [Int64?])
    func extremes(lower: Int64, last: Int64?) {
        let pieces = KeyStretch(lower: lower, upper: .max).pieces(around: last)
        #expect(pieces.allSatisfy { lower <= $0.lower && $0.lower < $0.upper })
    }
}
