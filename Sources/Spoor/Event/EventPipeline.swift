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
        let (phase, capture, riders) = self.state.withLock { state in
            (state.phase, state.capture(of: recordClass, mark: mark), state.consent.riders(on: recordClass))
        }
        // Without consent nothing is captured: not even the app's own callbacks run.
        let permit: CapturePermit
        switch capture {
        case .refused(let refusal): return .dropped(refusal)
        case .allowed(let given): permit = given
        }
        let surroundings = permit.surroundings
        self.enrich(&draft, permit)
        guard !draft.isDropped else { return .dropped(.droppedByHook) }
        guard phase == .ready else { return self.hold(draft) }
        let around = self.withoutPerson(&draft, surroundings, riders)
        let presets = self.presets(for: draft, around)
        let standing = self.standing(around: &draft, around, presets, riders)
        let ready = consume draft
        let answer: TrackAnswer? = ByteWriter.withThreadScratch { writer in
            ready.encodeBody(surroundings: standing, presets: presets, zone: self.environment.zone, to: &writer)
            return writer.withBytes { body in
                // Identity, consent, time and sequence are read as one, so no event mixes two people (O-29).
                self.state.withLock { state in
                    // Something was taken back since this began, perhaps by the app's own callback: not with this event.
                    guard riders.fit(in: state.consent.riders(on: recordClass)) else { return nil }
                    return self.append(ready, body: body, &state)
                }
            }
        }
        return answer ?? self.state.withLock { self.recordAnew(ready, riders, &$0) }
    }

    /// Records an event during whose making something was taken back, by what holds now; with the lock held.
    private func recordAnew(_ draft: EventDraft, _ riders: Riders, _ state: inout TrackerState) -> TrackAnswer {
        let era = state.consent.era
        // All that was recorded of that visitor is deleted, and this is part of it.
        guard era.visitor == riders.era.visitor else {
            return .dropped(state.refusal(of: draft.recordClass) ?? .optedOut)
        }
        guard era.person != riders.era.person else { return self.recordLocked(draft, &state) }
        // What needs the consent itself is deleted, too; the rest leaves the person behind, also where there is a new one.
        guard draft.recordClass.consentCategory != .analytics else {
            return .dropped(state.refusal(of: draft.recordClass) ?? .noConsent(.analytics))
        }
        return self.recordLocked(draft, &state, asVisitor: true)
    }

    /// What stands around an event at its time; where the place may not be told, it is taken from both.
    private func standing(
        around draft: inout EventDraft,
        _ surroundings: Surroundings,
        _ presets: Presets,
        _ riders: Riders
    ) -> Surroundings {
        let standing = surroundings.following(presets, zone: self.environment.zone)
        guard !riders.hasLocation else { return standing }
        draft.removeProperties(of: .location)
        return standing.without(.location, zone: self.environment.zone)
    }

    /// What stands around an event that may tell of the visitor alone; the event's own part of the person is taken away.
    private func withoutPerson(
        _ draft: inout EventDraft,
        _ surroundings: Surroundings,
        _ riders: Riders
    ) -> Surroundings {
        guard !riders.hasPerson else { return surroundings }
        draft.removePerson()
        let now = draft.milliseconds ?? self.environment.scheduler.wallMilliseconds
        return surroundings.withoutPerson(at: now, zone: self.environment.zone)
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
        let category = draft.recordClass.consentCategory
        let hasPerson = state.consent.riders(on: draft.recordClass).hasPerson
        let identity = draft.identityBytes ?? (hasPerson ? state.identity.bytes : state.identity.visitorBytes)
        let headBytes = identity.count + EventHead.room
        guard body.count + headBytes <= Limits.maxEventBytes else {
            self.lose(Loss(.tooLarge, draft.recordClass, count: 1), &state)
            return .dropped(.tooLarge(bytes: body.count, limit: Limits.maxEventBytes - headBytes))
        }
        let now = self.environment.scheduler.wallMilliseconds
        if !isAnswered, !state.consent.allows(category) || state.consent.hasAnswered {
            let room = category == .analytics ? body.count : 2 * body.count
            // Nothing is lost for want of room while some can be had.
            while state.consent.hasAnswered, !state.consent.waiting.hasRoom(for: room) {
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
        let record = ConsentState.WaitingRecord(
            draft: kept,
            body: [UInt8](body),
            visitor: self.visitor(of: draft, at: now, state)
        )
        let isKept = state.consent.wait(record)
        if before == 0, state.consent.overflowed > 0 {
            self.warnLater(
                "Too many events wait for consent (\(WaitingRecords.maxCount) are held): the least important are lost, "
                    + "of equal ones the later."
            )
        }
        // A dearer one may have taken the place of a login's.
        if isKept, draft.recordClass > .identity { self.noteWaitedSignUp(isKept: false, &state) }
        if isKept { return .held }
        return .dropped(.noConsent(draft.recordClass.consentCategory))
    }

    /// An event that waits, as it is where the person refuses analytics by then; nil for one that needs analytics itself.
    private func visitor(
        of draft: EventDraft,
        at now: Int64,
        _ state: TrackerState
    ) -> ConsentState.WaitingRecord.Visitor? {
        guard draft.recordClass.consentCategory != .analytics else { return nil }
        let identity = draft.identityBytes ?? state.identity.visitorBytes
        let isShown = draft.shown?.tellsPerson ?? false
        guard state.surroundings.tellsPerson || isShown || draft.launchLink != nil else {
            return ConsentState.WaitingRecord.Visitor(identityBytes: identity, body: nil)
        }
        var draft = draft
        draft.removePerson()
        let zone = self.environment.zone
        let time = draft.milliseconds ?? now
        let surroundings = state.surroundings.withoutPerson(at: time, zone: zone)
        var writer = ByteWriter()
        draft.encodeBody(
            surroundings: surroundings,
            presets: surroundings.presets(at: time, zone: zone),
            zone: zone,
            to: &writer
        )
        return ConsentState.WaitingRecord.Visitor(identityBytes: identity, body: writer.bytes)
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
    ///
    /// - Parameters:
    ///   - draft: the event.
    ///   - state: the state, whose lock is held.
    ///   - asVisitor: whether it tells of the visitor alone, whatever is agreed to.
    /// - Returns: what became of it.
    func recordLocked(_ draft: EventDraft, _ state: inout TrackerState, asVisitor: Bool = false) -> TrackAnswer {
        guard !draft.isDropped else { return .dropped(.droppedByHook) }
        if let refusal = state.visitRefusal(of: draft.mark) { return .dropped(refusal) }
        var draft = self.marked(draft, &state)
        let now = draft.milliseconds ?? self.environment.scheduler.wallMilliseconds
        var riders = state.consent.riders(on: draft.recordClass)
        if asVisitor {
            riders.hasPerson = false
            draft.identityBytes = draft.identityBytes ?? state.identity.visitorBytes
        }
        let around = self.withoutPerson(&draft, state.surroundings, riders)
        let presets = around.presets(at: now, zone: self.environment.zone)
        let standing = self.standing(around: &draft, around, presets, riders)
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
