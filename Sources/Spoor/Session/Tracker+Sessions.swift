import SpoorChannel
import SpoorStore
import SpoorWire

/// Sessions: what a person does without a long break (bug case O-12).
extension Tracker {
    /// The id of the session that is on, as events carry it in `_session` and `$event_session_id`.
    ///
    /// Nil where none is on, where ``TrackerConfiguration/sessions`` is nil, and until storage is open. Asking begins and
    /// prolongs nothing.
    public var sessionID: String? {
        guard self.configuration.sessions != nil else { return nil }
        let moment = self.moment
        return self.state.withLock { $0.phase == .opening ? nil : $0.time.sessions?.session(at: moment) }
    }

    /// Keeps what must be kept.
    ///
    /// - Returns: the events about sessions that must be recorded.
    func carryOut(_ actions: [SessionMachine.Action], _ state: TrackerState) -> [EventDraft] {
        var events: [EventDraft] = []
        for action in actions {
            switch action {
            case .began(let session):
                events.append(self.event("$SessionStart", of: session, at: session.began))
            case .ended(let session):
                var event = self.event("$SessionEnd", of: session, at: session.last)
                let duration = state.time.autoTrackSince.flatMap { session.duration(since: $0) }
                event.below["event_duration"] = duration.map { .number($0.wireSeconds) }
                events.append(event)
            case .save(let session):
                self.persist([(key: StateKey.session, value: session?.json ?? .null)], in: state)
            }
        }
        return self.configuration.sessions?.recordsStartAndEnd == true ? events : []
    }

    private func event(_ name: String, of session: Session, at moment: Moment) -> EventDraft {
        var draft = EventDraft(.track, name: name, milliseconds: moment.wall)
        draft.method = .autoTrack
        draft.recordClass = .automatic
        draft.above["$event_session_id"] = .string(session.id)
        draft.mark = EventMark(.session(session.id), at: moment, isPassive: false, session: session.id, isDecided: true)
        return draft
    }

    /// Tells the machine that the app came or went, in order with the events.
    func tellSessions(_ change: @escaping @Sendable (inout SessionMachine) -> [SessionMachine.Action]) {
        guard self.configuration.sessions != nil else { return }
        let events: [EventDraft] = self.state.withLock { state in
            switch state.phase {
            case .ready:
                return self.changeSessions(change, &state)
            case .opening:
                _ = self.hold(.change(recording: nil), in: &state) { state in
                    for event in self.changeSessions(change, &state) { _ = self.recordLocked(event, &state) }
                    return .dropped(.unchanged)
                }
                return []
            case .stopped:
                return []
            }
        }
        for event in events { _ = self.record(event) }
    }

    private func changeSessions(
        _ change: (inout SessionMachine) -> [SessionMachine.Action],
        _ state: inout TrackerState
    ) -> [EventDraft] {
        guard var sessions = state.time.sessions else { return [] }
        let actions = change(&sessions)
        state.time.sessions = sessions
        return self.carryOut(actions, state)
    }
}
