import SpoorSQLite

extension RecordStore {
    /// Copies what can be read of a damaged database into this one.
    ///
    /// Reading stops at a damaged page, so it starts again behind it, in growing steps, a bounded number of times.
    ///
    /// - Returns: how many records.
    func salvage(from path: String) throws -> Int {
        var configuration = ConnectionConfiguration()
        configuration.isExclusive = true
        // Opened for writing where possible: its log may hold the newest records.
        guard let damaged = try? Connection(path: path, configuration: configuration) else { return 0 }
        try self.write {
            self.salvageRecords(from: damaged)
            let letters = (try? Self.salvageDeadLetters(from: damaged, into: self.connection)) ?? 0
            self.deadLetterCount += letters
            try? Self.salvageCounts(from: damaged, into: self.connection)
            let last = (try? damaged.integer("SELECT value FROM meta WHERE key = 'last_seq'")) ?? nil
            let highest = try self.connection.integer("SELECT max(seq) FROM record")
            try self.raiseSequence(to: UInt64(max(last ?? 0, highest ?? 0, 0)))
            try self.recount()
            let before = (try? damaged.integer("SELECT sum(count) FROM total")) ?? nil
            let missing = Int(clamping: before ?? 0).subtractingReportingOverflow(self.count).partialValue
            // The old total lies in the same damaged file: a number beyond belief is none.
            if missing > 0, missing < 100_000_000 { try self.note([Loss(.damaged, .tracked, count: missing)]) }
        }
        return self.count
    }

    /// Takes over what is known of losses and ages; what cannot be read begins anew.
    private static func salvageCounts(from damaged: Connection, into connection: Connection) throws {
        for (table, columns) in [("loss", "reason, class, count"), ("age_mark", "seq, elapsed"), ("resent", "seq")] {
            let places = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
            let insert = try connection.prepare("INSERT OR IGNORE INTO \(table) VALUES(\(places))")
            try damaged.query("SELECT \(columns) FROM \(table)") { row in
                for column in 0..<columns.split(separator: ",").count {
                    try insert.bind(row.value(at: column), at: column + 1)
                }
                try insert.run()
            }
        }
        let insert = try connection.prepare("REPLACE INTO meta(key, value) VALUES(?, ?)")
        try damaged.query("SELECT key, value FROM meta WHERE key LIKE 'number.%'") { row in
            for column in 0..<2 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
        }
    }

    private func salvageRecords(from damaged: Connection) {
        guard
            let select = try? damaged.prepare(
                "SELECT seq, class, recorded, bytes FROM record WHERE seq > ? ORDER BY seq"
            ),
            let insert = try? self.connection.prepare("INSERT OR IGNORE INTO record VALUES(?, ?, ?, ?)")
        else { return }
        var last: Int64 = -1
        var step: Int64 = 1
        for _ in 0..<64 {
            var hasRead = false
            do {
                select.reset()
                try select.bind(last, at: 1)
                while try select.step() {
                    let sequence = select.integer(at: 0)
                    guard sequence > last else { return }
                    last = sequence
                    hasRead = true
                    try Self.copy(select, with: insert)
                }
                return
            } catch {
                step = hasRead ? 1 : min(step * 2, 1 << 20)
                guard last < .max - step else { return }
                last += step
            }
        }
    }

    private static func copy(_ row: Statement, with insert: Statement) throws {
        let recordClass = row.integer(at: 1)
        guard row.integer(at: 0) > 0, recordClass >= 0, recordClass < RecordClass.allCases.count else { return }
        try insert.bind(row.integer(at: 0), at: 1)
        try insert.bind(recordClass, at: 2)
        try insert.bind(row.integer(at: 2), at: 3)
        try insert.bind(row.borrowedBlob(at: 3), at: 4)
        try insert.run()
    }

    private static func salvageDeadLetters(from damaged: Connection, into connection: Connection) throws -> Int {
        let insert = try connection.prepare("INSERT OR IGNORE INTO dead_letter VALUES(?, ?, ?, ?, ?, ?, ?)")
        var count = 0
        try damaged.query("SELECT seq, class, recorded, set_aside, reason, status, bytes FROM dead_letter") { row in
            for column in 0..<7 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
            count += 1
        }
        return count
    }
}
