/// One running measurement of how long something takes.
///
/// Several timers of one event may run at once; each ends on its own.
public struct EventTimer: Hashable, Sendable {
    /// The event that the timer will record.
    public let event: String

    /// The number that tells timers of one event apart.
    public let id: UInt64

    init(event: String, id: UInt64) {
        self.event = event
        self.id = id
    }
}
