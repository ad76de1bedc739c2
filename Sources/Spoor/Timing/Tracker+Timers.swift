import SpoorChannel
public import SpoorWire

/// How long things take: `event_duration` in seconds with three decimals (000, bug case O-13).
///
/// Measured by a clock that stands still while the device sleeps and that no change of the wall clock moves. Time in the
/// background is not counted, unless the timer asked for it, and time without consent to analytics never is. Timers live as
/// long as the process: after a restart no duration is invented.
extension Tracker {
    /// Starts to measure how long an event takes; ``endTimer(_:_:)-(EventTimer,_)`` records it.
    ///
    /// Each call starts a timer of its own. At most 1000 run at once.
    ///
    /// - Parameters:
    ///   - event: the name of the event that will be recorded.
    ///   - runsInBackground: whether time counts that the app spends in the background.
    /// - Returns: the timer, to be told apart from others of the same event.
    @discardableResult
    public func startTimer(_ event: String, runsInBackground: Bool = false) -> EventTimer {
        let uptime = self.environment.scheduler.uptime
        let timer = EventTimer(event: event, id: self.environment.random())
        let evicted = self.state.withLock {
            $0.time.timers.start(timer, runsInBackground: runsInBackground, at: uptime)
        }
        if let problem = Naming.check(name: event) {
            self.warn("The timer of '\(Limits.shown(event))' runs, but its event will be dropped: \(problem)")
        }
        if let evicted {
            self.warn(
                "A timer of '\(Limits.shown(evicted.event))' was forgotten, for more than \(EventTimers.most) run: "
                    + "end or remove timers that are no longer needed."
            )
        }
        return timer
    }

    /// Lets a timer stand still; one that stands still already is left as it is.
    ///
    /// - Parameter timer: the timer.
    public func pauseTimer(_ timer: EventTimer) {
        self.pause(.timer(timer), event: timer.event)
    }

    /// Lets the last started timer of an event that runs stand still.
    ///
    /// - Parameter event: the event's name.
    public func pauseTimer(_ event: String) {
        self.pause(.event(event), event: event)
    }

    /// Lets a paused timer run on; one that runs is left as it is.
    ///
    /// - Parameter timer: the timer.
    public func resumeTimer(_ timer: EventTimer) {
        self.resume(.timer(timer), event: timer.event)
    }

    /// Lets the last started timer of an event that is paused run on.
    ///
    /// - Parameter event: the event's name.
    public func resumeTimer(_ event: String) {
        self.resume(.event(event), event: event)
    }

    /// Records a timer's event with the measured `event_duration`.
    ///
    /// A timer that was not started, or has ended, gives the event without a duration, and a warning.
    ///
    /// - Parameters:
    ///   - timer: the timer.
    ///   - properties: what else is known about the event; an `event_duration` in it wins.
    /// - Returns: whether the event is kept, and if not why.
    @discardableResult
    public func endTimer(_ timer: EventTimer, _ properties: Properties = Properties()) -> TrackAnswer {
        self.end(.timer(timer), event: timer.event, properties)
    }

    /// Records an event with what the last started timer of its name has measured.
    ///
    /// - Parameters:
    ///   - event: the event's name.
    ///   - properties: what else is known about the event; an `event_duration` in it wins.
    /// - Returns: whether the event is kept, and if not why.
    @discardableResult
    public func endTimer(_ event: String, _ properties: Properties = Properties()) -> TrackAnswer {
        self.end(.event(event), event: event, properties)
    }

    /// Forgets a timer; nothing is recorded.
    ///
    /// - Parameter timer: the timer.
    public func removeTimer(_ timer: EventTimer) {
        self.state.withLock { _ = $0.time.timers.end(.timer(timer), at: .zero) }
    }

    /// Forgets the last started timer of an event; nothing is recorded.
    ///
    /// - Parameter event: the event's name.
    public func removeTimer(_ event: String) {
        self.state.withLock { _ = $0.time.timers.end(.event(event), at: .zero) }
    }

    /// Forgets all timers; nothing is recorded.
    ///
    /// The time that `$AppEnd` tells is not a timer and is still measured.
    public func removeAllTimers() {
        self.state.withLock { $0.time.timers.removeAll() }
    }

    private func pause(_ key: EventTimers.Key, event: String) {
        let uptime = self.environment.scheduler.uptime
        if self.state.withLock({ $0.time.timers.pause(key, at: uptime) }) { return }
        self.warn("No timer of '\(Limits.shown(event))' runs, so none was paused: call startTimer first.")
    }

    private func resume(_ key: EventTimers.Key, event: String) {
        let uptime = self.environment.scheduler.uptime
        if self.state.withLock({ $0.time.timers.resume(key, at: uptime) }) { return }
        self.warn("No timer of '\(Limits.shown(event))' is there, so none was resumed: call startTimer first.")
    }

    private func end(_ key: EventTimers.Key, event: String, _ properties: Properties) -> TrackAnswer {
        // Read first of all, so that neither the check nor the lock counts (O-13).
        let uptime = self.environment.scheduler.uptime
        let (reading, phase, isPassive) = self.state.withLock {
            ($0.time.timers.end(key, at: uptime), $0.phase, $0.time.lifeCycle.isPassive)
        }
        guard phase != .stopped else { return .dropped(.stopped) }
        if let problem = Naming.check(name: event) {
            let sentence = "Event '\(Limits.shown(event))' was dropped: \(problem)"
            self.warn(sentence)
            return .dropped(.invalidName(sentence))
        }
        let own = PropertyCheck.checked(properties, origin: "event '\(event)'", report: self.warn)
        var draft = EventDraft(.track, name: event, own: own)
        if case .counted(let duration, let since) = reading {
            draft.below["event_duration"] = .number(duration.wireSeconds)
            // Nobody knows yet since when there was consent.
            if phase == .opening {
                draft.mark = EventMark(.measured(since: since), at: self.moment, isPassive: isPassive)
            }
        }
        let answer = self.record(draft)
        // Said of events that are there: what is dropped has no duration either way.
        if reading == nil, !answer.isDropped {
            self.warn(
                "Event '\(event)' was recorded without event_duration, for no timer of it runs: call startTimer "
                    + "first, and end each timer once."
            )
        }
        return answer
    }
}
