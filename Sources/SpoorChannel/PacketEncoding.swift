import SpoorStore
import SpoorWire

/// Packets of records: metas and payloads, compressed and perhaps encrypted.
///
/// Confined to the channel's queue; its buffers are kept from batch to batch.
final class PacketEncoding: BodyEncoding {
    private let isFirstVersion: Bool
    private let encryption: Encryption
    private let encoder = PacketEncoder()

    /// Creates an encoding.
    ///
    /// - Parameters:
    ///   - isFirstVersion: whether the receiver knows only version 1.
    ///   - encryption: how blocks are encrypted.
    init(isFirstVersion: Bool, encryption: Encryption) {
        self.isFirstVersion = isFirstVersion
        self.encryption = encryption
    }

    func body(of batch: RecordBatch, as part: UploadPart, flushTime: Int64) throws(EncodingProblem) -> UploadBody {
        let records = batch.rows.map { row in
            PacketRecord(
                reportID: row.reportID ?? "",
                meta: Array(batch.payload(of: row)),
                payload: part == .metas ? nil : batch.attachment(of: row).map { Array($0) }
            )
        }
        var writer = ByteWriter(capacity: 4096)
        do throws(PacketError) {
            switch (self.isFirstVersion, part) {
            case (false, _): try self.encoder.encodeV2(records, encryption: self.encryption, into: &writer)
            case (true, .metas): try self.encoder.encodeV1Metas(records, encryption: self.encryption, into: &writer)
            case (true, _): try self.encoder.encodeV1(records, encryption: self.encryption, into: &writer)
            }
        } catch {
            throw EncodingProblem(error)
        }
        let plain = records.reduce(max(0, records.count - 1)) { $0 + $1.meta.count + ($1.payload?.count ?? 0) }
        return UploadBody(bytes: writer.bytes, plainBytes: plain)
    }
}
