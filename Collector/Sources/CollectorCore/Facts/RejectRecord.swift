/// An event, or a whole request, that was refused (bug case O-31).
public struct RejectRecord: Equatable, Sendable {
    /// Number of this record in its project, from 1.
    public let id: Int64
    /// When it was refused, in milliseconds since 1970 UTC.
    public let received: Int64
    /// Position in its batch from 0; nil when the whole request could not be read.
    public let index: Int?
    /// What is wrong, in a sentence.
    public let reason: String
    /// Where it came in, such as `/v1/events`.
    public let source: String
    /// The refused text, cut to ``maxRawBytes``.
    public let raw: [UInt8]
    /// Length of the refused text before it was cut, in bytes.
    public let rawLength: Int

    /// Bytes of refused text that are kept.
    public static let maxRawBytes = 16 * 1024

    /// Whether the text was kept whole, so that it can be replayed.
    public var isWhole: Bool { self.raw.count == self.rawLength }

    /// Creates a reject record from its parts.
    public init(id: Int64, received: Int64, index: Int?, reason: String, source: String, raw: [UInt8], rawLength: Int) {
        self.id = id
        self.received = received
        self.index = index
        self.reason = reason
        self.source = source
        self.raw = raw
        self.rawLength = rawLength
    }
}
