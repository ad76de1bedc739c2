import SpoorWire

/// One event of a batch after decoding and checking: where it stands, and what the store needs to know of it.
struct DecodedEvent: Sendable {
    /// Marks an absent text.
    static let none: Int32 = -1

    /// Position in the batch, from 0.
    var index: Int32
    /// Where its JSON begins in the batch's body.
    var offset: Int32
    /// Length of its JSON in bytes.
    var length: Int32
    /// When it happened, as far as is known; see ``EventTime``.
    var time: Int64
    /// Where ``time`` comes from.
    var timeSource = TimeSource.device
    /// What it does.
    var type: EventType
    /// The client's sequence number; 0 where it has none.
    var seq: Int64 = 0
    /// Texts of the batch by index: its name, who did it, and whom it links.
    var name = DecodedEvent.none
    var user = DecodedEvent.none
    var anonymous = DecodedEvent.none
    var login = DecodedEvent.none
    /// The producer of a Spoor id; then ``seq`` is part of the id.
    var producer = DecodedEvent.none
    /// The hash of an id of another maker.
    var foreign: SipHash.Value?
    /// The digest of its text without what changes from one sending to the next.
    var digest: UInt32 = 0
}

/// A further identifier that a `track_id_bind` or `track_id_unbind` names.
struct DecodedBinding: Sendable {
    /// Index into the batch's events.
    let event: Int
    /// Index into the batch's texts: `key+value`.
    let text: Int32
}

/// One event, or a whole request, that was refused.
struct DecodedReject: Sendable {
    let index: Int?
    let reason: String
    let raw: [UInt8]
    let rawLength: Int

    init(index: Int?, reason: String, raw: UnsafeRawBufferPointer) {
        self.index = index
        self.reason = reason
        self.raw = [UInt8](raw.prefix(RejectRecord.maxRawBytes))
        self.rawLength = raw.count
    }

    private init(index: Int?, reason: String, raw: [UInt8], rawLength: Int) {
        self.index = index
        self.reason = reason
        self.raw = raw
        self.rawLength = rawLength
    }

    /// The same at another position.
    func placed(at index: Int?) -> DecodedReject {
        DecodedReject(index: index, reason: self.reason, raw: self.raw, rawLength: self.rawLength)
    }
}
