import SpoorSQLite

extension RecordStore {
    /// Takes the next records that no other batch holds, and marks them, in one transaction.
    ///
    /// - Parameters:
    ///   - maxCount: the most records.
    ///   - maxBytes: the most bytes; a first record larger than this comes alone, so that it can be set aside and does
    ///     not starve those behind it.
    ///   - order: which records come first.
    /// - Returns: the batch; empty, and nothing marked, when there is nothing to take.
    /// - Throws: `SQLiteError`.
    public func selectAndMark(maxCount: Int, maxBytes: Int, order: RecordOrder = .sequence) throws -> RecordBatch {
        let id = self.lastBatch + 1
        let batch = try self.write {
            var rows: [RecordBatch.Row] = []
            var bytes: [UInt8] = []
            let statements =
                switch order {
                case .sequence: [self.selectBySequence]
                case .crashFirst: [self.selectCrashes, self.selectOthers]
                }
            for statement in statements {
                let isOpen = try self.take(statement, into: &rows, &bytes, maxCount: maxCount, maxBytes: maxBytes)
                guard isOpen else { break }
            }
            for row in rows {
                try self.mark.bind(Int64(bitPattern: row.sequence), at: 1)
                try self.mark.bind(id, at: 2)
                try self.mark.run()
            }
            return RecordBatch(id: id, rows: rows, bytes: bytes)
        }
        if !batch.isEmpty {
            self.lastBatch = id
            self.inFlight[id] = batch.rows
        }
        return batch
    }

    /// Reads rows until the limits are reached.
    ///
    /// - Returns: whether there is room for more.
    private func take(
        _ statement: Statement,
        into rows: inout [RecordBatch.Row],
        _ bytes: inout [UInt8],
        maxCount: Int,
        maxBytes: Int
    ) throws -> Bool {
        defer { statement.reset() }
        while rows.count < maxCount {
            guard try statement.step() else { return true }
            let blob = statement.borrowedBlob(at: 3)
            guard rows.isEmpty || bytes.count + blob.count <= maxBytes else { return false }
            let start = bytes.count
            bytes.append(contentsOf: blob)
            rows.append(
                RecordBatch.Row(
                    sequence: UInt64(bitPattern: statement.integer(at: 0)),
                    recordClass: RecordClass(rawValue: UInt8(truncatingIfNeeded: statement.integer(at: 1))) ?? .tracked,
                    recorded: statement.integer(at: 2),
                    range: start..<bytes.count,
                    isIntact: RowChecksum.fits(statement, bytes: 3, checksum: 4)
                )
            )
        }
        return false
    }

    /// Ends a batch that was dealt with: sets the named records aside and deletes the others, in one transaction.
    ///
    /// A batch that is not known any more, because its records were purged, changes nothing.
    ///
    /// - Parameters:
    ///   - id: the batch.
    ///   - deadLetters: records of this batch to set aside, and why.
    ///   - deletesOthers: whether the other records are done; else they are given back.
    ///   - now: the time to note on them, in milliseconds since 1970.
    /// - Returns: how many were counted as lost, because they are damaged.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func settle(
        batch id: Int64,
        deadLetters: [DeadLetterReason] = [],
        deletesOthers: Bool = true,
        now: Int64 = 0
    ) throws -> Int {
        guard let rows = self.inFlight[id] else { return 0 }
        self.point(.beforeSettle)
        let own = Set(rows.map(\.sequence))
        let letters = deadLetters.filter { own.contains($0.sequence) }
        let aside = Set(letters.map(\.sequence))
        let lost = try self.write {
            let lost = try self.damaged(letters, of: rows)
            try self.note(lost)
            for letter in letters { try self.setAside(letter, now: now) }
            if !deletesOthers {
                for row in rows where !aside.contains(row.sequence) { try self.unmark(row) }
            }
            try self.connection.run(
                "DELETE FROM record WHERE seq IN (SELECT seq FROM in_flight WHERE batch = ?)",
                [.integer(id)]
            )
            try self.connection.run("DELETE FROM in_flight WHERE batch = ?", [.integer(id)])
            self.forget(deletesOthers ? rows : rows.filter { aside.contains($0.sequence) })
            if deletesOthers { for row in rows where !aside.contains(row.sequence) { self.stock.remove(row.sequence) } }
            self.inFlight[id] = nil
            return lost.reduce(0) { $0 + $1.count }
        }
        self.point(.afterSettle)
        return lost
    }

    /// The letters that are lost for their damage; one that was put back by hand was counted before.
    private func damaged(_ letters: [DeadLetterReason], of rows: [RecordBatch.Row]) throws -> [Loss] {
        let damaged = Set(letters.lazy.filter(\.isDamaged).map(\.sequence))
        return try rows.filter { damaged.contains($0.sequence) }.compactMap { row in
            let sequence = SQLiteValue.integer(Int64(bitPattern: row.sequence))
            let isKnown = try self.connection.integer("SELECT 1 FROM resent WHERE seq = ?", [sequence]) != nil
            return isKnown ? nil : Loss(.damaged, row.recordClass, count: 1)
        }
    }

    private func unmark(_ row: RecordBatch.Row) throws {
        try self.connection.run(
            "DELETE FROM in_flight WHERE seq = ?",
            [.integer(Int64(bitPattern: row.sequence))]
        )
    }

    /// Gives a batch back, so that its records can be taken again.
    public func release(batch id: Int64) throws {
        guard self.inFlight[id] != nil else { return }
        try self.write {
            try self.connection.run("DELETE FROM in_flight WHERE batch = ?", [.integer(id)])
            self.inFlight[id] = nil
        }
    }

    /// Takes rows out of the totals.
    func forget(_ rows: [RecordBatch.Row]) {
        for row in rows {
            self.totals[row.recordClass, default: .init()].count -= 1
            self.totals[row.recordClass, default: .init()].bytes -= row.range.count
        }
    }
}
