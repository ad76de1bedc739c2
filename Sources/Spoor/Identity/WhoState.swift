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

    /// Whether somebody logged in whose `$SignUp` was not recorded.
    var owesSignUp = false
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
}
