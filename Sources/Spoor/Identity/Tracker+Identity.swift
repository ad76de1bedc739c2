import SpoorChannel
import SpoorStore
public import SpoorWire

/// Who is recorded (001 §3.2.1).
extension Tracker {
    /// The id that events carry now: the login id, or else the anonymous one; nil until storage is open.
    public var distinctID: String? {
        self.state.withLock { $0.phase == .opening ? nil : $0.identity.distinctID }
    }

    /// The id of the device's visitor; nil until storage is open.
    public var anonymousID: String? {
        self.state.withLock { $0.phase == .opening ? nil : $0.identity.anonymousID }
    }

    /// The id of the person who is logged in, as events carry it; nil where nobody is, or until storage is open.
    ///
    /// After a login under a key of your own it is `key+id`.
    public var loginID: String? {
        self.state.withLock { $0.identity.loginID }
    }

    /// All ids that stand for the person and the device now, each under its key; empty until storage is open.
    public var identities: [String: String] {
        self.state.withLock { state in
            guard state.phase != .opening else { return [:] }
            return Dictionary(state.identity.entries.map { ($0.key, $0.value) }) { $1 }
        }
    }

    /// Tells who is using the app, and records `$SignUp`, which joins the person with this device's visitor.
    ///
    /// From this call on every event carries `id`. The same id again changes nothing; ids are compared exactly. Ids
    /// bound while nobody was logged in go with `$SignUp` and are then forgotten here.
    ///
    /// Where nothing is recorded, the call still tells that whoever was logged in is gone. Without consent to analytics
    /// events are the visitor's then, and from the consent on, in this run of the app, those of `id`; where only the
    /// server switched collection off, they are those of `id` once it is on again. `$SignUp` is not recorded then; the
    /// next call with the same id records it, in a later run of the app, too. So does one after a `$SignUp` that was lost
    /// while it waited in memory, or that ``optOut()`` may have deleted before it was sent: call this at each start.
    ///
    /// - Parameters:
    ///   - id: the id your backend knows the person by; not empty or of control characters alone, without NUL, at most
    ///     8192 bytes.
    ///   - key: under which key the id stands among others, such as `$identity_email`; ids under a key of your own are
    ///     `key+id` in `login_id`, so that they are never taken for ids of another kind.
    ///   - properties: what else is known about the login.
    /// - Returns: what became of `$SignUp`; ``DropReason/unchanged`` where `id` is logged in already.
    @discardableResult
    public func login(
        _ id: String,
        key: String = IdentityKey.login,
        _ properties: Properties = Properties()
    ) -> TrackAnswer {
        let login = Identity.Login(key: key, value: id)
        let own = PropertyCheck.checked(properties, origin: "login", report: self.warn)
        let draft = self.enriched(EventDraft(.trackSignup, name: "$SignUp", own: own))
        return self.changeIdentity("login", recording: draft, bytes: id.utf8.count + key.utf8.count) {
            state throws(IdentityRefusal) in
            let step = try state.toldIdentity.loggingIn(login, again: state.who.signUp == .owed)
            if let refusal = state.refusal(of: .identity) {
                state.who.signUp = .owed
                return self.takeUnrecorded("login", step.after, refusal, &state)
            }
            var draft = self.marked(draft, &state)
            let before = state.identity
            state.identity = step.event
            draft.originalID = step.event.anonymousID
            // The event comes first: a process that ends here logs in anew, and the link is not lost.
            let answer = self.recordLocked(draft, &state)
            guard answer.letsIdentityChange else {
                state.identity = before
                return self.refused("login", answer)
            }
            state.who.signUp = answer == .held && state.consent.hasWaitingSignUp ? .waiting : .settled
            self.take(step.after, &state)
            return answer
        }
    }

    /// Tells that nobody is logged in any more.
    ///
    /// The anonymous id stays, so that the device's visitor stays one; ids that were bound are forgotten here.
    public func logout() {
        _ = self.changeIdentity("logout") { state throws(IdentityRefusal) in
            let visitor = try state.toldIdentity.loggingOut()
            state.who.signUp = .settled
            self.take(visitor, &state)
            return .dropped(.unchanged)
        }
    }

    /// Gives the device's visitor an id of your own; from now on events carry it as `anonymous_id`.
    ///
    /// An empty id, one that holds NUL or nothing but control characters, one of more than 8192 bytes and the login id of a
    /// person are refused with a warning; the same id again changes nothing.
    ///
    /// - Parameter anonymousID: the visitor's id.
    public func identify(_ anonymousID: String) {
        _ = self.changeIdentity("identify", bytes: anonymousID.utf8.count) { state throws(IdentityRefusal) in
            self.keep(try state.toldIdentity.identifying(anonymousID, known: state.who.known), in: &state)
            return .dropped(.unchanged)
        }
    }

    /// Begins a new visitor on this device, as after handing it to somebody else.
    ///
    /// Refused with a warning while a person is logged in: log out first.
    ///
    /// - Parameter anonymousID: the new visitor's id; nil makes a random one.
    public func resetAnonymousID(to anonymousID: String? = nil) {
        let fresh = anonymousID ?? RandomID.make(self.environment.random)
        _ = self.changeIdentity("resetAnonymousID", bytes: fresh.utf8.count) { state throws(IdentityRefusal) in
            self.keep(try state.toldIdentity.resetting(to: fresh, known: state.who.known), in: &state)
            return .dropped(.unchanged)
        }
    }

    private func keep(_ identity: Identity, in state: inout TrackerState) {
        self.take(identity, &state)
        self.environment.scheduler.async { [weak self] in self?.keepInVault() }
    }

    /// Carries out a change of identity now, or once storage is open; what a rule forbids is said in the log.
    ///
    /// - Parameters:
    ///   - call: the call's name, for the log.
    ///   - draft: the event that it records, too.
    ///   - bytes: how much else it keeps in memory while it is held.
    ///   - change: what to do, with the lock held.
    /// - Returns: what the call answers, or that it is held.
    func changeIdentity(
        _ call: String,
        recording draft: EventDraft? = nil,
        bytes: Int = 0,
        _ change: @escaping @Sendable (inout TrackerState) throws(IdentityRefusal) -> TrackAnswer
    ) -> TrackAnswer {
        let held = bytes + (draft?.heldBytes ?? 0)
        return self.whenReady(as: .change(recording: draft?.recordClass), bytes: held) { state in
            do throws(IdentityRefusal) {
                return try change(&state)
            } catch {
                if case .refused(let sentence) = error { self.warnLater("\(call) was ignored: \(sentence)") }
                return .dropped(error.reason)
            }
        }
    }

    /// Says that a change of identity was not made because its event could not be kept: both are one step (O-29).
    func refused(_ call: String, _ answer: TrackAnswer) -> TrackAnswer {
        if case .dropped(let reason) = answer {
            self.warnLater("\(call) was ignored, for its event could not be kept; call it again. \(reason)")
        }
        return answer
    }

    /// Says something in the log while the lock is held: the log is the app's code and may call back.
    ///
    /// Of a call that the log itself makes nothing is said later either, or it would be called again and again.
    func warnLater(_ sentence: String) {
        guard !self.configuration.logGuard.skipsHere() else { return }
        self.environment.scheduler.async { [weak self] in self?.warn(sentence) }
    }

    /// Keeps a change of state: it travels through the journal, so it survives `kill -9` like an event.
    ///
    /// What the person's consent does not allow to be kept stays in memory until it does.
    ///
    /// - Returns: the change's sequence number; nil where it could not be kept.
    @discardableResult
    func persist(_ changes: [(key: String, value: JSONValue)], in state: TrackerState) -> UInt64? {
        let kept = changes.filter { state.consent.keeps($0.key) }
        if kept.count < changes.count {
            state.unsaved.withLock { unsaved in
                for change in changes where !state.consent.keeps(change.key) { unsaved[change.key] = change.value }
            }
            guard !kept.isEmpty else { return nil }
        }
        // What was remembered before is out of date.
        state.unsaved.withLock { unsaved in
            for change in kept where !unsaved.isEmpty { unsaved[change.key] = nil }
        }
        return self.write(kept, in: state)
    }

    /// Writes a change of state, whatever the person's consent allows.
    ///
    /// - Returns: the change's sequence number; nil where it could not be kept.
    @discardableResult
    func write(_ changes: [(key: String, value: JSONValue)], in state: TrackerState) -> UInt64? {
        let now = self.environment.scheduler.wallMilliseconds
        let values = Dictionary(changes.map { ($0.key, Optional($0.value)) }) { $1 }
        if case .appended(let sequence, _)? = state.store?.setState(values, recorded: now) {
            self.shareLater(state)
            return sequence
        }
        // The log is the app's code and may call back, so it is not called with the lock held.
        let keys = changes.map(\.key).joined(separator: ", ")
        self.warnLater("A change of \(keys) could not be kept for the next start: the journal is full.")
        return nil
    }
}

extension TrackAnswer {
    /// Whether the change of identity holds that a call's event tells of: where the event is kept, and where the app's
    /// own hook took it away, since who is using the app is not the hook's to decide.
    var letsIdentityChange: Bool {
        guard case .dropped(let reason) = self else { return true }
        return reason == .droppedByHook
    }
}

/// The names under which a tracker's state is kept.
enum StateKey {
    static let anonymousID = "anonymous_id"
    static let loginID = "login_id"
    static let install = "install"
    static let firstDay = "first_day"
    static let superProperties = "super_properties"
    static let consent = "consent"
    /// What builds kept that knew no categories.
    static let optedOut = "opted_out"
    static let withdrawals = "withdrawals"
    static let trustedTime = "trusted_time"
}
