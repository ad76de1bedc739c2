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

    /// The id of the person who is logged in; nil where nobody is, or until storage is open.
    public var loginID: String? {
        self.state.withLock { $0.identity.loginID }
    }

    /// Tells who is using the app, and records `$SignUp`, which joins the person with this device's visitor.
    ///
    /// From this call on every event carries `id`. The same id again changes nothing; ids are compared exactly.
    ///
    /// - Parameters:
    ///   - id: the id your backend knows the person by; not empty, at most 1024 bytes.
    ///   - properties: what else is known about the login.
    /// - Returns: what became of `$SignUp`; ``DropReason/unchanged`` where `id` is logged in already.
    @discardableResult
    public func login(_ id: String, _ properties: Properties = Properties()) -> TrackAnswer {
        if let problem = Identity.problem(with: id) {
            self.warn("login was ignored: \(problem)")
            return .dropped(.invalidArgument(problem))
        }
        let own = PropertyCheck.checked(properties, origin: "login", report: self.warn)
        let surroundings = self.state.withLock { $0.surroundings }
        let draft = self.enriched(EventDraft(.trackSignup, name: "$SignUp", own: own), surroundings)
        return self.whenReady { state in
            guard state.identity.loginID != id else { return .dropped(.unchanged) }
            guard !state.isOptedOut else { return .dropped(.optedOut) }
            state.identity = Identity(anonymousID: state.identity.anonymousID, loginID: id)
            self.persist([(key: StateKey.loginID, value: .string(id))], in: state)
            var draft = draft
            draft.originalID = state.identity.anonymousID
            return self.recordLocked(draft, &state)
        }
    }

    /// Tells that nobody is logged in any more.
    ///
    /// The anonymous id stays, so that the device's visitor stays one.
    public func logout() {
        _ = self.whenReady { state in
            guard state.identity.loginID != nil else { return .dropped(.unchanged) }
            state.identity = Identity(anonymousID: state.identity.anonymousID, loginID: nil)
            self.persist([(key: StateKey.loginID, value: .null)], in: state)
            return .dropped(.unchanged)
        }
    }

    /// Keeps a change of state: it travels through the journal, so it survives `kill -9` like an event.
    ///
    /// - Returns: the change's sequence number; nil where it could not be kept.
    @discardableResult
    func persist(_ changes: [(key: String, value: JSONValue)], in state: TrackerState) -> UInt64? {
        let now = self.environment.scheduler.wallMilliseconds
        let values = Dictionary(changes.map { ($0.key, Optional($0.value)) }) { $1 }
        if case .appended(let sequence, _)? = state.store?.setState(values, recorded: now) { return sequence }
        // The log is the app's code and may call back, so it is not called with the lock held.
        let keys = changes.map(\.key).joined(separator: ", ")
        self.environment.scheduler.async { [weak self] in
            self?.warn("A change of \(keys) could not be kept for the next start: the journal is full.")
        }
        return nil
    }
}

/// The names under which a tracker's state is kept.
enum StateKey {
    static let anonymousID = "anonymous_id"
    static let loginID = "login_id"
    static let install = "install"
    static let firstDay = "first_day"
    static let superProperties = "super_properties"
    static let optedOut = "opted_out"
    static let purge = "purge"
}
