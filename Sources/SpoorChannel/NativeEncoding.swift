import SpoorStore
import SpoorWire

/// The native body: a JSON array of events, gzipped, each with the moment it was sent.
///
/// Confined to the channel's queue; its buffers are kept from batch to batch.
final class NativeEncoding {
    private let encoder = GzipEncoder(level: 1)
    private var piece = ByteWriter(capacity: 16 << 10)

    /// What a body came to.
    struct Body {
        /// The bytes that go out.
        var bytes: [UInt8]
        /// How many bytes there were before compression.
        var plainBytes: Int
    }

    /// Encodes events.
    ///
    /// - Parameters:
    ///   - batch: the events' JSON, each an object.
    ///   - flushTime: now, in wall-clock milliseconds, for `_flush_time`.
    /// - Returns: the body; nil where there is no memory for it.
    func body(of batch: RecordBatch, flushTime: Int64) -> Body? {
        var output = ByteWriter(capacity: 4096)
        var plain = 0
        var suffix = ByteWriter(capacity: 48)
        suffix.append(",\"_flush_time\":")
        suffix.append(json: flushTime)
        suffix.append("}")
        self.piece.removeAll()
        self.piece.append(byte: UInt8(ascii: "["))
        for (index, row) in batch.rows.enumerated() {
            if index > 0 { self.piece.append(byte: UInt8(ascii: ",")) }
            batch.bytes.withUnsafeBytes { bytes in
                self.piece.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[row.range].dropLast()))
            }
            suffix.withBytes { self.piece.append(bytes: $0) }
            if self.piece.count > 12 << 10, !self.flushPiece(into: &output, &plain) { return nil }
        }
        self.piece.append(byte: UInt8(ascii: "]"))
        guard self.flushPiece(into: &output, &plain), self.encoder.finish(into: &output) else {
            self.encoder.reset()
            return nil
        }
        return Body(bytes: output.bytes, plainBytes: plain)
    }

    private func flushPiece(into output: inout ByteWriter, _ plain: inout Int) -> Bool {
        plain += self.piece.count
        let isDone = self.piece.withBytes { self.encoder.append($0, into: &output) }
        self.piece.removeAll()
        if !isDone { self.encoder.reset() }
        return isDone
    }
}
