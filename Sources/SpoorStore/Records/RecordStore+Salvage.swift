import SpoorSQLite

extension RecordStore {
    /// Copies what can be read of a damaged database into this one.
    ///
    /// Reading stops at a damaged page, so it starts again behind it, in growing steps, a bounded number of times.
    ///
    /// - Parameters:
    ///   - path: the damaged database.
    ///   - noted: what it held by the note of the last commit.
    /// - Returns: how many records.
    /// - Throws: `SQLiteError` when this database cannot be written; nothing has changed then.
    func salvage(from path: String, noted: RecordStock?) throws -> Int {
        var configuration = ConnectionConfiguration()
        configuration.isExclusive = true
        // Opened for writing where possible: its log may hold the newest records.
        return try self.salvage(from: try? Connection(path: path, configuration: configuration), noted: noted)
    }

    /// Copies what can be read through a connection into this database.
    func salvage(from damaged: Connection?, noted: RecordStock?) throws -> Int {
        self.missing = try self.write {
            if let damaged {
                self.salvageRecords(from: damaged)
                let letters = (try? Self.salvageDeadLetters(from: damaged, into: self.connection)) ?? 0
                self.deadLetterCount += letters
                try? Self.salvageCounts(from: damaged, into: self.connection)
            }
            let last = (try? damaged?.integer("SELECT value FROM meta WHERE key = 'last_seq'")) ?? nil
            try self.raiseSequence(to: UInt64(max(last ?? 0, try Self.highestSequence(self.connection), 0)))
            try self.recount()
            return self.missing(besides: damaged, noted: noted)
        }
        self.stock = RecordStock(last: self.lastSequence, total: self.count + self.deadLetterCount)
        self.stock.last = max(self.lastSequence, noted?.last ?? 0)
        return self.count
    }

    /// How many records could not be saved: by the note of the last commit, or by the old database's own total.
    private func missing(besides damaged: Connection?, noted: RecordStock?) -> Int {
        // The old database's own last number may be damaged: that of the last intact row tells whether the note is behind.
        let last = (try? Self.highestSequence(self.connection)) ?? 0
        if let noted, noted.last >= UInt64(max(last, 0)) {
            return max(0, noted.total - self.count - self.deadLetterCount)
        }
        let before = (try? damaged?.integer("SELECT sum(count) FROM total")) ?? nil
        let missing = Int(clamping: before ?? 0).subtractingReportingOverflow(self.count).partialValue
        // The old total lies in the same damaged file: a number beyond belief is none.
        return missing < 100_000_000 ? max(0, missing) : 0
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
        // The state has a checksum of its own.
        try damaged.query("SELECT key, value FROM meta WHERE key LIKE 'number.%' OR key IN ('state', 'choices')") {
            row in
            for column in 0..<2 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
        }
    }

    private func salvageRecords(from damaged: Connection) {
        guard
            let select = Self.select(
                "seq, class, recorded, bytes, ",
                "FROM record WHERE seq > ? ORDER BY seq",
                damaged
            ),
            let insert = try? self.connection.prepare(
                "INSERT OR IGNORE INTO record(seq, class, recorded, bytes, crc) VALUES(?, ?, ?, ?, ?)"
            )
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

    /// A selection with the checksums, or none in their place where the database is older than they are.
    private static func select(_ columns: String, _ rest: String, _ damaged: Connection) -> Statement? {
        (try? damaged.prepare("SELECT \(columns)crc \(rest)"))
            ?? (try? damaged.prepare("SELECT \(columns)NULL \(rest)"))
    }

    private static func copy(_ row: Statement, with insert: Statement) throws {
        let recordClass = row.integer(at: 1)
        guard row.integer(at: 0) > 0, recordClass >= 0, recordClass < RecordClass.allCases.count else { return }
        try insert.bind(row.integer(at: 0), at: 1)
        try insert.bind(recordClass, at: 2)
        try insert.bind(row.integer(at: 2), at: 3)
        try insert.bind(row.borrowedBlob(at: 3), at: 4)
        try insert.bind(row.value(at: 4), at: 5)
        try insert.run()
    }

    private static func salvageDeadLetters(from damaged: Connection, into connection: Connection) throws -> Int {
        let columns = "seq, class, recorded, set_aside, reason, status, bytes, "
        let insert = try connection.prepare(
            "INSERT OR IGNORE INTO dead_letter(\(columns)crc) VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
        )
        var count = 0
        guard let row = Self.select(columns, "FROM dead_letter", damaged) else { return 0 }
        while try row.step() {
            for column in 0..<8 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
            count += 1
        }
        return count
    }
}
