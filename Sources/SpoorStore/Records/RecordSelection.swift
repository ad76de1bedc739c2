/// Which records are taken, and how much of each.
///
/// What is not selected stays, and is taken when a later selection has room for it.
public struct RecordSelection: Sendable {
    /// Says of a full type whether its records may be taken; nil takes all.
    ///
    /// Events, which have no type, always may.
    public var types: (@Sendable (String) -> Bool)?

    /// What becomes of payloads.
    public var payloads: PayloadSelection

    /// The last number that may be taken.
    public var through: UInt64

    /// Selects everything, with its payload.
    public init() {
        self.init(types: nil)
    }

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - types: says of a full type whether its records may be taken; nil takes all.
    ///   - payloads: what becomes of payloads.
    ///   - through: the last number that may be taken.
    public init(
        types: (@Sendable (String) -> Bool)?,
        payloads: PayloadSelection = .withRecords(types: { _ in true }),
        through: UInt64 = .max
    ) {
        self.types = types
        self.payloads = payloads
        self.through = through
    }
}

/// What becomes of payloads in a selection; each case says of a full type whether its payloads are to be sent.
///
/// A payload that is not to be sent is deleted with its record when that was delivered.
public enum PayloadSelection: Sendable {
    /// All records, with the payloads that are to be sent.
    case withRecords(types: @Sendable (String) -> Bool)
    /// Only records that have a payload to send, with it: the detail packet of version 1.
    case only(types: @Sendable (String) -> Bool)
    /// Only records that have no payload to send: the meta body of version 1.
    case none(types: @Sendable (String) -> Bool)

    /// Whether payloads of a type are to be sent.
    var types: @Sendable (String) -> Bool {
        switch self {
        case .withRecords(let types), .only(let types), .none(let types): types
        }
    }
}
