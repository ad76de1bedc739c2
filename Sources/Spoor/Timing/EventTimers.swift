/// The timers that run, and what each has counted (000, O-13).
///
/// Reads no clock: each call gets the awake time at which it was made. Calls may come in slightly out of order from
/// several threads; what that would make negative counts as zero.
struct EventTimers: Sendable {
    /// How a caller names a timer.
    enum Key: Sendable {
        /// The one that ``Tracker/startTimer(_:runsInBackground:)`` answered.
        case timer(EventTimer)
        /// The one of this event that was started last.
        case event(String)
    }

    /// The most timers at once; a further one takes the place of the oldest.
    static let most = 1_000

    private struct Running: Sendable {
        let timer: EventTimer
        let runsInBackground: Bool
        var counted = Duration.zero
        /// Since when it counts; nil while it stands still.
        var since: Duration?
        var isPaused = false
    }

    private var running: [Running] = []
    private var isInFront = true

    /// How many timers there are, paused ones included.
    var count: Int { self.running.count }

    /// Starts a timer.
    ///
    /// - Returns: the timer that had to go for it, where there were too many.
    mutating func start(_ timer: EventTimer, runsInBackground: Bool, at uptime: Duration) -> EventTimer? {
        let evicted = self.running.count < Self.most ? nil : self.running.removeFirst().timer
        var new = Running(timer: timer, runsInBackground: runsInBackground)
        if self.isInFront || runsInBackground { new.since = uptime }
        self.running.append(new)
        return evicted
    }

    /// Stops counting; of an event's timers the last started that is not paused.
    ///
    /// - Returns: whether there is such a timer.
    mutating func pause(_ key: Key, at uptime: Duration) -> Bool {
        guard let index = self.index(of: key, preferring: { !$0.isPaused }) else { return false }
        self.running[index].isPaused = true
        self.settle(index, at: uptime)
        return true
    }

    /// Counts on; of an event's timers the last started that is paused.
    ///
    /// - Returns: whether there is such a timer.
    mutating func resume(_ key: Key, at uptime: Duration) -> Bool {
        guard let index = self.index(of: key, preferring: \.isPaused) else { return false }
        self.running[index].isPaused = false
        self.settle(index, at: uptime)
        return true
    }

    /// Takes a timer away.
    ///
    /// - Returns: what it counted; nil where there is no such timer.
    mutating func end(_ key: Key, at uptime: Duration) -> Duration? {
        guard let index = self.index(of: key) else { return nil }
        self.settle(index, at: uptime)
        return self.running.remove(at: index).counted
    }

    /// Takes every timer away.
    mutating func removeAll() {
        self.running = []
    }

    /// Lets timers stand still while the app is not in front, but for those that asked to run on.
    mutating func move(toFront isInFront: Bool, at uptime: Duration) {
        guard self.isInFront != isInFront else { return }
        self.isInFront = isInFront
        for index in self.running.indices { self.settle(index, at: uptime) }
    }

    /// Adds up what was counted until now, and goes on where the timer may.
    private mutating func settle(_ index: Int, at uptime: Duration) {
        var timer = self.running[index]
        if let since = timer.since { timer.counted += max(.zero, uptime - since) }
        let counts = !timer.isPaused && (self.isInFront || timer.runsInBackground)
        timer.since = counts ? uptime : nil
        self.running[index] = timer
    }

    private func index(of key: Key, preferring isWanted: (Running) -> Bool = { _ in true }) -> Int? {
        switch key {
        case .timer(let timer):
            self.running.firstIndex { $0.timer == timer }
        case .event(let event):
            self.running.lastIndex { $0.timer.event == event && isWanted($0) }
                ?? self.running.lastIndex { $0.timer.event == event }
        }
    }
}
