import SpoorChannel
import SpoorStore
import SpoorWire

/// The one way of an event into the journal: capture → enrich → validate → encode → append.
///
/// Capture and the check of the event's own properties happen in the public calls; the rest is here, top to bottom.
extension Tracker {
    /// Takes a checked draft all the way.
    func record(_ draft: EventDraft) -> TrackAnswer {
        let (phase, surroundings) = self.state.withLock { ($0.phase, $0.surroundings) }
        guard phase != .stopped else { return .dropped(.stopped) }
        let draft = self.enriched(draft, surroundings)
        guard phase == .ready else { return self.hold(draft) }
        let presets = self.presets(for: draft, surroundings)
        return ByteWriter.withThreadScratch { writer in
            draft.encodeBody(surroundings: surroundings, presets: presets, zone: self.environment.zone, to: &writer)
            return writer.withBytes { body in
                // Identity, consent, time and sequence are read as one, so no event mixes two people (O-29).
                self.state.withLock { self.append(draft, body: body, &$0) }
            }
        }
    }

    /// Adds what the moment of the call says: the app's state and session, and the dynamic provider's answer.
    ///
    /// It runs on the caller's thread and outside every lock, so that it may track, flush, log in or wait for the main
    /// thread (O-15).
    func enriched(_ draft: EventDraft, _ surroundings: Surroundings) -> EventDraft {
        guard surroundings.dynamic != nil || surroundings.marksEvents || draft.mark != nil else { return draft }
        var draft = draft
        if surroundings.marksEvents || draft.mark != nil { self.mark(&draft) }
        // Profiles and things have properties of their own only.
        guard draft.type.isTracked, let provider = surroundings.dynamic else { return draft }
        draft.dynamic = PropertyCheck.checked(provider(), origin: "the dynamic properties", report: self.warn)
        return draft
    }

    /// The same for a call that records while it changes state: asked before the state's lock is taken.
    func enriched(_ draft: EventDraft) -> EventDraft {
        self.enriched(draft, self.state.withLock { $0.surroundings })
    }

    /// The presets as they stand at the event's time; the cached ones are renewed where they are out of date.
    private func presets(for draft: EventDraft, _ surroundings: Surroundings) -> Presets {
        let presets = surroundings.presets(
            at: draft.milliseconds ?? self.environment.scheduler.wallMilliseconds,
            zone: self.environment.zone
        )
        if draft.milliseconds == nil, presets.validity != surroundings.presets.validity {
            // Somebody may have replaced what they were made of; then the next event renews them.
            self.state.withLock { state in
                if state.surroundings === surroundings { state.surroundings = surroundings.with(presets: presets) }
            }
        }
        return presets
    }

    /// Puts identity, time and sequence in front of an encoded event and appends it to the journal.
    func append(
        _ draft: EventDraft,
        body: UnsafeRawBufferPointer,
        _ state: inout TrackerState
    ) -> TrackAnswer {
        guard state.phase != .stopped, let store = state.store else { return .dropped(.stopped) }
        guard !state.isOptedOut else { return .dropped(.optedOut) }
        let identity = draft.identityBytes ?? state.identity.bytes
        let headBytes = identity.count + EventHead.room
        guard body.count + headBytes <= Limits.maxEventBytes else {
            return .dropped(.tooLarge(bytes: body.count, limit: Limits.maxEventBytes - headBytes))
        }
        let now = self.environment.scheduler.wallMilliseconds
        let result = store.append(class: draft.recordClass, maxHead: headBytes, body: body) { sequence, target in
            let count = EventHead.write(
                sequence: sequence,
                milliseconds: draft.milliseconds ?? now,
                producer: state.producer.bytes,
                identity: identity,
                into: target
            )
            return FrameHead(count: count, recorded: now)
        }
        return Self.answer(result, producer: state.producer.name, bytes: body.count)
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
        var draft = draft
        draft.milliseconds = draft.milliseconds ?? self.environment.scheduler.wallMilliseconds
        let kept = draft
        return self.whenReady(upTo: TrackerState.maxHeld) { state in self.recordLocked(kept, &state) }
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
        let draft = self.marked(draft, &state)
        let now = draft.milliseconds ?? self.environment.scheduler.wallMilliseconds
        let presets = state.surroundings.presets(at: now, zone: self.environment.zone)
        return ByteWriter.withThreadScratch { writer in
            draft.encodeBody(
                surroundings: state.surroundings,
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
    ///   - limit: how many calls may be held before this one; nil for a change of state, which is never given up.
    ///   - call: what to do, with the lock held.
    /// - Returns: what the call answers, or that it is held.
    func whenReady(
        upTo limit: Int? = nil,
        _ call: @escaping @Sendable (inout TrackerState) -> TrackAnswer
    ) -> TrackAnswer {
        self.state.withLock { state in
            switch state.phase {
            case .ready:
                return call(&state)
            case .stopped:
                return .dropped(.stopped)
            case .opening:
                if let limit, state.held.count >= limit { return .dropped(.storageFull) }
                state.held.append(call)
                return .held
            }
        }
    }
}
