import SpoorStore
public import SpoorWire

/// Further ids of one person (sensors protocol, 2.2).
extension Tracker {
    /// Binds one more id to whoever is recorded, and records `$BindID`.
    ///
    /// Events carry it in `identities` until the next login or logout. A key holds one id: another one takes its place.
    /// The keys of login and device ids are refused, and so is the login id of another person who used this device: two
    /// people never become one. Where an event hook drops `$BindID`, or nothing is recorded, the id is bound all the same, as
    /// a login holds.
    ///
    /// - Parameters:
    ///   - key: the kind of id, such as `$identity_mobile`.
    ///   - value: the id; not empty or of control characters alone, without NUL, at most 8192 bytes.
    ///   - properties: what else is known about it.
    /// - Returns: what became of `$BindID`; ``DropReason/unchanged`` where it is bound already.
    @discardableResult
    public func bind(_ key: String, _ value: String, _ properties: Properties = Properties()) -> TrackAnswer {
        let entry = Identity.Entry(key: key, value: value)
        let own = PropertyCheck.checked(properties, origin: "bind", report: self.warn)
        let draft = self.enriched(EventDraft(.trackIDBind, name: "$BindID", own: own))
        return self.changeIdentity("bind", recording: draft, bytes: key.utf8.count + value.utf8.count) {
            state throws(IdentityRefusal) in
            let bound = try state.toldIdentity.binding(entry, known: state.who.known)
            if let refusal = state.refusal(of: .identity) {
                return self.takeUnrecorded("bind", bound, refusal, &state)
            }
            let before = state.identity
            state.identity = bound
            let answer = self.recordLocked(draft, &state)
            guard answer.letsIdentityChange else {
                state.identity = before
                return self.refused("bind", answer)
            }
            self.persist(state.identityChanges, in: state)
            return answer
        }
    }

    /// Takes a bound id from whoever is recorded, and records `$UnbindID`, which carries this id alone.
    ///
    /// Where an event hook drops `$UnbindID`, or nothing is recorded, the id is taken away all the same.
    ///
    /// - Parameters:
    ///   - key: the kind of id.
    ///   - value: the id.
    ///   - properties: what else is known about it.
    /// - Returns: what became of `$UnbindID`.
    @discardableResult
    public func unbind(_ key: String, _ value: String, _ properties: Properties = Properties()) -> TrackAnswer {
        let entry = Identity.Entry(key: key, value: value)
        let own = PropertyCheck.checked(properties, origin: "unbind", report: self.warn)
        let draft = self.enriched(EventDraft(.trackIDUnbind, name: "$UnbindID", own: own))
        return self.changeIdentity("unbind", recording: draft, bytes: key.utf8.count + value.utf8.count) {
            state throws(IdentityRefusal) in
            let unbound = try state.toldIdentity.unbinding(entry)
            if let refusal = state.refusal(of: .identity) {
                return self.takeUnrecorded("unbind", unbound, refusal, &state)
            }
            var draft = draft
            draft.identityBytes = state.identity.unbindingBytes(entry)
            let before = state.identity
            state.identity = unbound
            let answer = self.recordLocked(draft, &state)
            guard answer.letsIdentityChange else {
                state.identity = before
                return self.refused("unbind", answer)
            }
            self.persist(state.identityChanges, in: state)
            return answer
        }
    }
}
