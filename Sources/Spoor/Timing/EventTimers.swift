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

    /// What a timer has measured.
    enum Reading: Equatable, Sendable {
        /// How long, and since when.
        case counted(Duration, since: Duration)
        /// Nothing that may be told: there is no consent.
        case withoutConsent
    }

    /// The most timers at once; a further one takes the place of the oldest.
    static let most = 1_000

    private struct Running: Sendable {
        let timer: EventTimer
        let runsInBackground: Bool
        var counted = Duration.zero
        /// Since when it counts; nil while it stands still.
        var since: Duration?
        /// Since when it has counted at all; nil where it has not.
        var began: Duration?
        /// When it was started, paused or resumed last.
        var changed: Duration
        var isPaused = false

        mutating func count(from uptime: Duration) {
            self.since = uptime
            self.began = self.began ?? uptime
        }
    }

    private var running: [Running] = []
    private var isInFront = true
    private var isAllowed = true

    /// How many timers there are, paused ones included.
    var count: Int { self.running.count }

    /// Starts a timer.
    ///
    /// - Returns: the timer that had to go for it, where there were too many.
    mutating func start(_ timer: EventTimer, runsInBackground: Bool, at uptime: Duration) -> EventTimer? {
        let evicted = self.running.count < Self.most ? nil : self.running.removeFirst().timer
        self.running.append(Running(timer: timer, runsInBackground: runsInBackground, changed: uptime))
        self.settle(self.running.count - 1, at: uptime)
        return evicted
    }

    /// Stops counting; of an event's timers the last started that is not paused.
    ///
    /// - Returns: whether there is such a timer.
    mutating func pause(_ key: Key, at uptime: Duration) -> Bool {
        guard let index = self.index(of: key, preferring: { !$0.isPaused }) else { return false }
        self.running[index].isPaused = true
        self.running[index].changed = uptime
        self.settle(index, at: uptime)
        return true
    }

    /// Counts on; of an event's timers the last started that is paused.
    ///
    /// - Returns: whether there is such a timer.
    mutating func resume(_ key: Key, at uptime: Duration) -> Bool {
        guard let index = self.index(of: key, preferring: \.isPaused) else { return false }
        self.running[index].isPaused = false
        self.running[index].changed = uptime
        self.settle(index, at: uptime)
        return true
    }

    /// Takes a timer away.
    ///
    /// - Returns: what it counted; nil where there is no such timer.
    mutating func end(_ key: Key, at uptime: Duration) -> Reading? {
        guard let index = self.index(of: key) else { return nil }
        self.settle(index, at: uptime)
        let timer = self.running.remove(at: index)
        return self.isAllowed ? .counted(timer.counted, since: timer.began ?? uptime) : .withoutConsent
    }

    /// Lets timers count from the moment at which the person agreed.
    mutating func allow(since uptime: Duration) {
        guard !self.isAllowed else { return }
        self.isAllowed = true
        for index in self.running.indices where self.counts(self.running[index]) {
            self.running[index].count(from: max(uptime, self.running[index].changed))
        }
    }

    /// Lets all timers stand still until the person agrees, and forgets what they have counted.
    mutating func withdraw() {
        self.isAllowed = false
        for index in self.running.indices {
            self.running[index].counted = .zero
            self.running[index].since = nil
            self.running[index].began = nil
        }
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
        timer.since = nil
        if self.counts(timer) { timer.count(from: uptime) }
        self.running[index] = timer
    }

    private func counts(_ timer: Running) -> Bool {
        self.isAllowed && !timer.isPaused && (self.isInFront || timer.runsInBackground)
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
