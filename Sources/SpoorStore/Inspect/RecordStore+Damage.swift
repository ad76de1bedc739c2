import SpoorSQLite

/// Finding records that were changed on the disk, which SQLite's own check passes.
extension RecordStore {
    /// Reads every record with its payload, one at a time, and names those whose checksums do not fit.
    func describeDamage(into inspection: inout StoreInspection) throws {
        let waiting = try self.countDamaged(in: "meta")
        if waiting > 0 {
            inspection.problems.append(
                "\(waiting == 1 ? "1 record that waits was" : "\(waiting) records that wait were") changed on the disk: a "
                    + "checksum does not fit. The next start keeps them; when their turn comes they are set aside and "
                    + "counted as lost, and are never sent."
            )
        }
        let letters = try self.countDamaged(in: "dead_letter")
        if letters > 0 {
            inspection.problems.append(
                "\(letters == 1 ? "1 dead letter is" : "\(letters) dead letters are") damaged: a checksum does not fit. The "
                    + "next start keeps them; they are never sent, and can only be purged."
            )
        }
    }

    private func countDamaged(in table: String) throws -> Int {
        let columns = RowChecksum.columns.split(separator: ", ").map { "record.\($0)" }.joined(separator: ", ")
        var count = 0
        try self.connection.query(
            """
            SELECT record.seq, record.class, record.recorded, \(columns), payload.report_id, payload.bytes, payload.crc
            FROM \(table) AS record
            LEFT JOIN payload ON payload.report_id = record.report_id AND record.payload_bytes > 0
            """
        ) { row in
            if !RowChecksum.fits(row, bytes: 3) || !Self.isPayloadIntact(row) { count += 1 }
        }
        return count
    }

    /// Whether a report's payload, which begins at column 8, is the one that its row names.
    private static func isPayloadIntact(_ row: Statement) -> Bool {
        let count = Self.payloadBytes(row.integer(at: 7))
        guard count > 0 else { return true }
        let payload = row.borrowedBlob(at: 9)
        return payload.count == count && !row.isNull(at: 10)
            && row.integer(at: 10) == RowChecksum.of(payload: payload, reportID: row.borrowedText(at: 8))
    }
}
