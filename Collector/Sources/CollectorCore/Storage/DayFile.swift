import SpoorSQLite

/// The events of one UTC day: append-only chunks with their directories, and no index.
///
/// Confined to one owner, as its connection is.
final class DayFile {
    private static let migrations = [
        Migration(
            "chunks",
            sql: """
                CREATE TABLE chunk (
                    first INTEGER PRIMARY KEY, count INTEGER NOT NULL, received INTEGER NOT NULL,
                    size INTEGER NOT NULL, directory BLOB NOT NULL, bytes BLOB NOT NULL)
                """
        )
    ]

    private let connection: Connection
    private let insert: Statement?
    private let containing: Statement
    private let following: Statement
    /// The row of the last event, 0 when there is none.
    private(set) var lastRow: Int64

    /// Opens the file for appending, or for reading only.
    init(path: String, isReadOnly: Bool = false, busyTimeoutMilliseconds: Int = 1_000) throws {
        var configuration = ConnectionConfiguration()
        configuration.isReadOnly = isReadOnly
        // With FULL every commit reaches the disk, so what was acknowledged survives loss of power as well.
        configuration.synchronous = .full
        configuration.checkpointPages = 2_000
        configuration.cacheKibibytes = 2_048
        configuration.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.connection = try Connection(path: path, configuration: configuration)
        if !isReadOnly { try self.connection.migrate(Self.migrations) }
        self.insert =
            isReadOnly
            ? nil
            : try self.connection.prepare(
                "INSERT INTO chunk (first, count, received, size, directory, bytes) VALUES (?, ?, ?, ?, ?, ?)"
            )
        let columns = "SELECT first, received, size, directory, bytes FROM chunk"
        self.containing = try self.connection.prepare("\(columns) WHERE first <= ? ORDER BY first DESC LIMIT 1")
        self.following = try self.connection.prepare("\(columns) WHERE first >= ? ORDER BY first")
        self.lastRow = try Self.readLastRow(self.connection)
    }

    private static func readLastRow(_ connection: Connection) throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT first + count - 1 FROM chunk ORDER BY first DESC LIMIT 1") ?? 0
    }

    /// Appends chunks in one transaction, after `willCommit` has agreed.
    func append(_ chunks: [Chunk], willCommit: () throws -> Void) throws {
        guard let insert = self.insert else { return }
        try self.connection.transaction {
            for chunk in chunks {
                try insert.bind(chunk.firstRow, at: 1)
                try insert.bind(Int64(chunk.count), at: 2)
                try insert.bind(chunk.received, at: 3)
                try insert.bind(Int64(chunk.inflatedSize), at: 4)
                try chunk.directory.withUnsafeBytes { directory in
                    try insert.bind(borrowing: directory, at: 5)
                    try insert.bind(borrowing: chunk.bytes.bytes, at: 6)
                    try insert.run()
                }
            }
            try willCommit()
        }
        if let last = chunks.last { self.lastRow = last.lastRow }
    }

    /// The chunk that holds a row; nil when there is none.
    func chunk(containing row: Int64) throws -> Chunk? {
        defer { self.containing.reset() }
        try self.containing.bind(row, at: 1)
        guard try self.containing.step() else { return nil }
        let chunk = Self.chunk(self.containing)
        return chunk.lastRow >= row ? chunk : nil
    }

    /// Hands over the chunks from the one that holds `row` on, in order, until `body` returns false.
    func forEachChunk(from row: Int64, _ body: (Chunk) throws -> Bool) throws {
        let first = try self.chunk(containing: row)?.firstRow ?? row
        defer { self.following.reset() }
        try self.following.bind(first, at: 1)
        while try self.following.step() {
            guard try body(Self.chunk(self.following)) else { return }
        }
    }

    private static func chunk(_ statement: Statement) -> Chunk {
        Chunk(
            firstRow: statement.integer(at: 0),
            received: statement.integer(at: 1),
            directory: statement.blob(at: 3),
            bytes: ByteBlock(copying: statement.borrowedBlob(at: 4)),
            inflatedSize: Int(statement.integer(at: 2))
        )
    }
}
