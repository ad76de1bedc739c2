import SpoorSQLite

/// Noticing that the database is an older one than was committed.
///
/// Whoever cuts or changes a write-ahead log from outside makes of the database what it was before: intact, and without
/// the records that came since.
extension RecordStore {
    /// Compares what is here with what was committed.
    func compare(with noted: RecordStock?) throws {
        guard let noted else { return }
        self.missing = noted.missing(after: self.lastSequence, besides: self.count + self.deadLetterCount)
        self.stock = noted
        self.stock.fallBack(to: self.lastSequence)
        try self.restock()
    }

    /// Counts what is missing as lost, and notes commits from now on.
    ///
    /// A process that ends in between counts the same twice, never not at all.
    ///
    /// - Parameters:
    ///   - ledger: where to note commits.
    ///   - recovered: how many of the missing records are still in the journal.
    /// - Throws: `SQLiteError`; nothing has changed then.
    func follow(_ ledger: CommitLedger, recovered: Int = 0) throws {
        self.missing = max(0, self.missing - recovered)
        try self.addLosses([Loss(.damaged, .tracked, count: self.missing)])
        self.ledger = ledger
        self.noteStock()
    }

    /// Notes what is kept, after a commit.
    func noteStock() {
        // What was given once is not given again, also where its record is gone.
        self.stock.last = max(self.stock.last, self.lastSequence)
        self.stock.total = self.count + self.deadLetterCount
        self.ledger?.write(self.stock)
    }

    /// Counts what is kept by commit anew, after deletions that do not name their records.
    func restock() throws {
        let floor = Int64(clamping: self.stock.floor)
        try self.stock.recount { add in
            for table in ["meta", "dead_letter"] {
                try self.connection.query("SELECT seq FROM \(table) WHERE seq > ?", [.integer(floor)]) { row in
                    add(UInt64(bitPattern: row.integer(at: 0)))
                }
            }
        }
    }
}
