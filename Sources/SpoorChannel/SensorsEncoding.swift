import SpoorStore
import SpoorWire

/// The body of Sensors SDKs: `crc`, `gzip=1` and the events as `data_list`, percent-encoded Base64 of gzip.
final class SensorsEncoding: BodyEncoding {
    private let encoder = GzipEncoder(level: 6)
    private var list = ByteWriter(capacity: 16 << 10)

    func body(of batch: RecordBatch, as part: UploadPart, flushTime: Int64) throws(EncodingProblem) -> UploadBody {
        self.list.removeAll()
        self.list.append(events: batch, flushTime: flushTime)
        var form = ByteWriter(capacity: 4096)
        let isDone = self.list.withBytes { SensorsForm.append(json: $0, encoder: self.encoder, to: &form) }
        guard isDone else {
            self.encoder.reset()
            throw .memory
        }
        return UploadBody(bytes: form.bytes, plainBytes: self.list.count)
    }
}

extension ByteWriter {
    /// Writes a batch as an array of its objects, each with the moment it is sent.
    mutating func append(events batch: RecordBatch, flushTime: Int64) {
        self.append(byte: UInt8(ascii: "["))
        for (index, row) in batch.rows.enumerated() {
            if index > 0 { self.append(byte: UInt8(ascii: ",")) }
            self.append(event: row, of: batch, flushTime: flushTime)
        }
        self.append(byte: UInt8(ascii: "]"))
    }

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
