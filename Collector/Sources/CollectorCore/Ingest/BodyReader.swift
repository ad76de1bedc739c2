import SpoorWire

/// Decompresses a body and decodes its events.
enum BodyReader {
    static func decode(
        _ request: IngestRequest,
        received: Int64,
        hash: SipHash
    ) throws(BodyFault) -> DecodedBatch {
        let batch = DecodedBatch(
            project: request.project,
            received: received,
            source: request.source,
            body: try Self.inflated(request),
            compressed: request.encoding == .gzip ? request.body : nil
        )
        return try EventDecoder.decode(into: batch, hash: hash)
    }

    private static func inflated(_ request: IngestRequest) throws(BodyFault) -> ByteBlock {
        guard request.encoding == .gzip else { return request.body }
        do throws(GzipError) {
            return ByteBlock(try Gzip.decompress(request.body.bytes, limit: IngestLimits.maxInflatedBytes))
        } catch {
            if case .tooLarge = error.fault { throw .tooLarge }
            throw .compression
        }
    }
}
