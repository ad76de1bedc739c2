import SpoorChannel
import SpoorStore
import SpoorWire

/// The one way of an event into the journal: capture → enrich → validate → encode → append.
///
/// Capture and the check of the event's own properties happen in the public calls; the rest is here, top to bottom.
extension Tracker {
    /// Takes a checked draft all the way.
    func record(_ draft: consuming EventDraft) -> TrackAnswer {
        let (recordClass, mark) = (draft.recordClass, draft.mark)
        let (phase, surroundings, refusal, hasLocation) = self.state.withLock { state in
            let refusal = state.captureRefusal(of: recordClass) ?? state.visitRefusal(of: mark)
            return (state.phase, state.surroundings, refusal, state.consent.allows(.location))
        }
        guard phase != .stopped else { return .dropped(.stopped) }
        // Without consent nothing is captured: not even the app's own callbacks run.
        if let refusal { return .dropped(refusal) }
        self.enrich(&draft, surroundings)
        guard !draft.isDropped else { return .dropped(.droppedByHook) }
        guard phase == .ready else { return self.hold(draft) }
        let presets = self.presets(for: draft, surroundings)
        let standing = self.standing(around: &draft, surroundings, presets, hasLocation: hasLocation)
        let ready = consume draft
        let answer: TrackAnswer? = ByteWriter.withThreadScratch { writer in
            ready.encodeBody(surroundings: standing, presets: presets, zone: self.environment.zone, to: &writer)
            return writer.withBytes { body in
                // Identity, consent, time and sequence are read as one, so no event mixes two people (O-29).
                self.state.withLock { state in
                    // The place was taken back since this began, perhaps by the app's own callback: not with this event.
                    if hasLocation, !state.consent.allows(.location) { return nil }
                    return self.append(ready, body: body, &state)
                }
            }
        }
        return answer ?? self.state.withLock { self.recordLocked(ready, &$0) }
    }

    /// What stands around an event at its time; where the place may not be told, it is taken from both.
    private func standing(
        around draft: inout EventDraft,
        _ surroundings: Surroundings,
        _ presets: Presets,
        hasLocation: Bool
    ) -> Surroundings {
        let standing = surroundings.following(presets, of: draft, zone: self.environment.zone)
        guard !hasLocation else { return standing }
        draft.removeProperties(of: .location)
        return standing.without(.location, zone: self.environment.zone)
    }

    /// The presets as they stand at the event's time; the cached ones are renewed where they are out of date.
    func presets(for draft: EventDraft, _ surroundings: Surroundings) -> Presets {
        let presets = surroundings.presets(
            at: draft.milliseconds ?? self.environment.scheduler.wallMilliseconds,
            zone: self.environment.zone
        )
        if draft.milliseconds == nil, presets.fresh != surroundings.presets.fresh {
            let zone = self.environment.zone
            // Somebody may have replaced what they were made of; then the next event renews them.
            self.state.withLock { state in
                guard state.surroundings === surroundings else { return }
                state.surroundings = surroundings.with(presets: presets, zone: zone)
            }
        }
        return presets
    }

    /// Puts identity, time and sequence in front of an encoded event and appends it to the journal.
    ///
    /// - Parameters:
    ///   - draft: the event.
    ///   - body: its encoded form.
    ///   - state: the state, whose lock is held.
    ///   - isAnswered: whether it has waited for the person's answer, and it is its turn; also while the tracker stops.
    /// - Returns: what became of it.
    func append(
        _ draft: EventDraft,
        body: UnsafeRawBufferPointer,
        _ state: inout TrackerState,
        isAnswered: Bool = false
    ) -> TrackAnswer {
        guard state.phase != .stopped || isAnswered, let store = state.store else { return .dropped(.stopped) }
        if let refusal = state.refusal(of: draft.recordClass) { return .dropped(refusal) }
        let identity = draft.identityBytes ?? state.identity.bytes
        let headBytes = identity.count + EventHead.room
        guard body.count + headBytes <= Limits.maxEventBytes else {
            self.lose(Loss(.tooLarge, draft.recordClass, count: 1), &state)
            return .dropped(.tooLarge(bytes: body.count, limit: Limits.maxEventBytes - headBytes))
        }
        let now = self.environment.scheduler.wallMilliseconds
        let category = draft.recordClass.consentCategory
        if !isAnswered, !state.consent.allows(category) || state.consent.hasAnswered {
            // Nothing is lost for want of room while some can be had.
            while state.consent.hasAnswered, !state.consent.waiting.hasRoom(for: body.count) {
                self.appendAnswered(&state)
            }
            if !state.consent.allows(category) || state.consent.hasAnswered {
                return self.wait(draft, identity: identity, body: body, at: now, &state)
            }
        }
        let offset = draft.isOwnTime ? nil : state.trustedTime.offset(wall: now, of: self.environment.scheduler)
        let result = store.append(class: draft.recordClass, maxHead: headBytes, body: body) { sequence, target in
            let time = WireTime(draft.milliseconds ?? now, offset: offset)
            let count = EventHead.write(
                sequence: sequence,
                milliseconds: time.milliseconds,
                clockOffset: time.clockOffset,
                producer: state.producer.bytes,
                identity: identity,
                into: target
            )
            return FrameHead(count: count, recorded: now)
        }
        if let mark = draft.mark, case .appended = result { self.noteKept(draft, mark, &state) }
        return Self.answer(result, producer: state.producer.name, bytes: body.count)
    }

    /// Keeps an encoded event in memory until the person agrees or refuses.
    private func wait(
        _ draft: EventDraft,
        identity: [UInt8],
        body: UnsafeRawBufferPointer,
        at now: Int64,
        _ state: inout TrackerState
    ) -> TrackAnswer {
        var kept = draft
        kept.replaceProperties(by: Properties(), isComplete: true)
        kept.milliseconds = draft.milliseconds ?? now
        kept.identityBytes = identity
        let before = state.consent.overflowed
        let isKept = state.consent.wait(ConsentState.WaitingRecord(draft: kept, body: [UInt8](body)))
        if before == 0, state.consent.overflowed > 0 {
            self.warnLater(
                "Too many events wait for consent (\(WaitingRecords.maxCount) are held): the least important are lost, "
                    + "of equal ones the later."
            )
        }
        if isKept { return .held }
        return .dropped(.noConsent(draft.recordClass.consentCategory))
    }

    private static func answer(_ result: AppendResult, producer: String, bytes: Int) -> TrackAnswer {
        switch result {
        case .appended(let sequence, isDurable: true):
            .recorded(EventReference(producer: producer, sequence: sequence))
        case .appended:
            .held
        case .full:
            .dropped(.storageFull)
        case .tooLarge, .declined:
            .dropped(.tooLarge(bytes: bytes, limit: Limits.maxEventBytes))
        case .closed:
            .dropped(.stopped)
        }
    }

    /// Keeps a draft until storage is open; its time is that of the call.
    private func hold(_ draft: EventDraft) -> TrackAnswer {
        let kept = self.timed(draft)
        let least = kept.own.leastWireBytes
        guard least <= Limits.maxEventBytes else {
            // It takes no room that others could have.
            return self.state.withLock { state in
                if state.phase == .opening { state.held.refuseTooLarge(kept.recordClass) }
                if state.phase == .ready { self.lose(Loss(.tooLarge, kept.recordClass, count: 1), &state) }
                return .dropped(.tooLarge(bytes: least, limit: Limits.maxEventBytes))
            }
        }
        return self.whenReady(as: .event(kept.recordClass), bytes: kept.heldBytes) { state in
            self.recordLocked(kept, &state)
        }
    }

    /// Decides a draft's mark while the state's lock is held, and records what has to come before it.
    ///
    /// A call that changes who is recorded asks for it first: what comes before is not the new person's.
    func marked(_ draft: EventDraft, _ state: inout TrackerState) -> EventDraft {
        guard state.surroundings.marksEvents || draft.mark != nil else { return draft }
        var draft = draft
        for before in self.markLocked(&draft, &state) { _ = self.recordLocked(before, &state) }
        return draft
    }

    /// Encodes and appends a draft while the state's lock is held: for calls that change state and record as one.
    func recordLocked(_ draft: EventDraft, _ state: inout TrackerState) -> TrackAnswer {
        guard !draft.isDropped else { return .dropped(.droppedByHook) }
        if let refusal = state.visitRefusal(of: draft.mark) { return .dropped(refusal) }
        var draft = self.marked(draft, &state)
        let now = draft.milliseconds ?? self.environment.scheduler.wallMilliseconds
        let presets = state.surroundings.presets(at: now, zone: self.environment.zone)
        let hasLocation = state.consent.allows(.location)
        let standing = self.standing(around: &draft, state.surroundings, presets, hasLocation: hasLocation)
        return ByteWriter.withThreadScratch { writer in
            draft.encodeBody(
                surroundings: standing,
                presets: presets,
                zone: self.environment.zone,
                to: &writer
            )
            return writer.withBytes { self.append(draft, body: $0, &state) }
        }
    }

    /// Carries out a call now, or once storage is open.
    ///
    /// - Parameters:
    ///   - kind: what the call does, which decides about the room it has while it is held.
    ///   - bytes: how much it keeps in memory then, beside what every call does.
    ///   - call: what to do, with the lock held.
    /// - Returns: what the call answers, or that it is held.
    func whenReady(
        as kind: HeldCalls.Kind = .change(recording: nil),
        bytes: Int = 0,
        _ call: @escaping @Sendable (inout TrackerState) -> TrackAnswer
    ) -> TrackAnswer {
        self.state.withLock { state in
            switch state.phase {
            case .ready:
                return call(&state)
            case .stopped:
                return .dropped(.stopped)
            case .opening:
                return self.hold(kind, bytes: bytes, in: &state, call)
            }
        }
    }
}
