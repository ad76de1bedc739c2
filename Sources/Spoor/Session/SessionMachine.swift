/// When sessions begin and end (bug case O-12): what happened goes in, what changed comes out.
///
/// The limit that applies to a gap is that of the state in which it passed: time in front is held against the idle
/// limit, time away against the background limit. Only an event in front begins a session, so that what the system
/// starts makes none (O-14). Reads no clock.
struct SessionMachine: Sendable {
    /// What changed.
    enum Action: Equatable, Sendable {
        /// A session began.
        case began(Session)
        /// A session is over; ``Session/last`` is when.
        case ended(Session)
        /// The session must be kept for the next start.
        case save(Session?)
    }

    private enum Place: Equatable {
        case front(since: Duration)
        case background(since: Duration)
    }

    /// The limits.
    let configuration: SessionConfiguration

    /// The session that is on, as far as anybody knows: it may be over, if nothing happened for a while.
    private(set) var current: Session?

    private var previous: Session?
    private var place = Place.front(since: .zero)
    private var saved = Duration.zero

    init(_ configuration: SessionConfiguration) {
        self.configuration = configuration.clamped
    }

    /// How much activity may go unsaved: a process that is killed loses that much of its session's length.
    private var saveInterval: Duration {
        min(.seconds(15), min(self.configuration.idleLimit, self.configuration.backgroundLimit) / 10)
    }

    /// Takes up what the last run left; from its last event on nobody had the app in front.
    mutating func restore(_ session: Session?, at moment: Moment) -> [Action] {
        // A wall clock that stands before the last event tells nothing about the gap.
        if let session, session.last.wall > moment.wall { return self.end(session) + [.save(nil)] }
        self.current = session
        self.place = .background(since: session?.last.continuous ?? moment.continuous)
        return self.enterFront(at: moment)
    }

    /// The process was started out of sight: it has not been in front since the last run.
    mutating func startPassively(at moment: Moment) {
        self.place = .background(since: self.current?.last.continuous ?? moment.continuous)
    }

    /// The app comes to the front; the time away is held against the background limit.
    mutating func enterFront(at moment: Moment) -> [Action] {
        guard case .background = self.place else { return [] }
        let session = self.current
        let isOver = session.map { !self.holds($0, at: moment) } ?? false
        self.place = .front(since: moment.continuous)
        guard isOver, let session else { return [] }
        return self.end(session) + [.save(nil)]
    }

    /// The app leaves the front; the time since the last event in front is held against the idle limit.
    mutating func leaveFront(at moment: Moment) -> [Action] {
        guard case .front = self.place else { return [] }
        let isOver = self.current.map { !self.holds($0, at: moment) } ?? false
        self.place = .background(since: moment.continuous)
        guard var session = self.current else { return [] }
        if isOver { return self.end(session) + [.save(nil)] }
        session.last = moment
        self.current = session
        self.saved = moment.continuous
        return [.save(session)]
    }

    /// Forgets what is on and what was, as where nobody agrees any more: an end of it is not told.
    mutating func forget() -> [Action] {
        guard self.current != nil || self.previous != nil else { return [] }
        (self.current, self.previous) = (nil, nil)
        return [.save(nil)]
    }

    /// An event happens.
    ///
    /// - Parameters:
    ///   - moment: when.
    ///   - makeID: gives the id for a new session.
    /// - Returns: the event's session, nil where it belongs to none; and what changed.
    mutating func touch(at moment: Moment, makeID: () -> String) -> (id: String?, actions: [Action]) {
        if case .front = self.place { return self.touchInFront(at: moment, makeID: makeID) }
        guard let session = self.current else { return (nil, []) }
        guard !self.holds(session, at: moment) else { return (session.id, []) }
        return (nil, self.end(session) + [.save(nil)])
    }

    /// The session that is on; nothing is begun or prolonged by asking.
    func session(at moment: Moment) -> String? {
        self.current.flatMap { self.holds($0, at: moment) ? $0.id : nil }
    }

    private mutating func touchInFront(at moment: Moment, makeID: () -> String) -> (id: String?, actions: [Action]) {
        var actions: [Action] = []
        if var session = self.current {
            guard !self.holds(session, at: moment) else {
                if moment.continuous > session.last.continuous { session.last = moment }
                self.current = session
                guard moment.continuous - self.saved >= self.saveInterval else { return (session.id, []) }
                self.saved = moment.continuous
                return (session.id, [.save(session)])
            }
            actions += self.end(session)
        }
        let session = Session(id: makeID(), at: moment)
        self.current = session
        self.saved = moment.continuous
        return (session.id, actions + [.began(session), .save(session)])
    }

    /// The session at an earlier time by the wall clock: for events that come with a time of their own.
    ///
    /// Such an event begins, ends and prolongs nothing.
    func session(atWall milliseconds: Int64, now moment: Moment) -> String? {
        if let session = self.current, (session.began.wall...max(session.began.wall, moment.wall)) ~= milliseconds {
            return session.id
        }
        guard let session = self.previous, session.began.wall <= milliseconds, milliseconds <= session.last.wall else {
            return nil
        }
        return session.id
    }

    /// Whether a session is still on, by the limit of the state the app is in.
    private func holds(_ session: Session, at moment: Moment) -> Bool {
        guard moment.continuous - session.began.continuous <= self.configuration.maximumLength else { return false }
        return switch self.place {
        case .front(let since):
            moment.continuous - max(session.last.continuous, since) <= self.configuration.idleLimit
        case .background(let since):
            moment.continuous - since <= self.configuration.backgroundLimit
        }
    }

    private mutating func end(_ session: Session) -> [Action] {
        self.previous = session
        self.current = nil
        return [.ended(session)]
    }
}
