/// Makes few uploads of many records that should leave at once.
///
/// The first one of a burst starts an upload, and so does the end of the window, where more came in it; that begins the
/// next window. A burst within one window makes two uploads, and the last record is in one of them.
package struct RealtimeThrottle: Equatable, Sendable {
    /// What happened.
    package enum Input: Equatable, Sendable {
        /// A record that should leave at once is stored.
        case recorded

        /// The wait that was asked for ended.
        case woke
    }

    /// What to do.
    package enum Action: Equatable, Sendable {
        /// Start an upload of what is stored.
        case upload

        /// Come back with ``Input/woke`` after a while.
        case wake(after: Duration)
    }

    /// The seed's delay.
    package static let standardWindow: Duration = .seconds(2)

    private let window: Duration
    private var windowEnd: Duration?
    private var hasMore = false

    /// Creates a throttle.
    package init(window: Duration = RealtimeThrottle.standardWindow) {
        self.window = max(.zero, window)
    }

    /// Whether an upload begins by itself before the window ends.
    package func isDue(at uptime: Duration) -> Bool {
        guard self.hasMore, let end = self.windowEnd else { return false }
        return uptime < end
    }

    /// Decides.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - uptime: when, by a clock that does not go back.
    /// - Returns: what to do, in order.
    package mutating func handle(_ input: Input, at uptime: Duration) -> [Action] {
        let isOver = self.windowEnd.map { uptime >= $0 } ?? true
        switch input {
        case .recorded where isOver:
            // A wait that never ended, as in a process that was suspended, must not hold anything back.
            return self.upload(at: uptime)
        case .recorded:
            guard !self.hasMore, let end = self.windowEnd else { return [] }
            self.hasMore = true
            return [.wake(after: end - uptime)]
        case .woke:
            guard self.hasMore else { return [] }
            if let end = self.windowEnd, !isOver { return [.wake(after: end - uptime)] }
            return self.upload(at: uptime)
        }
    }

    private mutating func upload(at uptime: Duration) -> [Action] {
        self.windowEnd = uptime + self.window
        self.hasMore = false
        return [.upload]
    }
}
