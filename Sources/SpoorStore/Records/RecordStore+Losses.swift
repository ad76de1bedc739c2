import SpoorSQLite

extension RecordStore {
    /// What was lost since losses were last taken off, by reason and class.
    ///
    /// The counts are written in the transaction that deletes, so that neither is there without the other.
    public func losses() throws -> [Loss] {
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
