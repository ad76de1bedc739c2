/// How dear a record is when not everything can be kept.
///
/// Where room runs out, records of a lower class go first; see the promise in the design, "Recording".
public enum RecordClass: UInt8, CaseIterable, Comparable, Sendable {
    /// Performance samples.
    case monitoring = 0
    /// Events that auto-tracking made.
    case automatic = 1
    /// Events that the app's code tracked.
    case tracked = 2
    /// Identity and profile changes.
    case identity = 3
    /// Crash reports.
    case crash = 4

    /// Orders classes by how dear they are.
    public static func < (first: RecordClass, second: RecordClass) -> Bool { first.rawValue < second.rawValue }

    /// The share of a cap, in per cent, above which this class is refused.
    public var quotaPercent: UInt64 {
        switch self {
        case .monitoring: 50
        case .automatic: 75
        case .tracked: 90
        case .identity, .crash: 100
        }
    }
}

/// What a frame of the journal holds.
public enum RecordKind: UInt8, CaseIterable, Sendable {
    /// A record to upload.
    case event = 1
    /// A change of key-value state: a JSON object whose null members are removals.
    case state = 2
    /// A record with a type, and perhaps a payload, of a Prism channel; see ``ReportFrame``.
    case report = 3

    /// Whether it is uploaded.
    var isRecord: Bool { self != .state }
}
