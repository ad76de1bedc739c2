import SpoorSQLite

extension RecordStore {
    /// Deletes what exceeds the limits: lowest class first, oldest first, nothing that is being uploaded.
    ///
    /// - Returns: how many records of each class were lost; they are counted as losses by reason.
    public func enforce(_ limits: StoreLimits) throws -> [RecordClass: Int] {
        try self.trimDeadLetters(to: limits.deadLetters)
        guard self.count > limits.records || self.bytes > limits.bytes else { return [:] }
        return try self.write {
            var lost: [RecordClass: Int] = [:]
            // Nothing is deleted on the word of a number that damage may have changed.
            if !self.isCounted { try self.recount() }
            for recordClass in RecordClass.allCases {
                while self.count > limits.records || self.bytes > limits.bytes {
                    let rows = try self.oldest(of: recordClass, limits)
                    guard !rows.isEmpty else { break }
                    let overCount = min(rows.count, max(0, self.count - limits.records))
                    try self.delete(rows)
                    try self.note([
                        Loss(.overCount, recordClass, count: overCount),
                        Loss(.overBytes, recordClass, count: rows.count - overCount),
                    ])
                    lost[recordClass, default: 0] += rows.count
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
            SELECT seq, recorded, length(bytes) FROM record WHERE class = \(recordClass.rawValue) \(isIndexed)
            AND NOT EXISTS (SELECT 1 FROM in_flight WHERE in_flight.seq = record.seq) ORDER BY seq LIMIT 500
            """
        )
        while excessRecords > 0 || excessBytes > 0, try statement.step() {
            let bytes = Int(statement.integer(at: 2))
            rows.append(
                RecordBatch.Row(
                    sequence: UInt64(bitPattern: statement.integer(at: 0)),
                    recordClass: recordClass,
                    recorded: statement.integer(at: 1),
                    range: 0..<bytes
                )
            )
            excessRecords -= 1
            excessBytes -= bytes
        }
        return rows
    }

    private func delete(_ rows: [RecordBatch.Row]) throws {
        let statement = try self.connection.prepare("DELETE FROM record WHERE seq = ?")
        for row in rows {
            try statement.bind(Int64(bitPattern: row.sequence), at: 1)
            try statement.run()
            self.stock.remove(row.sequence)
        }
        self.forget(rows)
    }

    private func trimDeadLetters(to limit: Int) throws {
        guard self.deadLetterCount > limit else { return }
        let excess = SQLiteValue.integer(Int64(self.deadLetterCount - limit))
        try self.write {
            var losses: [Loss] = []
            try self.connection.query(
                "SELECT class, count(*) FROM (SELECT class FROM dead_letter ORDER BY seq LIMIT ?) GROUP BY class",
                [excess]
            ) { row in
                let recordClass = RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 0))) ?? .tracked
                losses.append(Loss(.deadLettersFull, recordClass, count: Int(clamping: row.integer(at: 1))))
            }
            try self.note(losses)
            self.deadLetterCount -= try self.connection.run(
                "DELETE FROM dead_letter WHERE seq IN (SELECT seq FROM dead_letter ORDER BY seq LIMIT ?)",
                [excess]
            )
            try self.restock()
        }
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
            for table in ["record", "in_flight", "dead_letter"] {
                try self.connection.run("DELETE FROM \(table) WHERE seq <= ?", [last])
            }
            self.deadLetterCount = Int(try self.connection.integer("SELECT count(*) FROM dead_letter") ?? 0)
            self.inFlight = self.inFlight.filter { ($0.value.last?.sequence ?? 0) > sequence }
            try self.recount()
            return before - self.count
        }
    }

    /// Returns up to `pages` free pages of 16 KiB to the file system; all of them when nil.
    public func vacuum(pages: Int? = nil) throws {
        try self.connection.incrementalVacuum(pages: pages)
    }
}
