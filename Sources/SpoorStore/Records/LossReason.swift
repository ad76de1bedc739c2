/// Why a record is gone although no server has it.
public enum LossReason: String, CaseIterable, Sendable {
    /// More records waited than the limit allows.
    case overCount = "over_count"
    /// More bytes waited than the limit allows.
    case overBytes = "over_bytes"
    /// It waited longer than records are kept.
    case expired
    /// The journal had no room for its class when it was made.
    case journalFull = "journal_full"
    /// It lay in a part of the journal or the database that was damaged.
    case damaged
    /// It was set aside, and more were set aside after it than are kept.
    case deadLettersFull = "dead_letters_full"
    /// Its encoded form was larger than one event may be.
    case tooLarge = "too_large"
    /// Too many events waited for the person's consent, which was given later.
    case consentOverflow = "consent_overflow"
    /// Too many calls were held when it was made, because storage was not open yet.
    case noRoomBeforeOpening = "no_room_before_opening"
}

/// How many records of one class are gone for one reason.
public struct Loss: Equatable, Sendable {
    /// Why they are gone.
    public var reason: LossReason
    /// Their class; what was damaged counts as `tracked`, because nobody can tell.
    public var recordClass: RecordClass
    /// How many.
    public var count: Int

    /// Creates a count.
    public init(_ reason: LossReason, _ recordClass: RecordClass, count: Int) {
        self.reason = reason
        self.recordClass = recordClass
        self.count = count
    }
}
