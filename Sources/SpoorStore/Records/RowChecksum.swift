import CSpoor
import SpoorSQLite

/// The CRC-32C of a stored record, in its row: over number, class, time and bytes, and what a row of a report has besides.
///
/// SQLite checks the structure of its pages, not what stands in them. A row without a checksum was stored by a build that
/// knew none, and is trusted.
enum RowChecksum {
    /// The columns that a checksum covers, itself among them, in the order that ``fits(_:bytes:)`` reads.
    static let columns = "bytes, crc, type, report_id, payload_bytes"

    /// The checksum of a row.
    static func of(sequence: Int64, recordClass: Int64, recorded: Int64, bytes: UnsafeRawBufferPointer) -> Int64 {
        let head = (sequence.littleEndian, recordClass.littleEndian, recorded.littleEndian)
        let crc = withUnsafeBytes(of: head) { spoor_crc32c(0, $0.baseAddress, $0.count) }
        return Int64(spoor_crc32c(crc, bytes.baseAddress, bytes.count))
    }

    /// The checksum of a report's row.
    ///
    /// - Parameters:
    ///   - plain: the checksum of what every row has.
    ///   - type: the type's UTF-8.
    ///   - reportID: the report id's UTF-8.
    ///   - payloadBytes: how long its payload is; nil without one.
    /// - Returns: the checksum.
    static func of(
        report plain: Int64,
        type: UnsafeRawBufferPointer,
        reportID: UnsafeRawBufferPointer,
        payloadBytes: Int64?
    ) -> Int64 {
        var crc = UInt32(truncatingIfNeeded: plain)
        for text in [type, reportID] {
            // The length tells where one ends and the next begins.
            crc = withUnsafeBytes(of: UInt32(clamping: text.count).littleEndian) {
                spoor_crc32c(crc, $0.baseAddress, $0.count)
            }
            crc = spoor_crc32c(crc, text.baseAddress, text.count)
        }
        return withUnsafeBytes(of: (payloadBytes ?? -1).littleEndian) {
            Int64(spoor_crc32c(crc, $0.baseAddress, $0.count))
        }
    }

    /// The checksum of a payload: over the report id, so that no other report's is taken for it, and its bytes.
    static func of(payload: UnsafeRawBufferPointer, reportID: UnsafeRawBufferPointer) -> Int64 {
        let crc = spoor_crc32c(0, reportID.baseAddress, reportID.count)
        return Int64(spoor_crc32c(crc, payload.baseAddress, payload.count))
    }

    /// The checksum that a row should have.
    ///
    /// - Parameters:
    ///   - row: a statement whose first columns are number, class and time, and has ``columns`` from `bytes` on.
    ///   - bytes: the column of the bytes.
    /// - Returns: the checksum.
    static func expected(_ row: Statement, bytes: Int) -> Int64 {
        let plain = Self.of(
            sequence: row.integer(at: 0),
            recordClass: row.integer(at: 1),
            recorded: row.integer(at: 2),
            bytes: row.borrowedBlob(at: bytes)
        )
        return Self.completed(plain, row, bytes: bytes)
    }

    /// A plain row's checksum with what the row has besides, where it is a report's.
    static func completed(_ plain: Int64, _ row: Statement, bytes: Int) -> Int64 {
        guard !row.isNull(at: bytes + 2) || !row.isNull(at: bytes + 3) || !row.isNull(at: bytes + 4) else {
            return plain
        }
        return Self.of(
            report: plain,
            type: row.borrowedText(at: bytes + 2),
            reportID: row.borrowedText(at: bytes + 3),
            payloadBytes: row.isNull(at: bytes + 4) ? nil : row.integer(at: bytes + 4)
        )
    }

    /// Whether a row's checksum fits, or it has none.
    ///
    /// - Parameters:
    ///   - row: as in ``expected(_:bytes:)``.
    ///   - bytes: the column of the bytes.
    /// - Returns: whether it fits, or there is none.
    static func fits(_ row: Statement, bytes: Int) -> Bool {
        row.isNull(at: bytes + 1) || row.integer(at: bytes + 1) == Self.expected(row, bytes: bytes)
    }
}
