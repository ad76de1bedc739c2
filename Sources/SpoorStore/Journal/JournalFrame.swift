import CSpoor

/// One record as it comes out of the journal.
///
/// The payload is borrowed: it is valid only while the frame is being handed over.
public struct JournalFrame {
    /// The record's place in the total order of its folder.
    public let sequence: UInt64
    /// What the payload is.
    public let kind: RecordKind
    /// How dear the record is.
    public let recordClass: RecordClass
    /// When the record was made, in milliseconds since 1970 by the device's clock.
    public let recorded: Int64
    /// The record's bytes: head, then body.
    public let payload: UnsafeRawBufferPointer
}

/// What reading a journal found.
public struct FrameTally: Equatable, Sendable {
    /// Intact frames.
    public var frames = 0
    /// Frames whose sequence number was not above the one before, or which the database already holds.
    public var repeated = 0
    /// Segments that end in a frame whose writing the end of the process interrupted; it was never answered.
    public var unfinished = 0
    /// Segments that end in a frame which was complete and is not any more.
    public var torn = 0
    /// Damaged places with intact frames behind them.
    public var corrupt = 0
    /// Bytes passed over at such places.
    public var skippedBytes = 0
    /// Sequence numbers that intact frames of one segment do not have between them, or that a cut segment had before the
    /// next one.
    public var missing = 0
    /// Segments that end in a complete-looking frame of another epoch.
    public var foreign = 0
    /// Segments whose own header is damaged.
    public var damagedHeaders = 0
    /// Segments whose file is shorter than it was.
    public var cutSegments = 0
    /// Segments whose file is gone.
    public var missingSegments = 0

    /// Creates a tally of nothing.
    public init() {}

    /// Whether anything was found that a plain end of the process does not leave.
    public var isDamaged: Bool {
        self.torn + self.corrupt + self.skippedBytes + self.foreign + self.damagedHeaders + self.cutSegments
            + self.missingSegments > 0
    }

    /// How many records are lost for damage, as far as it can be told; changes of state count like records.
    public var lost: Int { self.missing + self.torn + self.foreign }

    static func += (total: inout FrameTally, part: FrameTally) {
        total.frames += part.frames
        total.repeated += part.repeated
        total.unfinished += part.unfinished
        total.torn += part.torn
        total.corrupt += part.corrupt
        total.skippedBytes += part.skippedBytes
        total.missing += part.missing
        total.foreign += part.foreign
        total.damagedHeaders += part.damagedHeaders
        total.cutSegments += part.cutSegments
        total.missingSegments += part.missingSegments
    }
}
