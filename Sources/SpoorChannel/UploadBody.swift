import SpoorStore

/// A body that is ready to go.
struct UploadBody {
    /// The bytes that go out.
    var bytes: [UInt8]
    /// How many bytes there were before compression.
    var plainBytes: Int
}

/// How a batch becomes a body; confined to the channel's queue.
protocol BodyEncoding: AnyObject {
    /// Encodes records.
    ///
    /// - Parameters:
    ///   - batch: the events' or metas' JSON, each an object, and payloads.
    ///   - part: which part of what waits it is.
    ///   - flushTime: now, in wall-clock milliseconds, for `_flush_time`.
    /// - Returns: the body.
    /// - Throws: why there is none.
    func body(of batch: RecordBatch, as part: UploadPart, flushTime: Int64) throws(EncodingProblem) -> UploadBody
}
