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
        /// Where its bytes are in ``RecordBatch/bytes``: the event's, or the meta's of a report.
        public let range: Range<Int>
        /// The full type of a report, such as `appCrash`; nil for an event.
        public let type: String?
        /// The report id, by which a report's meta and payload are joined; nil for an event.
        public let reportID: String?
        /// Where its payload is in ``RecordBatch/bytes``; nil where it has none, or none was asked for.
        public let payload: Range<Int>?
        /// Whether its checksums fit, or it has none.
        public internal(set) var isIntact: Bool
        /// How many bytes of payload are stored with it, asked for or not.
        let storedPayload: Int

        init(
            sequence: UInt64,
            recordClass: RecordClass,
            recorded: Int64,
            range: Range<Int>,
            type: String? = nil,
            reportID: String? = nil,
            payload: Range<Int>? = nil,
            isIntact: Bool = true,
            storedPayload: Int = 0
        ) {
            self.sequence = sequence
            self.recordClass = recordClass
            self.recorded = recorded
            self.range = range
            self.type = type
            self.reportID = reportID
            self.payload = payload
            self.isIntact = isIntact
            self.storedPayload = storedPayload
        }

        /// How many bytes are stored of it.
        var storedBytes: Int { self.range.count + self.storedPayload }
    }

    /// What this batch is called until it is settled or released.
    public let id: Int64
    /// The records, in the order asked for.
    public let rows: [Row]
    /// The bytes of all records, one after the other, each with its payload behind it.
    public let bytes: [UInt8]

    /// Whether there is nothing in it.
    public var isEmpty: Bool { self.rows.isEmpty }

    /// The bytes of one of its rows: the event's, or the meta's of a report.
    public func payload(of row: Row) -> ArraySlice<UInt8> { self.bytes[row.range] }

    /// The payload of a report; nil where it has none, or none was asked for.
    public func attachment(of row: Row) -> ArraySlice<UInt8>? { row.payload.map { self.bytes[$0] } }
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
    /// How many bytes, payloads included.
    public var bytes = 0
}

/// Limits on what a record store keeps.
public struct StoreLimits: Equatable, Sendable {
    /// The most records; the default is 100 000.
    public var records = 100_000
    /// The most bytes, payloads included; the default is 64 MB.
    public var bytes = 64_000_000
    /// The most dead letters; the oldest go first.
    ///
    /// The default is 1000.
    public var deadLetters = 1_000
    /// The most bytes of payload that dead letters keep; the oldest of them go first.
    ///
    /// The default is 16 MB.
    public var deadLetterPayloadBytes = 16_000_000

    /// Creates the default limits.
    public init() {}
}

/// What ending a batch has cost; all of it is counted as losses.
public struct SettleReport: Equatable, Sendable {
    /// Records that were set aside because they are damaged.
    public internal(set) var damaged = 0
    /// The oldest dead letters, which went to make room for new ones.
    public internal(set) var trimmed = 0
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
    /// The record: the event, or the meta of a report.
    public let bytes: [UInt8]
    /// The full type of a report; nil for an event.
    public let type: String?
    /// The report id; nil for an event.
    public let reportID: String?
    /// How many bytes its payload has; 0 without one.
    public let payloadBytes: Int
    /// Its payload, where it was asked for.
    public let payload: [UInt8]?
    /// Whether its checksums fit, or it has none; that of a payload is looked at where it was asked for.
    public let isIntact: Bool
}
