/// A body on its way to the store: the step between HTTP and decoding.
public struct IngestRequest: Sendable {
    /// How the body is compressed.
    public enum Encoding: Equatable, Sendable {
        /// Not at all.
        case identity
        /// By gzip.
        case gzip
    }

    /// The project it is for.
    public let project: String
    /// Where it came in, such as `/v1/events`; kept with rejects.
    public let source: String
    /// The JSON text, perhaps compressed.
    public let body: ByteBlock
    /// How it is compressed.
    public let encoding: Encoding

    /// Creates a request from its parts.
    public init(project: String, source: String, body: ByteBlock, encoding: Encoding) {
        self.project = project
        self.source = source
        self.body = body
        self.encoding = encoding
    }
}

/// Why a whole body could not be read; it is kept among the rejects.
public enum BodyFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The body is compressed data that is broken.
    case compression
    /// The body inflates to more than the limit.
    case tooLarge
    /// The body has more elements than the limit.
    case tooManyEvents
    /// The body is neither a JSON array nor an object.
    case noEvents

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .compression: "The body is not the gzip data that it says it is: compress it anew, or send it plain."
        case .tooLarge:
            "The body inflates to more than \(IngestLimits.maxInflatedBytes) bytes: send fewer events in one request."
        case .tooManyEvents:
            "The body has more than \(IngestLimits.maxEvents) elements: send fewer events in one request."
        case .noEvents: "The body is no JSON array of events: send [{…},{…}]."
        }
    }
}

extension BodyFault {
    /// Whether parts of the body might be taken.
    public var isTooMuch: Bool { self == .tooLarge || self == .tooManyEvents }
}

/// The sizes the collector takes.
public enum IngestLimits {
    /// Bytes of a request's body as sent.
    public static let maxBodyBytes = 8 * 1024 * 1024
    /// Bytes of a body after decompression.
    public static let maxInflatedBytes = 64 * 1024 * 1024
    /// Elements of the array in one body.
    public static let maxEvents = 100_000
    /// Refused elements of one body that are kept with their texts; of the others only the places are named.
    public static let maxKeptRejects = 1_000
}
