import CSpoor
import SpoorSQLite

/// The CRC-32C of a stored record, in its row: over number, class, time and bytes.
///
/// SQLite checks the structure of its pages, not what stands in them. A row without a checksum was stored by a build that
/// knew none, and is trusted.
enum RowChecksum {
    /// The checksum of a row.
    static func of(sequence: Int64, recordClass: Int64, recorded: Int64, bytes: UnsafeRawBufferPointer) -> Int64 {
        let head = (sequence.littleEndian, recordClass.littleEndian, recorded.littleEndian)
        let crc = withUnsafeBytes(of: head) { spoor_crc32c(0, $0.baseAddress, $0.count) }
        return Int64(spoor_crc32c(crc, bytes.baseAddress, bytes.count))
    }

    /// Whether a row's checksum fits, or it has none.
    ///
    /// - Parameters:
    ///   - row: a statement whose first columns are number, class and time.
    ///   - bytes: the column of the bytes.
    ///   - checksum: the column of the checksum.
    /// - Returns: false only where there is a checksum of something else.
    static func fits(_ row: Statement, bytes: Int, checksum: Int) -> Bool {
        guard !row.isNull(at: checksum) else { return true }
        let expected = Self.of(
            sequence: row.integer(at: 0),
            recordClass: row.integer(at: 1),
            recorded: row.integer(at: 2),
            bytes: row.borrowedBlob(at: bytes)
        )
        return row.integer(at: checksum) == expected
    }
}
