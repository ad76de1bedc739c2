/// How far an upload run goes, and how much was stored behind that.
///
/// A run uploads what was stored when it was asked for; what comes later waits for a reason of its own. Without an end,
/// records that keep coming would be sent as they come, a few to a request, and interval and bulk size would mean nothing.
struct UploadReach: Equatable, Sendable {
    /// The last number that belongs to the run.
    private(set) var through: UInt64 = 0

    /// How many records were stored behind it.
    private(set) var later = 0

    /// An upload was asked for: it goes as far as something is stored, and one that is going on goes on that far.
    mutating func extend(to last: UInt64) {
        self.through = last
        self.later = 0
    }

    /// Records were stored.
    mutating func stored(_ count: Int) {
        self.later += max(0, count)
    }
}
