import SpoorStore
public import SpoorWire

/// Push messages (sensors protocol, 3).
extension Tracker {
    /// Records `$AppPushClick` for a push message that the person opened.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - properties: what else is known.
    /// - Returns: what became of the event.
    @discardableResult
    public func trackPushClick(_ message: PushMessage, _ properties: Properties = Properties()) -> TrackAnswer {
        var own = PropertyCheck.checked(properties, origin: "trackPushClick", report: self.warn)
        let said = PropertyCheck.checked(
            message.properties,
            origin: "the push message",
            names: Naming.check(name:),
            report: self.warn
        )
        own.mergeNames(said, overriding: true)
        return self.record(EventDraft(.track, name: "$AppPushClick", own: own))
    }

    /// Keeps the device's push id in the profile of whoever is recorded; sent only when person or id changed.
    ///
    /// - Parameters:
    ///   - id: the id that the push service gave.
    ///   - key: the profile's key for it, such as `jpush_id`.
    /// - Returns: what became of the change; ``DropReason/unchanged`` where the profile has it already.
    @discardableResult
    public func setPushID(_ id: String, forKey key: String) -> TrackAnswer {
        if let problem = Identity.problem(with: id) ?? Naming.check(name: key)?.description {
            self.warn("setPushID was ignored: \(problem)")
            return .dropped(.invalidArgument(problem))
        }
        return self.changePushID(key, id, EventDraft(.profileSet, own: [key: id]))
    }

    /// Takes the push id from the profile of whoever is recorded.
    ///
    /// - Parameter key: the profile's key for it.
    /// - Returns: what became of the change; ``DropReason/unchanged`` where this device set none for this person.
    @discardableResult
    public func removePushID(forKey key: String) -> TrackAnswer {
        self.changePushID(key, nil, EventDraft(.profileUnset, own: [key: ""]))
    }

    private func changePushID(_ key: String, _ id: String?, _ draft: EventDraft) -> TrackAnswer {
        // The hook is not asked about what changes nothing; while storage is not open nobody knows.
        let isSame = self.state.withLock { $0.phase == .ready && $0.hasPushID(id, forKey: key) }
        guard !isSame else { return .dropped(.unchanged) }
        let draft = self.enriched(draft)
        return self.whenReady(as: .change(recording: draft.recordClass), bytes: draft.heldBytes) { state in
            guard !state.hasPushID(id, forKey: key) else { return .dropped(.unchanged) }
            if let refusal = state.refusal(of: .identity) { return .dropped(refusal) }
            // One that the hook drops is not remembered, so that the next call tries it again.
            let answer = self.recordLocked(draft, &state)
            if case .dropped = answer { return answer }
            state.who.pushIDs.removeAll { $0.key == key }
            if let id { state.who.pushIDs.append(Identity.Entry(key: key, value: state.pushIDOwner + id)) }
            self.persist([(key: StateKey.pushIDs, value: PersistedIdentity.json(state.who.pushIDs))], in: state)
            return answer
        }
    }

    /// Notes that nobody knows whether the profiles still have their push ids: setting one sends it again, and so does
    /// taking one away.
    ///
    /// - Parameters:
    ///   - owner: whose profile it is; nil stands for everybody's.
    ///   - state: the tracker's state, with its lock held.
    func doubtPushIDs(of owner: String? = nil, _ state: inout TrackerState) {
        let doubted = state.who.pushIDs.map { entry in
            // Behind the owner nothing stands, which is no id that anybody sets.
            guard let end = entry.value.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return entry }
            guard owner == nil || Identity.isSame(String(entry.value[..<end]), owner ?? "") else { return entry }
            return Identity.Entry(key: entry.key, value: String(entry.value[...end]))
        }
        guard doubted != state.who.pushIDs else { return }
        state.who.pushIDs = doubted
        self.persist([(key: StateKey.pushIDs, value: PersistedIdentity.json(doubted))], in: state)
    }
}

extension TrackerState {
    /// What a push id is remembered behind: whose profile has it.
    fileprivate var pushIDOwner: String { "\(self.identity.distinctID)\n" }

    /// Whether the profile of whoever is recorded has a push id already, or has none where nil is asked for.
    fileprivate func hasPushID(_ id: String?, forKey key: String) -> Bool {
        let (owner, kept) = (self.pushIDOwner, self.who.pushIDs.first { $0.key == key }?.value)
        guard let id else { return kept?.utf8.starts(with: owner.utf8) != true }
        return Identity.isSame(kept, owner + id)
    }
}
