import SpoorStore
import SpoorWire

extension RecordBatch {
    /// Whether a row's bytes are one JSON object in valid UTF-8, and nothing behind it.
    ///
    /// A disk can change bytes that no checksum of the database covers; such a row would break the whole body.
    func isReadable(_ position: Int) -> Bool {
        self.bytes.withUnsafeBytes { bytes in
            let row = UnsafeRawBufferPointer(rebasing: bytes[self.rows[position].range])
            guard row.first == UInt8(ascii: "{"), row.last == UInt8(ascii: "}") else { return false }
            return row.isValidUTF8 && (try? JSONScanner(row).value()) != nil
        }
    }
}
