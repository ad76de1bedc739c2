import SpoorSQLite

extension RecordStore {
    /// A connection to a damaged database; nil where SQLite refuses it whole.
    static func connectDamaged(_ path: String) -> Connection? {
        var configuration = ConnectionConfiguration()
        configuration.isExclusive = true
        // Opened for writing where possible: its log may hold the newest records.
        return try? Connection(path: path, configuration: configuration)
    }

    /// Copies what can be read of a damaged database into this one.
    ///
    /// A page that cannot be read costs its own rows alone: see ``DamagedRows``.
    ///
    /// - Parameters:
    ///   - damaged: the damaged database; nil where nothing of it can be read.
    ///   - noted: what it held by the note of the last commit.
    /// - Returns: how many records.
    /// - Throws: `SQLiteError` when this database cannot be written; nothing has changed then.
    func salvage(from damaged: Connection?, noted: RecordStock?) throws -> Int {
        self.missing = try self.write {
            let last = damaged.flatMap { Self.value("SELECT value FROM ", "WHERE key = 'last_seq'", in: $0) }
            if let damaged {
                let expected = [last, noted.map { Int64(clamping: $0.last) }].compactMap { $0 }.max()
                try self.salvageRecords(from: damaged, expecting: expected)
                try self.salvagePayloads(from: damaged)
                self.deadLetterCount += try self.salvageDeadLetters(from: damaged, expecting: expected)
                try? Self.salvageCounts(from: damaged, into: self.connection)
            }
            try self.raiseSequence(to: UInt64(max(last ?? 0, try Self.highestSequence(self.connection), 0)))
            try self.recount()
            return self.missing(besides: damaged, noted: noted)
        }
        self.lostPayloads = try self.forgetMissingPayloads()
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
            // Missing in databases that are older than it.
            guard let row = Self.first(of: ["SELECT \(columns) FROM \(table)"], damaged) else { continue }
            while (try? row.step()) == true {
                for column in 0..<columns.split(separator: ",").count {
                    try insert.bind(row.value(at: column), at: column + 1)
                }
                try insert.run()
            }
        }
        let insert = try connection.prepare("REPLACE INTO mark(key, value) VALUES(?, ?)")
        // The state has a checksum of its own.
        let condition = "WHERE key LIKE 'number.%' OR key LIKE 'told.%' OR key IN ('state', 'choices')"
        guard let row = Self.first(of: ["mark", "meta"].map { "SELECT key, value FROM \($0) \(condition)" }, damaged)
        else { return }
        while try row.step() {
            for column in 0..<2 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
        }
    }

    /// A number out of the marks, as which an older build has them in a table `meta`.
    private static func value(_ select: String, _ condition: String, in damaged: Connection) -> Int64? {
        let row = Self.first(of: ["mark", "meta"].map { "\(select) \($0) \(condition)" }, damaged)
        guard let row, (try? row.step()) == true else { return nil }
        return row.integer(at: 0)
    }

    /// The first statement that the database understands; it may be older than some columns or tables.
    private static func first(of statements: [String], _ damaged: Connection) -> Statement? {
        statements.lazy.compactMap { try? damaged.prepare($0) }.first
    }

    /// The columns that the checksum covers, and what stands for them in databases that are older than they are.
    private static let shapes = [RowChecksum.columns, "bytes, crc, NULL, NULL, NULL", "bytes, NULL, NULL, NULL, NULL"]

    private func salvageRecords(from damaged: Connection, expecting last: Int64?) throws {
        let selects = Self.shapes.flatMap { columns in
            ["meta", "record"].map { "SELECT seq, class, recorded, \(columns) FROM \($0)" }
        }
        let insert = try self.connection.prepare(
            "INSERT OR IGNORE INTO meta(seq, class, recorded, \(RowChecksum.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
        )
        let rows = selects.lazy.compactMap { try? DamagedRows($0, by: "seq", in: damaged) }.first
        try rows?.read(expecting: last) { try Self.copy($0, with: insert) }
    }

    private static func copy(_ row: Statement, with insert: Statement) throws {
        let recordClass = row.integer(at: 1)
        guard row.integer(at: 0) > 0, recordClass >= 0, recordClass < RecordClass.allCases.count else { return }
        try insert.bind(row.integer(at: 0), at: 1)
        try insert.bind(recordClass, at: 2)
        try insert.bind(row.integer(at: 2), at: 3)
        try insert.bind(row.borrowedBlob(at: 3), at: 4)
        for column in 4..<8 { try insert.bind(row.value(at: column), at: column + 1) }
        try insert.run()
    }

    private func salvageDeadLetters(from damaged: Connection, expecting last: Int64?) throws -> Int {
        let columns = "seq, class, recorded, set_aside, reason, status"
        let insert = try self.connection.prepare(
            "INSERT OR IGNORE INTO dead_letter(\(columns), \(RowChecksum.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        let selects = Self.shapes.map { "SELECT \(columns), \($0) FROM dead_letter" }
        let rows = selects.lazy.compactMap { try? DamagedRows($0, by: "seq", in: damaged) }.first
        try rows?.read(expecting: last) { row in
            for column in 0..<11 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
        }
        return Int(try self.connection.integer("SELECT count(*) FROM dead_letter") ?? 0)
    }

    private func salvagePayloads(from damaged: Connection) throws {
        let select = "SELECT rowid, report_id, bytes, crc FROM payload"
        // Missing in databases that are older than it.
        guard let rows = try? DamagedRows(select, by: "rowid", in: damaged) else { return }
        let insert = try self.connection.prepare("INSERT OR IGNORE INTO payload(report_id, bytes, crc) VALUES(?, ?, ?)")
        // The index of ids has the keys too, in pages of its own.
        let last = try? damaged.integer(
            "SELECT max(rowid + 0) FROM payload INDEXED BY sqlite_autoindex_payload_1 WHERE report_id >= ''"
        )
        try rows.read(expecting: last ?? nil) { row in
            for column in 1..<4 { try insert.bind(row.value(at: column), at: column) }
            try insert.run()
        }
    }
}
