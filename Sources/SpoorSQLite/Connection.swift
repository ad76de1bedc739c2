import CSQLite

/// An open SQLite database.
///
/// A connection belongs to one owner that uses it from one thread or serial queue at a time: it is opened without
/// SQLite's own mutexes.
public final class Connection {
    let handle: OpaquePointer

    /// Opens a database, creating it unless it is to be read only.
    ///
    /// - Throws: `SQLiteError`, ``SQLiteError/isUnavailable`` when the file cannot be read now,
    ///   ``SQLiteError/isCorruption`` when it is no database.
    public init(path: String, configuration: ConnectionConfiguration = .init()) throws(SQLiteError) {
        var handle: OpaquePointer?
        let access = configuration.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
            sqlite3_close_v2(handle)
            throw SQLiteError(code: extended == SQLITE_OK ? code : extended, message: message)
        }
        sqlite3_extended_result_codes(handle, 1)
        self.handle = handle
        try self.apply(configuration)
    }

    deinit {
        sqlite3_close_v2(self.handle)
    }

    private func apply(_ configuration: ConnectionConfiguration) throws(SQLiteError) {
        sqlite3_busy_timeout(self.handle, Int32(clamping: configuration.busyTimeoutMilliseconds))
        guard !configuration.isReadOnly else {
            return try self.execute("PRAGMA cache_size = -\(configuration.cacheKibibytes)")
        }
        if configuration.isExclusive { try self.execute("PRAGMA locking_mode = EXCLUSIVE") }
        // Before all that writes: some of the following are transactions, too.
        try self.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
        try self.execute("PRAGMA page_size = \(configuration.pageSize)")
        // Setting it is a transaction, also where the file has it: on a full disk that would keep the database shut.
        if configuration.isIncrementalVacuum, try self.integer("PRAGMA auto_vacuum") != Self.incrementalVacuum {
            try self.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        // After the page size: SQLite turns it into a number of pages at once, and keeps that.
        try self.execute("PRAGMA cache_size = -\(configuration.cacheKibibytes)")
        try self.execute("PRAGMA journal_mode = \(configuration.journalMode.rawValue)")
        try self.execute("PRAGMA wal_autocheckpoint = \(configuration.checkpointPages)")
    }

    /// What `PRAGMA auto_vacuum` answers where freed pages can be returned step by step.
    private static let incrementalVacuum: Int64 = 2

    /// Runs one or more statements, separated by semicolons, that take no arguments; rows are thrown away.
    public func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(self.handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw self.error(code, sql: sql) }
    }

    /// Prepares a statement; the caller keeps it.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(connection: self, sql: sql, persistent: true)
    }

    /// Runs one statement with arguments; rows are thrown away.
    ///
    /// - Returns: the number of rows it changed.
    @discardableResult
    public func run(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        let statement = try Statement(connection: self, sql: sql, persistent: false)
        try statement.bind(arguments)
        try statement.run()
        return self.changes
    }

    /// Runs one statement and hands each row to `row`, which reads the statement's columns.
    public func query(_ sql: String, _ arguments: [SQLiteValue] = [], row: (Statement) throws -> Void) throws {
        let statement = try Statement(connection: self, sql: sql, persistent: false)
        try statement.bind(arguments)
        while try statement.step() { try row(statement) }
    }

    /// The first column of the first row, or nil when there is no row.
    public func value(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> SQLiteValue? {
        let statement = try Statement(connection: self, sql: sql, persistent: false)
        try statement.bind(arguments)
        return try statement.step() ? statement.value(at: 0) : nil
    }

    /// The first column of the first row as an integer, or nil when there is no row or it holds something else.
    public func integer(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> Int64? {
        guard case .integer(let value) = try self.value(sql, arguments) else { return nil }
        return value
    }

    /// Rows changed by the last insert, update or delete.
    public var changes: Int { Int(sqlite3_changes64(self.handle)) }

    /// The row id of the last insert.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(self.handle) }

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        let extended = sqlite3_extended_errcode(self.handle)
        let matches = extended & 0xff == code & 0xff
        return SQLiteError(
            code: matches ? extended : code,
            message: matches ? String(cString: sqlite3_errmsg(self.handle)) : String(cString: sqlite3_errstr(code)),
            sql: sql
        )
    }
}
