import SpoorSQLite

/// The table of payloads, and records that have lost theirs.
extension RecordStore {
    /// Lets records go without their payload where that is gone: the meta alone says more than nothing.
    ///
    /// - Returns: how many payloads are gone.
    func forgetMissingPayloads() throws -> Int {
        try self.write {
            var count = 0
            for table in ["meta", "dead_letter"] {
                for row in try self.rowsWithoutPayload(in: table) {
                    try self.connection.run(
                        "UPDATE \(table) SET payload_bytes = NULL, crc = ? WHERE seq = ?",
                        [row.checksum, .integer(row.sequence)]
                    )
                    count += 1
                }
            }
            if count > 0 { try self.recount() }
            return count
        }
    }

    private func rowsWithoutPayload(in table: String) throws -> [(sequence: Int64, checksum: SQLiteValue)] {
        var rows: [(sequence: Int64, checksum: SQLiteValue)] = []
        try self.connection.query(
            """
            SELECT seq, class, recorded, \(RowChecksum.columns) FROM \(table) WHERE payload_bytes IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM payload WHERE payload.report_id = \(table).report_id)
            """
        ) { row in
            rows.append((row.integer(at: 0), Self.checksum(of: row, with: row.blob(at: 3), payloadBytes: nil)))
        }
        return rows
    }

    /// The checksum of a row with other bytes, or without its payload; a row that was damaged before stays so.
    ///
    /// - Parameters:
    ///   - row: number, class and time, then ``RowChecksum/columns``.
    ///   - bytes: the bytes that it gets.
    ///   - payloadBytes: the length of the payload that it has then; nil where it has none.
    /// - Returns: the checksum; null where the row has none.
    static func checksum(of row: Statement, with bytes: [UInt8], payloadBytes: Int64?) -> SQLiteValue {
        if row.isNull(at: 4) { return .null }
        let plain = bytes.withUnsafeBytes { bytes in
            RowChecksum.of(
                sequence: row.integer(at: 0),
                recordClass: row.integer(at: 1),
                recorded: row.integer(at: 2),
                bytes: bytes
            )
        }
        let isReport = !row.isNull(at: 5) || !row.isNull(at: 6) || payloadBytes != nil
        let new =
            isReport
            ? RowChecksum.of(
                report: plain,
                type: row.borrowedText(at: 5),
                reportID: row.borrowedText(at: 6),
                payloadBytes: payloadBytes
            ) : plain
        return .integer(RowChecksum.fits(row, bytes: 3) ? new : ~new)
    }
}
