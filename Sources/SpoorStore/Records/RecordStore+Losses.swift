import SpoorSQLite

extension RecordStore {
    /// What was lost since losses were last taken off, by reason and class.
    ///
    /// The counts are written in the transaction that deletes, so that neither is there without the other. What was told by
    /// a record that is gone undelivered counts again.
    public func losses() throws -> [Loss] {
        var losses = try self.counted()
        for told in try self.untold().values where told.channel.isEmpty {
            for loss in told.losses { losses.add(loss) }
        }
        return losses
    }

    private func counted() throws -> [Loss] {
        var losses: [Loss] = []
        try self.connection.query("SELECT reason, class, count FROM loss WHERE count > 0 ORDER BY reason, class") {
            row in
            guard let reason = LossReason(rawValue: row.text(at: 0)),
                let recordClass = RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 1)))
            else { return }
            losses.append(Loss(reason, recordClass, count: Int(clamping: row.integer(at: 2))))
        }
        return losses
    }

    /// Adds losses that happened outside of the database.
    public func addLosses(_ losses: [Loss]) throws {
        guard losses.contains(where: { $0.count > 0 }) else { return }
        try self.write { try self.note(losses) }
    }

    /// Takes losses off that were reported; what came on top meanwhile stays.
    public func removeLosses(_ losses: [Loss]) throws {
        try self.write {
            try self.countUntold()
            for loss in losses {
                try self.connection.run(
                    "UPDATE loss SET count = max(0, count - ?) WHERE reason = ? AND class = ?",
                    [
                        .integer(Int64(loss.count)), .text(loss.reason.rawValue),
                        .integer(Int64(loss.recordClass.rawValue)),
                    ]
                )
            }
            try self.connection.run("DELETE FROM loss WHERE count <= 0")
        }
    }

    /// Adds losses, within a transaction.
    func note(_ losses: [Loss]) throws {
        for loss in losses where loss.count > 0 {
            try self.connection.run(
                """
                INSERT INTO loss(reason, class, count) VALUES(?, ?, ?)
                ON CONFLICT(reason, class) DO UPDATE SET count = count + excluded.count
                """,
                [.text(loss.reason.rawValue), .integer(Int64(loss.recordClass.rawValue)), .integer(Int64(loss.count))]
            )
        }
    }
}

extension [Loss] {
    /// Adds to the count of the same reason and class.
    package mutating func add(_ loss: Loss) {
        if let place = self.firstIndex(where: { $0.reason == loss.reason && $0.recordClass == loss.recordClass }) {
            self[place].count = self[place].count.addingReportingOverflow(loss.count).partialValue
        } else {
            self.append(loss)
        }
    }
}
