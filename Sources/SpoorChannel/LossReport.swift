package import SpoorStore

/// What was lost since losses were last reported.
public struct LossReport: Equatable, Sendable {
    /// How many records, by reason: `over_count`, `over_bytes`, `expired`, `journal_full`, `damaged`,
    /// `dead_letters_full`, `too_large`, `consent_overflow`, `no_room_before_opening`.
    public var byReason: [String: Int]

    /// How many records, by class: `crash`, `identity`, `tracked`, `automatic`, `monitoring`.
    public var byClass: [String: Int]

    /// How many records in all.
    public var total: Int { self.byReason.values.reduce(0, +) }

    /// The channel whose losses these are; nil for the one that reports them.
    package let channel: String?

    /// The same by reason and class.
    package let losses: [Loss]

    init(_ losses: [Loss], of channel: String? = nil) {
        (self.losses, self.channel) = (losses, channel)
        self.byReason = [:]
        self.byClass = [:]
        for loss in losses {
            self.byReason[loss.reason.rawValue, default: 0] += loss.count
            self.byClass["\(loss.recordClass)", default: 0] += loss.count
        }
    }
}
