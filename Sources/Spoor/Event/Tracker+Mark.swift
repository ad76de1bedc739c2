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
        self.markFirstDay(&draft, mark, isNow: isNow, state)
        switch mark.kind {
        case .opening:
            draft.own["$is_first_time"] = .boolean(!state.time.hasOpened)
            if let link = draft.launchLink, !state.context.isAgreed(link) { draft.removeLaunchLink() }
        case .closing(let since):
            let consent = state.time.autoTrackSince?.uptime
            let duration = consent.map { mark.moment.uptime - max(since, $0) }
            draft.below["event_duration"] = duration.map { .number($0.wireSeconds) }
        case .measured(let since):
            let mayBeTold = state.time.analyticsSince.map { $0.uptime <= since } ?? false
            if !mayBeTold { draft.below["event_duration"] = nil }
        case .plain, .session:
            break
        }
        let (session, before) = self.session(of: draft, mark, isNow: isNow, &state)
        if let session { draft.above["$event_session_id"] = .string(session) }
        draft.mark = mark.decided(session: session)
        return before
    }

    /// Uses up the first time and the first day, once an event that tells of them is kept for good.
    ///
    /// One that waits for the person's answer, or finds no room, uses up nothing.
    func noteKept(_ draft: EventDraft, _ mark: EventMark, _ state: inout TrackerState) {
        guard draft.type.isTracked else { return }
        if case .session = mark.kind { return }
        if case .opening = mark.kind { self.keepOpened(&state) }
        if !mark.isPassive { self.keepFirstDay(at: mark.moment, &state) }
    }

    /// What waited for the person's answer as it is recorded: of all that said so only one is the first, and without
    /// consent to analytics it tells of the visitor alone.
    func settled(_ waited: ConsentState.WaitingRecord, _ state: TrackerState) -> ConsentState.WaitingRecord {
        let record = state.consent.allowsPerson(in: waited.draft.recordClass) ? waited : waited.asVisitor
        guard let mark = record.draft.mark, record.draft.type.isTracked else { return record }
        var changes: [String: JSONValue] = [:]
        if case .opening = mark.kind, state.time.hasOpened { changes["$is_first_time"] = .bool(false) }
        if !state.time.owesFirstDay, let time = record.draft.milliseconds,
            self.localDay(atMilliseconds: time) != state.surroundings.presetSource.firstDay
        {
            changes["$is_first_day"] = .bool(false)
        }
        return changes.isEmpty ? record : record.replacing(changes)
    }

    /// Keeps that this installation's first visit was recorded.
    func keepOpened(_ state: inout TrackerState) {
        guard !state.time.hasOpened else { return }
        state.time.hasOpened = true
        self.persist([(key: StateKey.hasOpened, value: .bool(true))], in: state)
    }

    /// Says that it is the first day, while that is yet to come.
    private func markFirstDay(_ draft: inout EventDraft, _ mark: EventMark, isNow: Bool, _ state: TrackerState) {
        guard state.time.owesFirstDay, isNow, draft.type.tellsFirstDay else { return }
        // The first day is yet to come, or is today, whatever day the process was started on.
        let today = self.localDay(atMilliseconds: mark.moment.wall)
        if state.surroundings.presetSource.firstDay != today { draft.above["$is_first_day"] = .boolean(true) }
    }

    /// Keeps the first day, where that is still to be done.
    func keepFirstDay(at moment: Moment, _ state: inout TrackerState) {
        guard state.time.owesFirstDay, state.consent.allowsVisitor else { return }
        let today = self.localDay(atMilliseconds: moment.wall)
        state.time.owesFirstDay = false
        state.surroundings = state.surroundings
            .with(firstDay: today, at: moment.wall, zone: self.environment.zone)
            .with(marksEvents: state.time.marksEvents)
        self.persist([(key: StateKey.firstDay, value: .string(today))], in: state)
    }

    func localDay(atMilliseconds time: Int64) -> String {
        LocalDay.text(time, offsetSeconds: self.environment.zone.secondsFromGMT(atMilliseconds: time))
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
        // What waits for the person's answer carries the session that others agreed to, and begins and prolongs none.
        guard state.consent.allows(draft.recordClass.consentCategory) else {
            return (isNow ? state.time.sessions?.session(at: mark.moment) : nil, [])
        }
        guard isNow else {
            let id = draft.milliseconds.flatMap { state.time.sessions?.session(atWall: $0, now: mark.moment) }
            return (id, [])
        }
        let random = self.environment.random
        let touched = state.time.sessions?.touch(at: mark.moment, makeID: { RandomID.make(random) })
        return (touched?.id, self.carryOut(touched?.actions ?? [], state))
    }
}
