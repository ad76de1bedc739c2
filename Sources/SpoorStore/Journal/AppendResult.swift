/// What became of a record that was handed to the journal.
public enum AppendResult: Equatable, Sendable {
    /// It is kept under this sequence number; when durable, it survives the end of the process from now on.
    case appended(sequence: UInt64, isDurable: Bool)
    /// Its class may take no more room until the journal is drained.
    case full
    /// It is larger than `JournalConfiguration.maxRecordBytes`.
    case tooLarge
    /// The head closure decided against it.
    case declined
    /// The journal is closed.
    case closed
}

/// What the head closure of an append has to tell.
public struct FrameHead: Sendable {
    /// The number of bytes it has written.
    public var count: Int
    /// When the record was made, in milliseconds since 1970.
    public var recorded: Int64

    /// Creates a head of `count` bytes of a record made at `recorded`, in milliseconds since 1970.
    public init(count: Int, recorded: Int64) {
        self.count = count
        self.recorded = recorded
    }
}

/// Something about a journal that whoever drains it wants to know at once.
public enum JournalSignal: Equatable, Sendable {
    /// The first record since the last drain began.
    case pending
    /// A segment has filled up, so a drain is worth its while.
    case segmentFilled
}

/// Where new records go.
public enum JournalBacking: Equatable, Sendable {
    /// A file: they survive the end of the process.
    case file
    /// Plain memory, because files cannot be made for this reason.
    case memory(reason: String)
}

/// How a journal is doing.
public struct JournalStatus: Equatable, Sendable {
    /// Where new records go.
    public var backing: JournalBacking
    /// Bytes that wait to be drained.
    public var pendingBytes: Int
    /// Records turned away for want of room, by class.
    public var refused: [RecordClass: Int]
    /// Times that a caller had to make a segment itself.
    public var emergencies: Int
    /// Segments ready to be filled.
    public var readySegments: Int
    /// Segments filled and not yet drained.
    public var fullSegments: Int
    /// What reading this journal has found since it was opened.
    public var tally: FrameTally
}
