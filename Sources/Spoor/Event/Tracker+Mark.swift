import SpoorChannel
import SpoorWire

/// Marking events with what holds at the moment of their call.
///
/// Before storage is open a mark only keeps the moment; what depends on kept state is decided when the held call is
/// carried out, in the order of the calls.
extension Tracker {
    /// An event further from the clock than this has a time of its own.
    private static let ownTimeTolerance: Int64 = 1000

    /// The present on all clocks.
    var moment: Moment { Moment(self.environment.scheduler) }

    /// Marks a draft on the caller's thread, and records what has to come before it.
    func mark(_ draft: inout EventDraft) {
        let moment = draft.mark?.moment ?? self.moment
        let before: [EventDraft] = self.state.withLock { state in
            if draft.mark == nil { draft.mark = EventMark(at: moment, isPassive: state.time.lifeCycle.isPassive) }
            return state.phase == .ready ? self.markLocked(&draft, &state) : []
        }
        for event in before { _ = self.record(event) }
    }

    /// Decides a draft's mark.
    ///
    /// - Returns: events about sessions that have to be recorded before it.
    func markLocked(_ draft: inout EventDraft, _ state: inout TrackerState) -> [EventDraft] {
        let mark = draft.mark ?? EventMark(at: self.moment, isPassive: state.time.lifeCycle.isPassive)
        guard !mark.isDecided, draft.type.isTracked, state.refusal(of: draft.recordClass) == nil else { return [] }
        let distance = draft.milliseconds.map { mark.moment.wall.subtractingReportingOverflow($0) }
        let isNow = distance.map { !$0.overflow && $0.partialValue.magnitude <= Self.ownTimeTolerance } ?? true
        if mark.isPassive { draft.above["$app_state"] = .string("background") }
        self.markFirstDay(&draft, mark, isNow: isNow, &state)
        if case .opening = mark.kind {
            draft.own["$is_first_time"] = .boolean(!state.time.hasOpened)
            self.keepOpened(&state)
        }
        let (session, before) = self.session(of: draft, mark, isNow: isNow, &state)
        if let session { draft.above["$event_session_id"] = .string(session) }
        draft.mark = mark.decided(session: session)
        return before
    }

    /// Keeps that this installation's first visit was recorded.
    func keepOpened(_ state: inout TrackerState) {
        guard !state.time.hasOpened else { return }
        state.time.hasOpened = true
        self.persist([(key: StateKey.hasOpened, value: .bool(true))], in: state)
    }

    /// Keeps the first day, if the event is the first that a person could have caused.
    private func markFirstDay(_ draft: inout EventDraft, _ mark: EventMark, isNow: Bool, _ state: inout TrackerState) {
        guard state.time.owesFirstDay else { return }
        let today = self.localDay(at: mark.moment)
        // The first day is yet to come, or is today, whatever day the process was started on.
        if isNow, state.surroundings.presetSource.firstDay != today { draft.above["$is_first_day"] = .boolean(true) }
        if !mark.isPassive { self.keepFirstDay(at: mark.moment, &state) }
    }

    /// Keeps the first day, where that is still to be done.
    func keepFirstDay(at moment: Moment, _ state: inout TrackerState) {
        guard state.time.owesFirstDay, !state.isOptedOut else { return }
        let today = self.localDay(at: moment)
        state.time.owesFirstDay = false
        state.surroundings = state.surroundings
            .with(firstDay: today, at: moment.wall, zone: self.environment.zone)
            .with(marksEvents: state.time.marksEvents)
        self.persist([(key: StateKey.firstDay, value: .string(today))], in: state)
    }

    private func localDay(at moment: Moment) -> String {
        LocalDay.text(
            moment.wall,
            offsetSeconds: self.environment.zone.secondsFromGMT(atMilliseconds: moment.wall)
        )
    }

    /// The session of an event, and the events about sessions that go before it.
    private func session(
        of draft: EventDraft,
        _ mark: EventMark,
        isNow: Bool,
        _ state: inout TrackerState
    ) -> (id: String?, before: [EventDraft]) {
        if case .session(let id) = mark.kind { return (id, []) }
        guard state.time.sessions != nil else { return (nil, []) }
        if case .closing = mark.kind { return (state.time.sessions?.current?.id, []) }
        guard isNow else {
            let id = draft.milliseconds.flatMap { state.time.sessions?.session(atWall: $0, now: mark.moment) }
            return (id, [])
        }
        let random = self.environment.random
        let touched = state.time.sessions?.touch(at: mark.moment, makeID: { RandomID.make(random) })
        return (touched?.id, self.carryOut(touched?.actions ?? [], state))
    }
}
