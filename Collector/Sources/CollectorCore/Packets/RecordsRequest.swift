public import SpoorWire

/// The records of one packet on their way to the store.
public struct RecordsRequest: Sendable {
    /// The project they are for.
    public let project: String
    /// Where they came in, such as `/v1/packets`; kept with rejects.
    public let source: String
    /// The channel they were sent by; becomes the property `_namespace`.
    public let namespace: String?
    /// The records in the packet's order.
    public let records: [PacketRecord]

    /// Creates a request from its parts.
    public init(project: String, source: String, namespace: String?, records: [PacketRecord]) {
        self.project = project
        self.source = source
        self.namespace = namespace
        self.records = records
    }
}

/// Why a record of a packet cannot become an event.
enum RecordFault: Error, Equatable, CustomStringConvertible {
    case tooLarge(bytes: Int)
    case json(JSONError)
    case noObject
    case missing(String)
    case identifier(String)
    case time(String)

    var description: String {
        switch self {
        case .tooLarge(let bytes):
            "The meta has \(bytes) bytes, more than the \(Limits.maxEventBytes) allowed; put large parts into the payload."
        case .json(let error): "The meta is no JSON. \(error.description)"
        case .noObject: "The meta is no JSON object; send one for each record."
        case .missing(let key): "The meta has no '\(key)'; add it."
        case .identifier(let key):
            "The value of '\(key)' is no text of 1 to \(RecordConverter.maxReportIDBytes) bytes; send one."
        case .time(let text):
            "The CREATE_TIME '\(Limits.truncated(text, limit: 64))' is no number of milliseconds since 1970; send one."
        }
    }
}
