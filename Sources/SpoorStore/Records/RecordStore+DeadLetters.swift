import SpoorSQLite

extension RecordStore {
    /// Copies a record to the dead letters, within a transaction.
    func setAside(_ letter: DeadLetterReason, now: Int64) throws {
        let added = try self.connection.run(
            """
            INSERT OR REPLACE INTO dead_letter(seq, class, recorded, set_aside, reason, status, bytes, crc)
            SELECT seq, class, recorded, ?, ?, ?, bytes, crc FROM record WHERE seq = ?
            """,
            [
                .integer(now), .text(letter.reason), letter.status.map { .integer(Int64($0)) } ?? .null,
                .integer(Int64(bitPattern: letter.sequence)),
            ]
        )
        self.deadLetterCount += added
    }

    /// The newest dead letters, newest first.
    ///
    /// - Parameter limit: the most to read.
    /// - Returns: the letters.
    /// - Throws: `SQLiteError`.
    public func deadLetters(limit: Int = 100) throws -> [DeadLetter] {
        var letters: [DeadLetter] = []
        try self.connection.query(
            """
            SELECT seq, class, recorded, set_aside, reason, status, bytes, crc FROM dead_letter
            ORDER BY seq DESC LIMIT ?
            """,
            [.integer(Int64(limit))]
        ) { row in
            letters.append(
                DeadLetter(
                    sequence: UInt64(bitPattern: row.integer(at: 0)),
                    recordClass: RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 1))) ?? .tracked,
                    recorded: row.integer(at: 2),
                    setAside: row.integer(at: 3),
                    reason: row.text(at: 4),
                    status: row.isNull(at: 5) ? nil : Int(clamping: row.integer(at: 5)),
                    bytes: row.blob(at: 6),
                    isIntact: RowChecksum.fits(row, bytes: 6, checksum: 7)
                )
            )
        }
        return letters
    }

    /// Puts dead letters back among the records, under their old sequence numbers and so in their old order.
    ///
    /// Age does not delete what was put back by hand.
    ///
    /// - Parameter sequences: which ones; nil takes all.
    /// - Returns: how many.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func resendDeadLetters(_ sequences: [UInt64]? = nil) throws -> Int {
        try self.write {
            var count = 0
            for (condition, arguments) in Self.conditions(sequences) {
                try self.connection.run(
                    "INSERT OR IGNORE INTO resent(seq) SELECT seq FROM dead_letter \(condition)",
                    arguments
                )
                count += try self.connection.run(
                    """
                    INSERT OR IGNORE INTO record(seq, class, recorded, bytes, crc)
                    SELECT seq, class, recorded, bytes, crc FROM dead_letter \(condition)
                    """,
                    arguments
                )
                self.deadLetterCount -= try self.connection.run("DELETE FROM dead_letter \(condition)", arguments)
            }
            try self.recount()
            return count
        }
    }

    /// Deletes dead letters.
    ///
    /// - Parameter sequences: which ones; nil takes all.
    /// - Returns: how many.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func purgeDeadLetters(_ sequences: [UInt64]? = nil) throws -> Int {
        try self.write {
            var count = 0
            for (condition, arguments) in Self.conditions(sequences) {
                count += try self.connection.run("DELETE FROM dead_letter \(condition)", arguments)
            }
            self.deadLetterCount -= count
            try self.restock()
            return count
        }
    }

    private static func conditions(_ sequences: [UInt64]?) -> [(String, [SQLiteValue])] {
        guard let sequences else { return [("WHERE true", [])] }
        return sequences.map { ("WHERE seq = ?", [.integer(Int64(bitPattern: $0))]) }
    }

    /// Counts what is stored anew, within a transaction.
    func recount() throws {
        for recordClass in RecordClass.allCases { self.totals[recordClass] = ClassTotal() }
        try self.connection.query("SELECT class, count(*), sum(length(bytes)) FROM record GROUP BY class") { row in
            guard let recordClass = RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 0))) else { return }
            self.totals[recordClass] = Self.total(row)
        }
        self.isCounted = true
        try self.restock()
    }
}
