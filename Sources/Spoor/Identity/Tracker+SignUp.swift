import SpoorWire

/// What becomes of a login's own event, which joins the person with the device's visitor: the two must never stay apart for
/// good because it was lost while the login held.
extension Tracker {
    /// Notes what became of the event after it had waited in memory.
    ///
    /// Until then the state file says that it is owed.
    func noteWaitedSignUp(isKept: Bool, _ state: inout TrackerState) {
        // Of several that wait, the last is that of whoever is logged in.
        guard state.who.signUp == .waiting, !state.consent.hasWaitingSignUp else { return }
        state.who.signUp = isKept ? .settled : .owed
        self.keepSignUp(state)
    }

    /// Notes that the event may have been deleted before it was sent, as all was that had been recorded of analytics.
    ///
    /// Nothing to do where the person was forgotten as well.
    func oweDeletedSignUp(_ state: inout TrackerState) {
        guard state.identity.login != nil else { return }
        state.who.signUp = .owed
        self.keepSignUp(state)
    }

    private func keepSignUp(_ state: TrackerState) {
        self.persist([state.signUpChange], in: state)
    }
}

extension TrackerState {
    /// What the state file keeps of who is recorded.
    var identityChanges: [(key: String, value: JSONValue)] {
        let (login, bound) = (self.identity.login, self.identity.bound)
        let key = login.flatMap { $0.key == IdentityKey.login ? nil : $0.key }
        return [
            (key: StateKey.anonymousID, value: .string(self.identity.anonymousID)),
            (key: StateKey.loginID, value: login.map { .string($0.value) } ?? .null),
            (key: StateKey.loginKey, value: key.map { .string($0) } ?? .null),
            (key: StateKey.boundIDs, value: bound.isEmpty ? .null : PersistedIdentity.json(bound)),
            self.signUpChange,
        ]
    }

    /// What the state file keeps of a login's own event: what waits in memory is owed there, since a process that ends
    /// loses it.
    fileprivate var signUpChange: (key: String, value: JSONValue) {
        let isOwed = self.identity.login != nil && self.who.signUp != .settled
        return (key: StateKey.owesSignUp, value: isOwed ? .bool(true) : .null)
    }
}
