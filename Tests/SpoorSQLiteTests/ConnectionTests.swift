import Foundation
import SpoorSQLite
import Testing

struct ConnectionTests {
    private let folder: URL
    private var path: String { self.folder.appendingPathComponent("test.sqlite").path }

    init() throws {
        self.folder = FileManager.default.temporaryDirectory.appendingPathComponent("spoor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    @Test(arguments: [
        SQLiteValue.null, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
        .text("naïve 🐾 \0 end"),
        .blob([]), .blob([0, 255, 0]),
    ])
    func valuesComeBackAsTheyWent(value: SQLiteValue) throws {
        let connection = try Connection(path: self.path)
        try connection.execute("CREATE TABLE t(v)")
        try connection.run("INSERT INTO t VALUES(?)", [value])
        #expect(try connection.value("SELECT v FROM t") == value)
        try FileManager.default.removeItem(at: self.folder)
    }

    @Test func aThrowingTransactionLeavesNothing() throws {
        let connection = try Connection(path: self.path)
        try connection.execute("CREATE TABLE t(v UNIQUE)")
        let insert = try connection.prepare("INSERT INTO t VALUES(?)")
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try insert.bind(Int64(1), at: 1)
                try insert.run()
                try insert.run()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        try connection.transaction { try insert.run() }
        #expect(connection.changes == 1)
        #expect(try connection.quickCheck().isEmpty)
        try FileManager.default.removeItem(at: self.folder)
    }

    @Test func borrowedBytesAreStoredWithoutACopy() throws {
        let connection = try Connection(path: self.path)
        try connection.execute("CREATE TABLE t(v)")
        let insert = try connection.prepare("INSERT INTO t VALUES(?)")
        let payload = [UInt8]((0..<255).map { UInt8($0) })
        try payload.withUnsafeBytes { bytes in
            try insert.bind(borrowing: bytes, at: 1)
            try insert.run()
        }
        try connection.query("SELECT v FROM t") { row in
            #expect([UInt8](row.borrowedBlob(at: 0)) == payload)
        }
        try FileManager.default.removeItem(at: self.folder)
    }

    @Test func migrationsRunOnceAndInOrder() throws {
        let first = Migration("first", sql: "CREATE TABLE a(v); INSERT INTO a VALUES(1)")
        let second = Migration("second") { try $0.execute("INSERT INTO a SELECT v + 1 FROM a") }
        let failing = Migration("failing") { connection in
            try connection.execute("INSERT INTO a VALUES(99)")
            try connection.execute("nonsense")
        }
        let connection = try Connection(path: self.path)
        try connection.migrate([first])
        try connection.migrate([first, second])
        try connection.migrate([first, second])
        #expect(throws: SQLiteError.self) { try connection.migrate([first, second, failing]) }
        #expect(try connection.userVersion == 2)
        #expect(try connection.integer("SELECT sum(v) FROM a") == 3)
        #expect(throws: MigrationError.self) { try connection.migrate([first]) }
        try FileManager.default.removeItem(at: self.folder)
    }

    @Test func errorsTellCorruptionFromUnavailability() throws {
        try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: self.path))
        let corrupt = #expect(throws: SQLiteError.self) { try Connection(path: self.path) }
        #expect(corrupt?.isCorruption == true && corrupt?.isUnavailable == false)
        let absent = #expect(throws: SQLiteError.self) {
            try Connection(path: self.folder.appendingPathComponent("no/such.sqlite").path)
        }
        #expect(absent?.isUnavailable == true && absent?.isCorruption == false)
        #expect(absent?.description.isEmpty == false)
        try FileManager.default.removeItem(at: self.folder)
    }

    @Test func openingWhatIsThereWritesNothing() throws {
        var configuration = ConnectionConfiguration()
        configuration.isIncrementalVacuum = true
        configuration.isExclusive = true
        try Connection(path: self.path, configuration: configuration).execute("CREATE TABLE t(v)")
        let before = try Data(contentsOf: URL(fileURLWithPath: self.path))
        let connection = try Connection(path: self.path, configuration: configuration)
        #expect(try connection.integer("PRAGMA auto_vacuum") == 2)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        let log = try FileManager.default.attributesOfItem(atPath: self.path + "-wal")[.size] as? Int
        #expect(log == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: self.path)) == before)
        try FileManager.default.removeItem(at: self.folder)
    }

    @Test func freedPagesGoBackToTheFileSystem() throws {
        var configuration = ConnectionConfiguration()
        configuration.isIncrementalVacuum = true
        configuration.isExclusive = true
        let connection = try Connection(path: self.path, configuration: configuration)
        #expect(try connection.integer("PRAGMA page_size") == 16_384)
        try connection.execute("CREATE TABLE t(v)")
        try connection.run("INSERT INTO t VALUES(zeroblob(1000000))")
        try connection.execute("DELETE FROM t")
        let before = try connection.integer("PRAGMA page_count") ?? 0
        try connection.incrementalVacuum()
        #expect(try connection.integer("PRAGMA page_count") ?? before < before / 2)
        try FileManager.default.removeItem(at: self.folder)
    }
}
