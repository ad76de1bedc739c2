import SpoorStore
import SpoorWire

/// Who is using the app by its word, and what of it events carry.
///
/// An app tells it whether something is recorded or not, and does not always see which: the server can switch collection
/// off. What it tells must never be lost in such a way that one person's events count as another's.
extension Tracker {
    /// Takes who is using the app by its word.
    ///
    /// Without consent to analytics it stays in memory until there is, and events, of whatever category, carry what still
    /// holds of what was known before.
    func take(_ told: Identity, _ state: inout TrackerState) {
        guard state.consent.status(of: .analytics) == .denied else { return self.carry(told, &state) }
        state.who.told = told
        state.identity = state.identity.remaining(in: told)
        self.persist(state.identityChanges, in: state)
    }

    /// Takes it where the event that tells it is not recorded, and says so where that changes something.
    func takeUnrecorded(
        _ call: String,
        _ told: Identity,
        _ refusal: DropReason,
        _ state: inout TrackerState
    ) -> TrackAnswer {
        let isNews = told != state.toldIdentity
        self.take(told, &state)
        guard isNews else { return .dropped(refusal) }
        let holds =
            state.who.told == nil
            ? "it holds for what is recorded once collection is on again."
            : "it holds from the consent to analytics on, unless the app ends before; what it replaces has ended."
        self.warnLater("\(call) records nothing now, but \(holds) \(refusal)")
        return .dropped(refusal)
    }

    /// Takes up what was told while the person did not agree that it is known.
    func takeUpTold(_ state: inout TrackerState) {
        guard let told = state.who.told else { return }
        state.who.told = nil
        self.carry(told, &state)
    }

    private func carry(_ identity: Identity, _ state: inout TrackerState) {
        state.identity = identity
        var changes = state.identityChanges
        if let login = identity.login, state.who.known.note(login) {
            changes.append((key: StateKey.knownLogins, value: state.who.known.json))
        }
        self.persist(changes, in: state)
    }
}

extension Identity {
    /// What is left of it where another one holds: the visitor is the other one's, and the person stays where the other
    /// names the same.
    func remaining(in other: Identity) -> Identity {
        let isSame = Self.isSame(self.loginID, other.loginID)
        return Identity(
            anonymousID: other.anonymousID,
            device: self.device,
            login: isSame ? self.login : nil,
            bound: isSame ? self.bound.filter { other.bound.contains($0) } : []
        )
    }
}
