/// What a tracker remembers about ids besides those that events carry.
struct WhoState: Equatable, Sendable {
    /// What names the device.
    var device = DeviceIDs()

    /// Who ever logged in here.
    var known = KnownLogins()

    /// The push ids that profiles have, by key.
    var pushIDs: [Identity.Entry] = []

    /// Who is using the app by its word, where the person does not agree that this is known.
    ///
    /// In memory alone, until there is consent to analytics or the person is forgotten. Nil where that is what events
    /// carry.
    var told: Identity?

    /// What became of the `$SignUp` of whoever is logged in.
    var signUp = SignUp.settled

    /// What became of the event that joins a person with the device's visitor.
    enum SignUp: Equatable, Sendable {
        /// It is recorded, or nobody is logged in.
        case settled
        /// It waits in memory, for the person's answer or for its turn; where the process ends first, it is owed.
        case waiting
        /// It was not recorded, or deleted before anybody knows that it arrived: the next login with the same id records it.
        case owed
    }
}

extension TrackerState {
    /// Who is using the app by its word, whether that may be recorded or not.
    var toldIdentity: Identity { self.who.told ?? self.identity }
}

extension StateKey {
    static let loginKey = "login_key"
    static let boundIDs = "bound_ids"
    static let knownLogins = "known_logins"
    static let deviceID = "device_id"
    static let deviceKey = "device_key"
    static let pushIDs = "push_ids"
    /// Whether the next login with the id that is logged in records `$SignUp`.
    static let owesSignUp = "owes_sign_up"
}
