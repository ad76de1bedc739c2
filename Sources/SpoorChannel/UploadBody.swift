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
    /// Encodes events.
    ///
    /// - Parameters:
    ///   - batch: the events' JSON, each an object.
    ///   - flushTime: now, in wall-clock milliseconds, for `_flush_time`.
    /// - Returns: the body; nil where there is no memory for it.
    func body(of batch: RecordBatch, flushTime: Int64) -> UploadBody?
}
