import SpoorSQLite
import SpoorWire

extension RecordStore {
    /// Deletes records and dead letters of some classes, also those being uploaded; the high-water mark stays.
    ///
    /// - Parameter marks: the last sequence number to go, by class.
    /// - Returns: how many records.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func purge(_ marks: [RecordClass: UInt64]) throws -> Int {
        guard !marks.isEmpty else { return 0 }
        return try self.write {
            let before = self.count
            for (recordClass, sequence) in marks {
                let values: [SQLiteValue] = [
                    .integer(Int64(recordClass.rawValue)), .integer(Int64(clamping: sequence)),
                ]
                for table in ["meta", "dead_letter"] {
                    try self.connection.run("DELETE FROM \(table) WHERE class = ? AND seq <= ?", values)
                }
            }
            try self.sweepPayloads()
            try self.connection.execute("DELETE FROM in_flight WHERE seq NOT IN (SELECT seq FROM meta)")
            self.deadLetterCount = Int(try self.connection.integer("SELECT count(*) FROM dead_letter") ?? 0)
            for (id, rows) in self.inFlight {
                let left = rows.filter { $0.sequence > (marks[$0.recordClass] ?? 0) }
                self.inFlight[id] = left.isEmpty ? nil : left
            }
            try self.recount()
            return before - self.count
        }
    }

    /// Removes properties from records and dead letters; the rest of each stays as it was.
    ///
    /// - Parameter names: the last sequence number concerned, by the property's name.
    /// - Returns: how many records were changed.
    /// - Throws: `SQLiteError`; nothing has changed then.
    @discardableResult
    public func removeProperties(_ names: [String: UInt64]) throws -> Int {
        guard !names.isEmpty else { return 0 }
        return try self.write {
            var changed = 0
            for table in ["meta", "dead_letter"] {
                for (name, sequence) in names {
                    changed += try self.removeProperty(name, from: table, through: sequence)
                }
            }
            if changed > 0 {
                try self.recount()
                try self.measureInFlight()
            }
            return changed
        }
    }

    private func removeProperty(_ name: String, from table: String, through sequence: UInt64) throws -> Int {
        var rows: [(sequence: Int64, bytes: [UInt8], checksum: SQLiteValue)] = []
        try self.connection.query(
            """
            SELECT seq, class, recorded, \(RowChecksum.columns) FROM \(table)
            WHERE seq <= ? AND instr(bytes, CAST(? AS BLOB)) > 0
            """,
            [.integer(Int64(clamping: sequence)), .text("\"\(name)\":")]
        ) { row in
            let isReport = !row.isNull(at: 5)
            guard let bytes = Self.removing(name, from: row.blob(at: 3), isReport: isReport) else { return }
            let payloadBytes = row.isNull(at: 7) ? nil : row.integer(at: 7)
            let checksum = Self.checksum(of: row, with: bytes, payloadBytes: payloadBytes)
            rows.append((row.integer(at: 0), bytes, checksum))
        }
        for row in rows {
            try self.connection.run(
                "UPDATE \(table) SET bytes = ?, crc = ? WHERE seq = ?",
                [.blob(row.bytes), row.checksum, .integer(row.sequence)]
            )
        }
        return rows.count
    }

    /// The event without a property, or the meta of a report without a field; nil where it has none, or cannot be read.
    private static func removing(_ name: String, from bytes: [UInt8], isReport: Bool) -> [UInt8]? {
        guard case .object(var members)? = try? JSONValue(parsing: bytes) else { return nil }
        if isReport {
            // What joins a meta with its payload, and says what it is, is no property.
            guard !Self.reportFields.contains(name) else { return nil }
            let left = members.filter { $0.key != name }
            return left.count < members.count ? Array(JSONValue.object(left).jsonText.utf8) : nil
        }
        guard let place = members.firstIndex(where: { $0.key == "properties" }),
            case .object(let properties) = members[place].value
        else { return nil }
        let left = properties.filter { $0.key != name }
        guard left.count < properties.count else { return nil }
        members[place].value = .object(left)
        return Array(JSONValue.object(members).jsonText.utf8)
    }

    private static let reportFields: Set<String> = ["REPORT_ID", "CREATE_TIME", "MONITOR_TYPE", "IS_BIZ"]

    /// Records that are being uploaded leave the totals later by their size, so it must be that of now.
    private func measureInFlight() throws {
        for (id, rows) in self.inFlight {
            self.inFlight[id] = try rows.map { row in
                let size = try self.connection.integer(
                    "SELECT length(bytes) FROM meta WHERE seq = \(row.sequence)"
                )
                return RecordBatch.Row(
                    sequence: row.sequence,
                    recordClass: row.recordClass,
                    recorded: row.recorded,
                    range: 0..<Int(clamping: size ?? Int64(row.range.count)),
                    type: row.type,
                    reportID: row.reportID,
                    storedPayload: row.storedPayload
                )
            }
        }
    }
}
