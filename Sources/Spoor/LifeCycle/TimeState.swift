import SpoorWire

/// What a tracker remembers about time: a part of ``TrackerState``, under its lock.
struct TimeState: Sendable {
    /// The timers of the app.
    var timers = EventTimers()

    /// Whether the app is in front.
    var lifeCycle = AppLifeCycle()

    /// The sessions; nil where they are off.
    var sessions: SessionMachine?

    /// When the tracker was made.
    var created = Moment(uptime: .zero, continuous: .zero, wall: 0)

    /// Whether the day on which a person first used the app is still to come; until then the day at hand stands in.
    var owesFirstDay = false

    /// Whether a visit has been recorded in this installation's life.
    var hasOpened = false

    /// Whether `$AppInstall` has been recorded in this installation's life.
    var hasInstalled = false

    /// Since when there is consent to analytics, and to auto-track; nil where there is none.
    ///
    /// Durations count from then: nothing tells of a time that nobody agreed to.
    var analyticsSince: Moment?
    var autoTrackSince: Moment?

    /// Whether the visit that is on began without consent, or lost it: then nothing tells its end.
    var isVisitUnseen = false

    /// Whether events need a look at the state at all; off, a plain `track` costs nothing more.
    var marksEvents: Bool { self.sessions != nil || self.lifeCycle.isPassive || self.owesFirstDay }
}

extension StateKey {
    static let session = "session"
    static let hasOpened = "has_opened"
    static let hasInstalled = "has_installed"
}
