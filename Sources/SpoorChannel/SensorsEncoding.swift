import SpoorStore
import SpoorWire

/// The body of Sensors SDKs: `crc`, `gzip=1` and the events as `data_list`, percent-encoded Base64 of gzip.
final class SensorsEncoding: BodyEncoding {
    private let encoder = GzipEncoder(level: 6)
    private var list = ByteWriter(capacity: 16 << 10)

    func body(of batch: RecordBatch, flushTime: Int64) -> UploadBody? {
        self.list.removeAll()
        self.list.append(byte: UInt8(ascii: "["))
        for (index, row) in batch.rows.enumerated() {
            if index > 0 { self.list.append(byte: UInt8(ascii: ",")) }
            self.list.append(event: row, of: batch, flushTime: flushTime)
        }
        self.list.append(byte: UInt8(ascii: "]"))
        var form = ByteWriter(capacity: 4096)
        let isDone = self.list.withBytes { SensorsForm.append(json: $0, encoder: self.encoder, to: &form) }
        guard isDone else {
            self.encoder.reset()
            return nil
        }
        return UploadBody(bytes: form.bytes, plainBytes: self.list.count)
    }
}

extension ByteWriter {
    /// Writes a record's object with the moment it is sent at its end.
    mutating func append(event row: RecordBatch.Row, of batch: RecordBatch, flushTime: Int64) {
        batch.bytes.withUnsafeBytes { bytes in
            self.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[row.range].dropLast()))
        }
        self.append(",\"_flush_time\":")
        self.append(json: flushTime)
        self.append(byte: UInt8(ascii: "}"))
    }
}
