/// When an adapter looks at the screen.
///
/// That is as the main loop goes to sleep, not more often than said, and once more when something was waited for. An app
/// that rests is not woken.
public struct IdlePace: Sendable {
    /// What is to be done.
    public enum Step: Hashable, Sendable {
        /// Look now.
        case look
        /// Wake the loop up after this time, under this number.
        case wake(after: Duration, number: Int)
        /// Nothing.
        case nothing
    }

    /// The least time between two looks.
    private let interval: Duration

    /// The least time for which the loop is left asleep; less would keep it awake.
    private static let leastWait = Duration.milliseconds(5)

    private var lastLook: Duration?
    private var wakeUp: (at: Duration, number: Int)?
    private var lastNumber = 0
    private var isDue = false

    /// Makes a pace.
    ///
    /// - Parameter interval: the least time between two looks.
    public init(interval: Duration) {
        self.interval = interval
    }

    /// The loop is about to sleep.
    ///
    /// - Parameter uptime: now.
    /// - Returns: what is to be done.
    public mutating func loopIsIdle(at uptime: Duration) -> Step {
        let wait = self.lastLook.map { self.interval - (uptime - $0) } ?? .zero
        guard self.isDue || wait <= .zero else { return self.wake(after: wait, at: uptime) }
        self.isDue = false
        self.lastLook = uptime
        return .look
    }

    /// It was looked.
    ///
    /// - Parameters:
    ///   - next: after which time it must be looked again though nothing happens; nil for not at all.
    ///   - uptime: now.
    /// - Returns: what is to be done.
    public mutating func looked(next: Duration?, at uptime: Duration) -> Step {
        guard let next else { return .nothing }
        return self.wake(after: next, at: uptime)
    }

    /// The loop was woken up; the look comes when it is idle again, so that what happens until then is seen.
    ///
    /// - Parameter number: the number that was given; one that an earlier one overtook does nothing.
    public mutating func woken(_ number: Int) {
        guard self.wakeUp?.number == number else { return }
        self.wakeUp = nil
        self.isDue = true
    }

    private mutating func wake(after wait: Duration, at uptime: Duration) -> Step {
        let wait = max(wait, Self.leastWait)
        if let wakeUp = self.wakeUp, wakeUp.at <= uptime + wait { return .nothing }
        self.lastNumber += 1
        self.wakeUp = (uptime + wait, self.lastNumber)
        return .wake(after: wait, number: self.lastNumber)
    }
}
