import CSQLite

/// A prepared statement, finalised when the last reference goes.
///
/// Parameters count from 1 and columns from 0, as in SQLite itself. A statement belongs to its connection's owner and
/// keeps the connection open.
public final class Statement {
    private let connection: Connection
    let handle: OpaquePointer
    /// The text that this statement was prepared from.
    public let sql: String

    init(connection: Connection, sql: String, persistent: Bool) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &handle, nil)
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
        guard let handle else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "the text holds no statement", sql: sql)
        }
        self.connection = connection
        self.handle = handle
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(self.handle)
    }

    /// Runs to the next row, or to the end.
    ///
    /// - Returns: whether a row is there to read.
    @discardableResult
    public func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(self.handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let error = self.connection.error(code, sql: self.sql)
        sqlite3_reset(self.handle)
        throw error
    }

    /// Makes the statement ready to run again; bound values stay.
    public func reset() {
        sqlite3_reset(self.handle)
    }

    /// Sets every parameter to null and lets go of what was bound.
    public func clearBindings() {
        sqlite3_clear_bindings(self.handle)
    }

    /// Runs a statement that yields no rows, then makes it ready to run again.
    public func run() throws(SQLiteError) {
        defer { sqlite3_reset(self.handle) }
        while try self.step() {}
    }

    /// The number of columns in a row.
    public var columnCount: Int { Int(sqlite3_column_count(self.handle)) }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw self.connection.error(code, sql: self.sql) }
    }
}
