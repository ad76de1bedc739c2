import SpoorSQLite

extension RecordStore {
    /// Takes the next records that no other batch holds, and marks them, in one transaction.
    ///
    /// - Parameters:
    ///   - maxCount: the most records.
    ///   - maxBytes: the most bytes; a first record larger than this comes alone, so that it can be set aside and does
    ///     not starve those behind it.
    ///   - order: which records come first.
    ///   - selection: which records may be taken, and with which payloads; sizes count what is taken.
    /// - Returns: the batch; empty, and nothing marked, when there is nothing to take.
    /// - Throws: `SQLiteError`.
    public func selectAndMark(
        maxCount: Int,
        maxBytes: Int,
        order: RecordOrder = .sequence,
        selection: RecordSelection = RecordSelection()
    ) throws -> RecordBatch {
        let id = self.lastBatch + 1
        let batch = try self.write {
            var taken = Taken(maxCount: maxCount, maxBytes: maxBytes)
            for statement in try self.statements(order, selection) {
                guard try self.take(statement, selection.payloads.types, into: &taken) else { break }
            }
            for row in taken.rows {
                try self.mark.bind(Int64(bitPattern: row.sequence), at: 1)
                try self.mark.bind(id, at: 2)
                try self.mark.run()
            }
            return RecordBatch(id: id, rows: taken.rows, bytes: taken.bytes)
        }
        if !batch.isEmpty {
            self.lastBatch = id
            self.inFlight[id] = batch.rows
        }
        return batch
    }

    /// What has been taken so far.
    private struct Taken {
        let maxCount: Int
        let maxBytes: Int
        var rows: [RecordBatch.Row] = []
        var bytes: [UInt8] = []

        /// Whether so many more bytes may come; a first record always may, and then comes alone if it is too large.
        func hasRoom(for count: Int) -> Bool {
            self.rows.isEmpty || count <= self.maxBytes.subtractingReportingOverflow(self.bytes.count).partialValue
        }
    }

    /// Reads rows until the limits are reached.
    ///
    /// - Returns: whether there is room for more.
    private func take(
        _ statement: Statement,
        _ isSent: (String) -> Bool,
        into taken: inout Taken
    ) throws -> Bool {
        defer { statement.reset() }
        while taken.rows.count < taken.maxCount {
            guard try statement.step() else { return true }
            let blob = statement.borrowedBlob(at: 3)
            let type = statement.isNull(at: 5) ? nil : statement.text(at: 5)
            let stored = type == nil ? 0 : Self.payloadBytes(statement.integer(at: 7))
            let sent = stored > 0 && isSent(type ?? "") ? stored : 0
            guard taken.hasRoom(for: blob.count + sent) else { return false }
            let start = taken.bytes.count
            taken.bytes.append(contentsOf: blob)
            let end = taken.bytes.count
            let reportID = type == nil ? nil : statement.text(at: 6)
            var isIntact = RowChecksum.fits(statement, bytes: 3)
            // Of a row that was changed, nothing is believed.
            let isWanted = sent > 0 && isIntact
            if isWanted { isIntact = try self.appendPayload(of: reportID ?? "", count: stored, to: &taken.bytes) }
            taken.rows.append(
                RecordBatch.Row(
                    sequence: UInt64(bitPattern: statement.integer(at: 0)),
                    recordClass: RecordClass(rawValue: UInt8(truncatingIfNeeded: statement.integer(at: 1))) ?? .tracked,
                    recorded: statement.integer(at: 2),
                    range: start..<end,
                    type: type,
                    reportID: reportID,
                    payload: isWanted && isIntact ? end..<taken.bytes.count : nil,
                    isIntact: isIntact,
                    storedPayload: stored
                )
            )
        }
        return false
    }

    /// A number of payload bytes, kept in a range where no damage to it can overflow a sum.
    static func payloadBytes(_ column: Int64) -> Int { Int(clamping: min(max(column, 0), 1 << 31)) }

    /// Appends a payload.
    ///
    /// - Returns: whether it is there and its checksum fits; nothing is appended otherwise.
    func appendPayload(of reportID: String, count: Int, to bytes: inout [UInt8]) throws -> Bool {
        defer { self.selectPayload.reset() }
        try self.selectPayload.bind(reportID, at: 1)
        guard try self.selectPayload.step() else { return false }
        let payload = self.selectPayload.borrowedBlob(at: 1)
        let checksum = RowChecksum.of(payload: payload, reportID: self.selectPayload.borrowedText(at: 0))
        guard payload.count == count, !self.selectPayload.isNull(at: 2), self.selectPayload.integer(at: 2) == checksum
        else { return false }
        bytes.append(contentsOf: payload)
        return true
    }

    /// Ends a batch that was dealt with: sets the named records aside and deletes the others, in one transaction.
    ///
    /// A batch that is not known any more, because its records were purged, changes nothing.
    ///
    /// - Parameters:
    ///   - id: the batch.
    ///   - deadLetters: records of this batch to set aside, and why.
    ///   - deletesOthers: whether the other records are done; else they are given back.
    ///   - limits: how many dead letters may stay; the oldest beyond that go in the same transaction.
    ///   - now: the time to note on them, in milliseconds since 1970.
    /// - Returns: what was counted as lost.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func settle(
        batch id: Int64,
        deadLetters: [DeadLetterReason] = [],
        deletesOthers: Bool = true,
        limits: StoreLimits = StoreLimits(),
        now: Int64 = 0
    ) throws -> SettleReport {
        guard let rows = self.inFlight[id] else { return SettleReport() }
        self.point(.beforeSettle)
        let own = Set(rows.map(\.sequence))
        let letters = deadLetters.filter { own.contains($0.sequence) }
        let aside = Set(letters.map(\.sequence))
        let report = try self.write {
            let lost = try self.damaged(letters, of: rows)
            try self.note(lost)
            if letters.contains(where: \.isDamaged) { try self.noteDamaged(letters) }
            for letter in letters { try self.setAside(letter, now: now) }
            if !deletesOthers {
                for row in rows where !aside.contains(row.sequence) { try self.unmark(row) }
            }
            if deletesOthers {
                let delivered = rows.filter { !aside.contains($0.sequence) }
                try self.deletePayloads(of: delivered)
                try self.noteDelivered(delivered)
            }
            try self.connection.run(
                "DELETE FROM meta WHERE seq IN (SELECT seq FROM in_flight WHERE batch = ?)",
                [.integer(id)]
            )
            try self.connection.run("DELETE FROM in_flight WHERE batch = ?", [.integer(id)])
            self.forget(deletesOthers ? rows : rows.filter { aside.contains($0.sequence) })
            if deletesOthers { for row in rows where !aside.contains(row.sequence) { self.stock.remove(row.sequence) } }
            self.inFlight[id] = nil
            let trimmed = letters.isEmpty ? 0 : try self.trimAddedDeadLetters(to: limits)
            return SettleReport(damaged: lost.reduce(0) { $0 + $1.count }, trimmed: trimmed)
        }
        self.point(.afterSettle)
        // Done is done: where the space cannot be given back now, the next start does it.
        if self.count == 0 { try? self.returnSpace(from: Self.manyPages) }
        return report
    }

    /// Whether an error of a store says that the disk has no room, so that it can be done once there is some.
    public static func isFull(_ error: any Error) -> Bool {
        (error as? SQLiteError)?.isFull ?? false
    }

    /// The letters that are lost for their damage; one that was put back by hand was counted before.
    private func damaged(_ letters: [DeadLetterReason], of rows: [RecordBatch.Row]) throws -> [Loss] {
        let damaged = Set(letters.lazy.filter(\.isDamaged).map(\.sequence)).subtracting(try self.reportSequences())
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

    /// Deletes the payloads of rows that are about to be deleted, within a transaction.
    func deletePayloads(of rows: [RecordBatch.Row]) throws {
        for row in rows where row.storedPayload > 0 {
            try self.deletePayload.bind(Int64(bitPattern: row.sequence), at: 1)
            try self.deletePayload.run()
        }
    }

    /// Deletes payloads whose record is neither stored nor a dead letter, within a transaction.
    func sweepPayloads() throws {
        try self.connection.execute(
            """
            DELETE FROM payload WHERE NOT EXISTS (SELECT 1 FROM meta WHERE meta.report_id = payload.report_id)
            AND NOT EXISTS (SELECT 1 FROM dead_letter WHERE dead_letter.report_id = payload.report_id)
            """
        )
    }

    /// Takes rows out of the totals.
    func forget(_ rows: [RecordBatch.Row]) {
        for row in rows {
            self.totals[row.recordClass, default: .init()].count -= 1
            self.totals[row.recordClass, default: .init()].bytes -= row.storedBytes
        }
    }
}
