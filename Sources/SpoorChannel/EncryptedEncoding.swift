import SpoorStore
import SpoorWire

/// The native JSON array as one encrypted body.
final class EncryptedEncoding: BodyEncoding {
    private let encryption: Encryption
    private let encoder = PacketEncoder()
    private var list = ByteWriter(capacity: 16 << 10)

    /// Creates an encoding.
    ///
    /// - Parameter encryption: how bodies are encrypted; not `.none`.
    init(_ encryption: Encryption) {
        self.encryption = encryption
    }

    func body(of batch: RecordBatch, as part: UploadPart, flushTime: Int64) throws(EncodingProblem) -> UploadBody {
        self.list.removeAll()
        self.list.append(events: batch, flushTime: flushTime)
        var writer = ByteWriter(capacity: 4096)
        do throws(PacketError) {
            try self.list.withBytes { bytes throws(PacketError) in
                try self.encoder.encodeBody(bytes, encryption: self.encryption, into: &writer)
            }
        } catch {
            throw EncodingProblem(error)
        }
        return UploadBody(bytes: writer.bytes, plainBytes: self.list.count)
    }
}

/// Makes no bodies: what a configuration asks for cannot be done, and must not be done otherwise.
final class RefusingEncoding: BodyEncoding {
    private let reason: String

    /// Creates an encoding.
    ///
    /// - Parameter reason: why, and what to do.
    init(_ reason: String) {
        self.reason = reason
    }

    func body(of batch: RecordBatch, as part: UploadPart, flushTime: Int64) throws(EncodingProblem) -> UploadBody {
        throw .locked(self.reason)
    }
}
