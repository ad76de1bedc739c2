import CSQLite

extension Connection {
    /// How a transaction takes the write lock.
    public enum TransactionKind: String, Sendable {
        /// At the first statement that needs it.
        case deferred = "BEGIN"
        /// At once, so that no later statement can find it taken.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(self.handle) == 0 }

    /// Runs `body` in a transaction, which is committed when it returns and rolled back when it or the commit throws.
    ///
    /// Transactions do not nest.
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate,
        _ body: () throws -> Result
    ) throws -> Result {
        try self.execute(kind.rawValue)
        do {
            let result = try body()
            try self.execute("COMMIT")
            return result
        } catch {
            // A failed commit or a full disk may have rolled back already.
            if self.isInTransaction { try? self.execute("ROLLBACK") }
            throw error
        }
    }

    /// Returns up to `pages` free pages to the file system; all of them when nil.
    public func incrementalVacuum(pages: Int? = nil) throws(SQLiteError) {
        try self.execute("PRAGMA incremental_vacuum(\(pages ?? 0))")
    }

    /// Moves the write-ahead log into the database and, when `truncating`, gives its space back.
    public func checkpoint(truncating: Bool = false) throws(SQLiteError) {
        try self.execute("PRAGMA wal_checkpoint(\(truncating ? "TRUNCATE" : "PASSIVE"))")
    }

    /// What SQLite's own check of structure finds wrong; empty when all is well.
    public func quickCheck() throws(SQLiteError) -> [String] {
        let statement = try self.prepare("PRAGMA quick_check(10)")
        var findings: [String] = []
        while try statement.step() { findings.append(statement.text(at: 0)) }
        return findings == ["ok"] ? [] : findings
    }
}
