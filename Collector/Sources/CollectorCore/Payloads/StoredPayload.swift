/// Where a payload stands on its way through the collector.
public enum PayloadState: String, CaseIterable, Sendable {
    /// Stored, not looked into yet.
    case waiting
    /// Looked into.
    case handled
    /// It could not be handled; the reason is kept with it.
    case failed

    var number: Int64 {
        switch self {
        case .waiting: 0
        case .handled: 1
        case .failed: 2
        }
    }

    init(number: Int64) {
        switch number {
        case 0: self = .waiting
        case 1: self = .handled
        default: self = .failed
        }
    }
}

/// What is known of a stored payload, without its bytes.
public struct PayloadRecord: Equatable, Sendable {
    /// Number of this payload in its project, from 1 in order of arrival.
    public let id: Int64
    /// The report that it belongs to: the `_id` of the report's event.
    public let reportID: String
    /// The report's type, which is the event's name.
    public let type: String
    /// Bytes as the device sent them, before any compression.
    public let size: Int
    /// When it arrived, in milliseconds since 1970 UTC.
    public let received: Int64
    /// Where it stands.
    public let state: PayloadState
    /// Why it failed; nil otherwise.
    public let reason: String?
    /// What it was found to be, such as `stack`; nil before it is handled.
    public let kind: String?
    /// What was found in it, as a JSON object; nil before it is handled.
    public let facts: String?
}

/// A payload on its way to the store.
struct ReceivedPayload: Sendable {
    let reportID: String
    let type: String
    let size: Int
    /// Compressed by gzip where that makes it smaller.
    let bytes: [UInt8]
    let isCompressed: Bool
}
