import SpoorSQLite

extension RecordStore {
    /// Runs deletions so that afterwards no file has the bytes of what they deleted.
    ///
    /// Free pages go back to the file system, and the log is emptied: both keep what was deleted otherwise.
    ///
    /// - Parameter body: deletes.
    /// - Returns: what `body` does.
    /// - Throws: `SQLiteError`, and what `body` throws; call it again then, also where the deletions were done.
    func erasing<Result>(_ body: () throws -> Result) throws -> Result {
        try self.connection.execute("PRAGMA secure_delete = ON")
        defer { try? self.connection.execute("PRAGMA secure_delete = FAST") }
        let result = try body()
        try self.vacuum()
        try self.connection.checkpoint(truncating: true)
        return result
    }
}
