import SpoorStore
import SpoorWire

/// The native body: a JSON array of events, gzipped, each with the moment it was sent.
///
/// Confined to the channel's queue; its buffers are kept from batch to batch.
final class NativeEncoding: BodyEncoding {
    private let encoder = GzipEncoder(level: 1)
    private var piece = ByteWriter(capacity: 16 << 10)

    func body(of batch: RecordBatch, as part: UploadPart, flushTime: Int64) throws(EncodingProblem) -> UploadBody {
        var output = ByteWriter(capacity: 4096)
        var plain = 0
        self.piece.removeAll()
        self.piece.append(byte: UInt8(ascii: "["))
        for (index, row) in batch.rows.enumerated() {
            if index > 0 { self.piece.append(byte: UInt8(ascii: ",")) }
            self.piece.append(event: row, of: batch, flushTime: flushTime)
            if self.piece.count > 12 << 10, !self.flushPiece(into: &output, &plain) { throw .memory }
        }
        self.piece.append(byte: UInt8(ascii: "]"))
        guard self.flushPiece(into: &output, &plain), self.encoder.finish(into: &output) else {
            self.encoder.reset()
            throw .memory
        }
        return UploadBody(bytes: output.bytes, plainBytes: plain)
    }

    private func flushPiece(into output: inout ByteWriter, _ plain: inout Int) -> Bool {
        plain += self.piece.count
        let isDone = self.piece.withBytes { self.encoder.append($0, into: &output) }
        self.piece.removeAll()
        if !isDone { self.encoder.reset() }
        return isDone
    }
}
