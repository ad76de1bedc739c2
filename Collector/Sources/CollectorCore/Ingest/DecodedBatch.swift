/// A batch after decoding and checking, ready for the writer.
public struct DecodedBatch: Sendable {
    /// The project it belongs to.
    public let project: String
    /// When it was received, in milliseconds since 1970 UTC.
    public let received: Int64
    /// Where it came in, such as `/v1/events`.
    public let source: String
    /// The decompressed body that the events are ranges of.
    let body: ByteBlock
    /// The same body compressed by gzip, when it arrived so; it can be stored as it is.
    let compressed: ByteBlock?
    var texts: [String] = []
    var events: ContiguousArray<DecodedEvent> = []
    var bindings: [DecodedBinding] = []
    /// Refused events that are kept, at most ``IngestLimits/maxKeptRejects``.
    var rejects: [DecodedReject] = []
    /// Refused events beyond those, which the answer names and nobody keeps.
    var furtherRejections: [Rejection] = []
    /// Events that name another project than the request; they are in no other list.
    public internal(set) var strays: [StrayEvents] = []
    /// Payloads of the events, by report id.
    var payloads: [ReceivedPayload] = []
    /// Reject records that this batch stores at last; they go in the same transaction that notes its ids.
    var resolvedRejects: [Int64] = []

    init(project: String, received: Int64, source: String, body: ByteBlock, compressed: ByteBlock? = nil) {
        self.project = project
        self.received = received
        self.source = source
        self.body = body
        self.compressed = compressed
    }

    /// How many events are fit to be stored.
    public var eventCount: Int { self.events.count }

    /// The refused events as the answer names them.
    public var rejections: [Rejection] {
        self.rejects.compactMap { reject in reject.index.map { Rejection(index: $0, reason: reject.reason) } }
            + self.furtherRejections
    }

    /// Refuses one event; what it holds is kept as long as there is room for it.
    mutating func refuse(index: Int, reason: String, raw: UnsafeRawBufferPointer) {
        guard self.rejects.count < IngestLimits.maxKeptRejects else {
            self.furtherRejections.append(Rejection(index: index, reason: reason))
            return
        }
        self.rejects.append(DecodedReject(index: index, reason: reason, raw: raw))
    }

    /// Memory that the batch holds, in bytes.
    var footprint: Int {
        self.body.count + (self.compressed?.count ?? 0) + self.events.count * 128
            + self.payloads.reduce(0) { $0 + 256 + $1.bytes.count }
            + self.rejects.reduce(self.furtherRejections.count * 128) { $0 + 128 + $1.raw.count }
    }
}
