import SpoorSQLite

extension RecordStore {
    /// Deletes what exceeds the limits: lowest class first, oldest first, nothing that is being uploaded.
    ///
    /// - Returns: how many records of each class were lost; they are counted as losses by reason.
    public func enforce(_ limits: StoreLimits) throws -> [RecordClass: Int] {
        try self.trimDeadLetters(to: limits)
        guard self.count > limits.records || self.bytes > limits.bytes else { return [:] }
        let lost = try self.deleteExcess(limits)
        // Done is done: where the space cannot be given back now, the next start does it.
        try? self.returnSpace()
        return lost
    }

    private func deleteExcess(_ limits: StoreLimits) throws -> [RecordClass: Int] {
        try self.write {
            var lost: [RecordClass: Int] = [:]
            // Nothing is deleted on the word of a number that damage may have changed.
            if !self.isCounted { try self.recount() }
            let reports = try self.reportSequences()
            for recordClass in RecordClass.allCases {
                while self.count > limits.records || self.bytes > limits.bytes {
                    let rows = try self.oldest(of: recordClass, limits)
                    guard !rows.isEmpty else { break }
                    let counted = rows.count { !reports.contains($0.sequence) }
                    let overCount = min(counted, max(0, self.count - limits.records))
                    try self.delete(rows)
                    try self.note([
                        Loss(.overCount, recordClass, count: overCount),
                        Loss(.overBytes, recordClass, count: counted - overCount),
                    ])
                    if counted > 0 { lost[recordClass, default: 0] += counted }
                }
            }
            return lost
        }
    }

    /// The oldest records of a class that must go, up to 500 at a time.
    private func oldest(of recordClass: RecordClass, _ limits: StoreLimits) throws -> [RecordBatch.Row] {
        var rows: [RecordBatch.Row] = []
        var excessRecords = self.count - limits.records
        var excessBytes = self.bytes - limits.bytes
        // Spelt so that all classes but the most common one are found by their index.
        let isIndexed = recordClass == .tracked ? "" : "AND class <> 2"
        let statement = try self.connection.prepare(
            """
            SELECT seq, recorded, length(bytes), payload_bytes FROM meta WHERE class = \(recordClass.rawValue) \(isIndexed)
            AND NOT EXISTS (SELECT 1 FROM in_flight WHERE in_flight.seq = meta.seq) ORDER BY seq LIMIT 500
            """
        )
        while excessRecords > 0 || excessBytes > 0, try statement.step() {
            let bytes = Int(statement.integer(at: 2))
            let payload = Self.payloadBytes(statement.integer(at: 3))
            rows.append(
                RecordBatch.Row(
                    sequence: UInt64(bitPattern: statement.integer(at: 0)),
                    recordClass: recordClass,
                    recorded: statement.integer(at: 1),
                    range: 0..<bytes,
                    storedPayload: payload
                )
            )
            excessRecords -= 1
            excessBytes -= bytes + payload
        }
        return rows
    }

    private func delete(_ rows: [RecordBatch.Row]) throws {
        try self.deletePayloads(of: rows)
        let statement = try self.connection.prepare("DELETE FROM meta WHERE seq = ?")
        for row in rows {
            try statement.bind(Int64(bitPattern: row.sequence), at: 1)
            try statement.run()
            self.stock.remove(row.sequence)
        }
        self.forget(rows)
    }

    /// Deletes the oldest dead letters beyond the limits; whole letters, so that none loses only its payload.
    ///
    /// - Returns: how many; they are counted as losses.
    @discardableResult
    func trimDeadLetters(to limits: StoreLimits) throws -> Int {
        guard self.deadLetterCount > 0, let last = try self.lastExcess(limits) else { return 0 }
        return try self.write { try self.deleteDeadLetters(through: last) }
    }

    /// The same within a transaction, after letters were added.
    func trimAddedDeadLetters(to limits: StoreLimits) throws -> Int {
        // As many letters as before may have other payloads.
        self.deadLetterPayloads = -1
        defer { self.deadLetterPayloads = -1 }
        return try self.lastExcess(limits).map { try self.deleteDeadLetters(through: $0) } ?? 0
    }

    private func deleteDeadLetters(through last: SQLiteValue) throws -> Int {
        var losses: [Loss] = []
        try self.connection.query(
            """
            SELECT class, count(*) FROM dead_letter WHERE seq <= ? AND seq NOT IN (\(try self.reportList()))
            GROUP BY class
            """,
            [last]
        ) { row in
            let recordClass = RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 0))) ?? .tracked
            losses.append(Loss(.deadLettersFull, recordClass, count: Int(clamping: row.integer(at: 1))))
        }
        try self.note(losses)
        let deleted = try self.connection.run("DELETE FROM dead_letter WHERE seq <= ?", [last])
        self.deadLetterCount -= deleted
        try self.sweepPayloads()
        try self.restock()
        return deleted
    }

    /// The newest dead letter that must go; nil where all may stay.
    private func lastExcess(_ limits: StoreLimits) throws -> SQLiteValue? {
        var last: Int64?
        if self.deadLetterCount > limits.deadLetters {
            last = try self.connection.integer(
                "SELECT seq FROM dead_letter ORDER BY seq DESC LIMIT 1 OFFSET ?",
                [.integer(Int64(max(0, limits.deadLetters)))]
            )
        }
        if self.deadLetterPayloads != self.deadLetterCount {
            // Looked at when letters came or went, not at every drain.
            self.deadLetterPayloads = self.deadLetterCount
            let excess = try self.connection.integer(
                """
                SELECT max(seq) FROM (SELECT seq, sum(payload_bytes) OVER (ORDER BY seq DESC) AS kept FROM dead_letter)
                WHERE kept > ?
                """,
                [.integer(Int64(limits.deadLetterPayloadBytes))]
            )
            last = [last, excess].compactMap(\.self).max()
        }
        return last.map { .integer($0) }
    }

    /// Deletes records and dead letters up to a sequence number, also those being uploaded; the high-water mark stays.
    ///
    /// - Parameter sequence: the last to go; the default takes all.
    /// - Returns: how many records.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func purge(through sequence: UInt64 = .max) throws -> Int {
        try self.write {
            let before = self.count
            let last = SQLiteValue.integer(Int64(clamping: sequence))
            for table in ["meta", "in_flight", "dead_letter"] {
                try self.connection.run("DELETE FROM \(table) WHERE seq <= ?", [last])
            }
            try self.sweepPayloads()
            self.deadLetterCount = Int(try self.connection.integer("SELECT count(*) FROM dead_letter") ?? 0)
            self.inFlight = self.inFlight.filter { ($0.value.last?.sequence ?? 0) > sequence }
            try self.recount()
            return before - self.count
        }
    }

    /// Deletes what was recorded before a number, as after an upgrade of the app, and gives the space back.
    ///
    /// - Parameter sequence: the first to stay; the high-water mark stays in any case.
    /// - Returns: how many records went; they are no losses. Dead letters of theirs go too.
    /// - Throws: `SQLiteError`.
    @discardableResult
    public func clear(before sequence: UInt64) throws -> Int {
        guard sequence > 0 else { return 0 }
        let count = try self.purge(through: sequence - 1)
        try self.returnSpace()
        return count
    }

    /// Returns up to `pages` free pages of 16 KiB to the file system; all of them when nil.
    public func vacuum(pages: Int? = nil) throws {
        try self.connection.incrementalVacuum(pages: pages)
    }

    /// Gives space back where much of the file is free, and moves the log, so that the file itself shrinks.
    ///
    /// - Parameter least: how many free pages are worth it; those that soon are filled again are not.
    /// - Throws: `SQLiteError`.
    func returnSpace(from least: Int64 = 16) throws {
        let free = try self.connection.integer("PRAGMA freelist_count") ?? 0
        guard free >= least, free >= (try self.connection.integer("PRAGMA page_count") ?? 0) / 4 else { return }
        try self.vacuum()
        try self.connection.checkpoint(truncating: true)
    }

    /// Four megabytes.
    static let manyPages: Int64 = 256
}
