import SpoorWire

/// Why one event cannot be stored (bug cases O-31, O-35).
enum EventFault: Error, Equatable, CustomStringConvertible {
    case noObject
    case tooLarge(bytes: Int)
    case missing(String)
    case unknownType(String)
    case name(String)
    case time(String)
    case identifier(String)
    case properties

    var description: String {
        switch self {
        case .noObject: "The element is no JSON object; send events as objects."
        case .tooLarge(let bytes):
            "The event has \(bytes) bytes, more than the \(Limits.maxEventBytes) allowed; send less in one event."
        case .missing(let key): "The event has no '\(key)'; add it."
        case .unknownType(let type):
            "The type '\(Limits.truncated(type, limit: 64))' is unknown; use track, track_signup, profile_set or "
                + "another of the wire format."
        case .name(let sentence): sentence
        case .time(let text):
            "The time '\(Limits.truncated(text, limit: 64))' is no whole number of milliseconds since 1970; send such a one."
        case .identifier(let key):
            "The value of '\(key)' is no text of 1 to \(Limits.maxIdentifierBytes) bytes; send one."
        case .properties: "The 'properties' are no JSON object; send one."
        }
    }
}
