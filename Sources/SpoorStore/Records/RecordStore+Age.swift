import SpoorSQLite

/// How old records are, without a word of the wall clock.
///
/// Marks say "everything up to this number was made by then", where "then" is a count of milliseconds that only grows
/// and is kept by whoever calls. A device that is set to 1970 or 2050 makes nothing older or younger.
extension RecordStore {
    /// Notes that everything stored by now was made by `elapsed`; an earlier note about the same says more, and stays.
    public func markAge(_ elapsed: Int64) throws {
        try self.write {
            _ = try self.connection.run(
                "INSERT OR IGNORE INTO age_mark(seq, elapsed) VALUES(?, ?)",
                [.integer(Int64(bitPattern: self.lastSequence)), .integer(elapsed)]
            )
        }
    }

    /// Deletes what was made by `elapsed` or before, except what is being uploaded or was put back by hand.
    ///
    /// - Returns: how many records of each class went; they are counted as losses.
    @discardableResult
    public func expire(madeBy elapsed: Int64) throws -> [RecordClass: Int] {
        let mark = try self.connection.integer(
            "SELECT max(seq) FROM age_mark WHERE elapsed <= ?",
            [.integer(elapsed)]
        )
        guard let mark else { return [:] }
        let lost = try self.deleteExpired(through: mark)
        if !lost.isEmpty { try? self.returnSpace() }
        return lost
    }

    private func deleteExpired(through mark: Int64) throws -> [RecordClass: Int] {
        try self.write {
            let condition = """
                WHERE seq <= ? AND NOT EXISTS (SELECT 1 FROM in_flight WHERE in_flight.seq = meta.seq)
                AND NOT EXISTS (SELECT 1 FROM resent WHERE resent.seq = meta.seq)
                """
            var lost: [RecordClass: Int] = [:]
            try self.connection.query(
                "SELECT class, count(*) FROM meta \(condition) AND seq NOT IN (\(try self.reportList())) GROUP BY class",
                [.integer(mark)]
            ) { row in
                let recordClass = RecordClass(rawValue: UInt8(truncatingIfNeeded: row.integer(at: 0))) ?? .tracked
                lost[recordClass, default: 0] += Int(clamping: row.integer(at: 1))
            }
            if try self.connection.run("DELETE FROM meta \(condition)", [.integer(mark)]) > 0 {
                try self.sweepPayloads()
                try self.note(lost.map { Loss(.expired, $0.key, count: $0.value) })
                try self.recount()
            }
            try self.connection.run("DELETE FROM age_mark WHERE seq < ?", [.integer(mark)])
            try self.connection.execute("DELETE FROM resent WHERE seq NOT IN (SELECT seq FROM meta)")
            return lost
        }
    }

    /// A whole number that is kept with the records, under a name of the caller's.
    public func number(_ name: String) throws -> Int64? {
        try self.connection.integer("SELECT value FROM mark WHERE key = ?", [.text("number." + name)])
    }

    /// Keeps whole numbers with the records.
    public func setNumbers(_ numbers: [String: Int64]) throws {
        try self.write {
            for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
                try self.connection.run(
                    "REPLACE INTO mark(key, value) VALUES(?, ?)",
                    [.text("number." + name), .integer(number)]
                )
            }
        }
    }
}
