/// Records taken for one upload, and marked as such.
public struct RecordBatch: Equatable, Sendable {
    /// One record of a batch.
    public struct Row: Equatable, Sendable {
        /// The record's sequence number.
        public let sequence: UInt64
        /// How dear the record is.
        public let recordClass: RecordClass
        /// When it was made, in milliseconds since 1970.
        public let recorded: Int64
        /// Where its bytes are in ``RecordBatch/bytes``.
        public let range: Range<Int>
        /// Whether its checksum fits, or it has none.
        public internal(set) var isIntact = true
    }

    /// What this batch is called until it is settled or released.
    public let id: Int64
    /// The records, in the order asked for.
    public let rows: [Row]
    /// The bytes of all records, one after the other.
    public let bytes: [UInt8]

    /// Whether there is nothing in it.
    public var isEmpty: Bool { self.rows.isEmpty }

    /// The bytes of one of its rows.
    public func payload(of row: Row) -> ArraySlice<UInt8> { self.bytes[row.range] }
}

/// In which order records are taken.
public enum RecordOrder: Sendable {
    /// By sequence number.
    case sequence
    /// Crash reports first, then by sequence number.
    case crashFirst
}

/// Numbers and sizes of the records of one class.
public struct ClassTotal: Equatable, Sendable {
    /// How many records.
    public var count = 0
    /// How many bytes of payload.
    public var bytes = 0
}

/// Limits on what a record store keeps.
public struct StoreLimits: Equatable, Sendable {
    /// The most records; the default is 100 000.
    public var records = 100_000
    /// The most bytes of payload; the default is 64 MB.
    public var bytes = 64_000_000
    /// The most dead letters; the oldest go first.
    ///
    /// The default is 1000.
    public var deadLetters = 1_000

    /// Creates the default limits.
    public init() {}
}

/// Why a record is set aside.
public struct DeadLetterReason: Equatable, Sendable {
    /// The record's sequence number.
    public var sequence: UInt64
    /// A sentence for people.
    public var reason: String
    /// The server's status, where one decided.
    public var status: Int?
    /// Whether the record was changed on the device; it is counted as lost then.
    public var isDamaged: Bool

    /// Creates a reason to set a record aside.
    public init(sequence: UInt64, reason: String, status: Int? = nil, isDamaged: Bool = false) {
        self.sequence = sequence
        self.reason = reason
        self.status = status
        self.isDamaged = isDamaged
    }
}

/// A record that was set aside.
public struct DeadLetter: Equatable, Sendable {
    /// The record's sequence number.
    public let sequence: UInt64
    /// How dear the record is.
    public let recordClass: RecordClass
    /// When it was made, in milliseconds since 1970.
    public let recorded: Int64
    /// When it was set aside, in milliseconds since 1970.
    public let setAside: Int64
    /// A sentence for people.
    public let reason: String
    /// The server's status, where one decided.
    public let status: Int?
    /// The record.
    public let bytes: [UInt8]
    /// Whether its checksum fits, or it has none.
    public let isIntact: Bool
}
