import SpoorSQLite

extension RecordStore {
    /// Copies a record to the dead letters, within a transaction.
    func setAside(_ letter: DeadLetterReason, now: Int64) throws {
        let added = try self.connection.run(
            """
            INSERT OR REPLACE INTO dead_letter(seq, class, recorded, set_aside, reason, status, \(RowChecksum.columns))
            SELECT seq, class, recorded, ?, ?, ?, \(RowChecksum.columns) FROM meta WHERE seq = ?
            """,
            [
                .integer(now), .text(letter.reason), letter.status.map { .integer(Int64($0)) } ?? .null,
                .integer(Int64(bitPattern: letter.sequence)),
            ]
        )
        self.deadLetterCount += added
    }

    /// The newest dead letters, newest first, without their payloads.
    ///
    /// - Parameter limit: the most to read; a negative number reads none.
    /// - Returns: the letters.
    /// - Throws: `SQLiteError`.
    public func deadLetters(limit: Int = 100) throws -> [DeadLetter] {
        var letters: [DeadLetter] = []
        try self.readDeadLetters("ORDER BY seq DESC LIMIT ?", [.integer(Int64(max(0, limit)))], withPayloads: false) {
            letters.append($0)
        }
        return letters
    }

    /// Hands over every dead letter with its payload, oldest first, one at a time.
    ///
    /// - Parameter body: gets each letter.
    /// - Throws: `SQLiteError`, and what `body` throws.
    public func forEachDeadLetter(_ body: (DeadLetter) throws -> Void) throws {
        try self.readDeadLetters("ORDER BY seq", [], withPayloads: true, body)
    }

    private func readDeadLetters(
        _ order: String,
        _ arguments: [SQLiteValue],
        withPayloads: Bool,
        _ body: (DeadLetter) throws -> Void
    ) throws {
        try self.connection.query(
            """
            SELECT seq, class, recorded, set_aside, reason, status, \(RowChecksum.columns) FROM dead_letter \(order)
            """,
            arguments
        ) { row in
            let type = row.isNull(at: 8) ? nil : row.text(at: 8)
            let reportID = row.isNull(at: 9) ? nil : row.text(at: 9)
            let payloadBytes = Self.payloadBytes(row.integer(at: 10))
            var isIntact = RowChecksum.fits(row, bytes: 6)
            var payload: [UInt8]?
            if withPayloads, let reportID, payloadBytes > 0, isIntact {
                var bytes: [UInt8] = []
                isIntact = try self.appendPayload(of: reportID, count: payloadBytes, to: &bytes)
                payload = isIntact ? bytes : nil
            }
            try body(
                DeadLetter(
                    sequence: UInt64(bitPattern: row.integer(at: 0)),
                    recordClass: RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 1))) ?? .tracked,
                    recorded: row.integer(at: 2),
                    setAside: row.integer(at: 3),
                    reason: row.text(at: 4),
                    status: row.isNull(at: 5) ? nil : Int(clamping: row.integer(at: 5)),
                    bytes: row.blob(at: 6),
                    type: type,
                    reportID: reportID,
                    payloadBytes: payloadBytes,
                    payload: payload,
                    isIntact: isIntact
                )
            )
        }
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
                    INSERT OR IGNORE INTO meta(seq, class, recorded, \(RowChecksum.columns))
                    SELECT seq, class, recorded, \(RowChecksum.columns) FROM dead_letter \(condition)
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
            try self.sweepPayloads()
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
        try self.connection.query(Self.countByClass) { row in
            for (place, recordClass) in RecordClass.allCases.enumerated() {
                self.totals[recordClass] = Self.total(row, at: 2 * place)
            }
        }
        self.isCounted = true
        try self.restock()
    }

    /// The number and the bytes of all records of each class, beside one another in one row.
    ///
    /// One pass reads the rows in their order, and of each no more than how long it is: to group them by class would sort
    /// them, each with its bytes, in memory.
    static let countByClass: String = {
        let columns = RecordClass.allCases.map { recordClass in
            """
            count(CASE class WHEN \(recordClass.rawValue) THEN 1 END),
            sum(CASE class WHEN \(recordClass.rawValue) THEN length(bytes) + coalesce(payload_bytes, 0) END)
            """
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM meta"
    }()
}
