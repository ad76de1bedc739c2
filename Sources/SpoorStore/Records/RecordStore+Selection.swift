import SpoorSQLite

extension RecordStore {
    /// A part of the waiting records, in order of their numbers.
    enum Part {
        case all
        case crashes
        case others

        /// Spelt so that crashes are found by the index of classes.
        var condition: String {
            switch self {
            case .all: ""
            case .crashes: "AND class = 4 AND class <> 2"
            case .others: "AND class <> 4"
            }
        }
    }

    /// The parts in which an order takes records.
    static func parts(_ order: RecordOrder) -> [Part] {
        switch order {
        case .sequence: [.all]
        case .crashFirst: [.crashes, .others]
        }
    }

    /// The statement that reads a part up to a number, its first argument; marked records are in none.
    static func selection(_ part: Part, _ condition: String = "") -> String {
        """
        SELECT seq, class, recorded, \(RowChecksum.columns) FROM meta
        WHERE NOT EXISTS (SELECT 1 FROM in_flight WHERE in_flight.seq = meta.seq) \(part.condition) AND seq <= ?
        \(condition)
        ORDER BY seq
        """
    }

    /// The lowest number among the stored records, those being uploaded included; nil where there are none.
    public func oldestSequence() throws -> UInt64? {
        try self.connection.integer("SELECT min(seq) FROM meta").map { UInt64(clamping: $0) }
    }

    /// The highest number among the stored records, however it came about; nil where there are none.
    public func newestSequence() throws -> UInt64? {
        try self.connection.integer("SELECT max(seq) FROM meta").map { UInt64(clamping: $0) }
    }

    /// The types of the waiting records, each once, in no certain order.
    public func recordTypes() throws -> [String] {
        var types: [String] = []
        // A step of the index for each type, not for each record.
        try self.connection.query(
            """
            WITH RECURSIVE found(type) AS (
              SELECT min(type) FROM meta WHERE type IS NOT NULL
              UNION ALL SELECT (SELECT min(type) FROM meta WHERE type > found.type) FROM found WHERE type IS NOT NULL
            ) SELECT type FROM found WHERE type IS NOT NULL
            """
        ) { types.append($0.text(at: 0)) }
        return types
    }

    /// The statements that read what is selected, in the order asked for.
    func statements(_ order: RecordOrder, _ selection: RecordSelection) throws -> [Statement] {
        let condition = try self.condition(selection)
        let through = Int64(clamping: selection.through)
        guard !condition.sql.isEmpty else {
            return try Self.parts(order).map { part in
                let statement =
                    switch part {
                    case .all: self.selectBySequence
                    case .crashes: self.selectCrashes
                    case .others: self.selectOthers
                    }
                try statement.bind(through, at: 1)
                return statement
            }
        }
        return try Self.parts(order).map { part in
            let statement = try self.connection.prepare(Self.selection(part, condition.sql))
            try statement.bind([.integer(through)] + condition.arguments)
            return statement
        }
    }

    /// What a selection asks of a row; empty where every row will do.
    private func condition(_ selection: RecordSelection) throws -> (sql: String, arguments: [SQLiteValue]) {
        var sql = ""
        var arguments: [SQLiteValue] = []
        let known: [String]
        if case .withRecords = selection.payloads, selection.types == nil {
            return ("", [])
        } else {
            known = try self.recordTypes()
        }
        func list(_ types: [String]) -> String {
            arguments += types.map { .text($0) }
            return "(" + types.map { _ in "?" }.joined(separator: ", ") + ")"
        }
        if let isAllowed = selection.types {
            let barred = known.filter { !isAllowed($0) }
            if !barred.isEmpty { sql += "AND (type IS NULL OR type NOT IN \(list(barred))) " }
        }
        switch selection.payloads {
        case .withRecords: break
        case .only(let isSent):
            sql += "AND payload_bytes > 0 AND type IN \(list(known.filter(isSent)))"
        case .none(let isSent):
            let sent = known.filter(isSent)
            if !sent.isEmpty { sql += "AND (coalesce(payload_bytes, 0) <= 0 OR type NOT IN \(list(sent)))" }
        }
        return (sql, arguments)
    }
}
