/// What a tracker remembers about ids besides those that events carry.
struct WhoState: Equatable, Sendable {
    /// What names the device.
    var device = DeviceIDs()

    /// Who ever logged in here.
    var known = KnownLogins()

    /// The push ids that profiles have, by key.
    var pushIDs: [Identity.Entry] = []
}

extension StateKey {
    static let loginKey = "login_key"
    static let boundIDs = "bound_ids"
    static let knownLogins = "known_logins"
    static let deviceID = "device_id"
    static let deviceKey = "device_key"
    static let pushIDs = "push_ids"
}
