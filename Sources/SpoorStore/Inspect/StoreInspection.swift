public import SpoorWire

/// What a queue folder holds, seen without changing it.
public struct StoreInspection: Equatable, Sendable {
    /// The id under which the folder's records are written; empty where it cannot be told.
    public var producer = ""
    /// The highest sequence number given to a record that is known of.
    public var lastSequence: UInt64 = 0
    /// Records in the database by class.
    public var stored: [RecordClass: ClassTotal] = [:]
    /// Records in the journal that the database does not have yet, by class.
    public var inJournal: [RecordClass: ClassTotal] = [:]
    /// Records of Prism channels that wait, by type, the journal's part included; empty where nobody asked for them.
    public var types: [String: TypeTotal] = [:]
    /// The oldest record that waits.
    public var oldest: Oldest?
    /// Records that were set aside.
    public var deadLetters = 0
    /// What was lost and not yet reported.
    public var losses: [Loss] = []
    /// Bytes of the journal that wait to be moved.
    public var journalBytes = 0
    /// Why the journal is in plain memory; nil while it is in files.
    public var memoryReason: String?
    /// The values that the folder's owner keeps.
    public var values: [String: JSONValue] = [:]
    /// What is wrong with the folder, a sentence each.
    public var problems: [String] = []

    /// Numbers and sizes of records of one type.
    public struct TypeTotal: Equatable, Sendable {
        /// How many records.
        public var count = 0
        /// How many of them have a payload.
        public var payloads = 0
        /// The bytes of these payloads.
        public var payloadBytes = 0
    }

    /// A record's place and time.
    public struct Oldest: Equatable, Sendable {
        /// Its sequence number.
        public var sequence: UInt64
        /// When it was made, in milliseconds since 1970 by the device's clock.
        public var recorded: Int64
    }

    /// Creates an empty inspection.
    public init() {}

    /// Takes a record of the journal in.
    mutating func add(inJournal recordClass: RecordClass, sequence: UInt64, recorded: Int64, bytes: Int) {
        self.inJournal[recordClass, default: .init()].count += 1
        self.inJournal[recordClass, default: .init()].bytes += bytes
        self.noteOldest(sequence: sequence, recorded: recorded)
    }

    /// Takes a record of a Prism channel in.
    mutating func add(type: String, payloadBytes: Int) {
        var total = self.types[type] ?? TypeTotal()
        total.count += 1
        if payloadBytes > 0 {
            total.payloads += 1
            total.payloadBytes += payloadBytes
        }
        self.types[type] = total
    }

    mutating func noteOldest(sequence: UInt64, recorded: Int64) {
        guard sequence < self.oldest?.sequence ?? .max else { return }
        self.oldest = Oldest(sequence: sequence, recorded: recorded)
    }
}
