public import SpoorWire

/// Who is recorded, by the shared tracker; before ``Spoor/start(_:)`` nothing is kept.
extension Spoor {
    /// Tells who is using the app; see ``Tracker/login(_:key:_:)``.
    @discardableResult
    public static func login(
        _ id: String,
        key: String = IdentityKey.login,
        _ properties: Properties = Properties()
    ) -> TrackAnswer {
        self.tracker?.login(id, key: key, properties) ?? .dropped(.stopped)
    }

    /// Tells that nobody is logged in any more; see ``Tracker/logout()``.
    public static func logout() {
        self.tracker?.logout()
    }

    /// Gives the device's visitor an id of your own; see ``Tracker/identify(_:)``.
    public static func identify(_ anonymousID: String) {
        self.tracker?.identify(anonymousID)
    }

    /// Begins a new visitor on this device; see ``Tracker/resetAnonymousID(to:)``.
    public static func resetAnonymousID(to anonymousID: String? = nil) {
        self.tracker?.resetAnonymousID(to: anonymousID)
    }

    /// Binds one more id to whoever is recorded; see ``Tracker/bind(_:_:_:)``.
    @discardableResult
    public static func bind(_ key: String, _ value: String, _ properties: Properties = Properties()) -> TrackAnswer {
        self.tracker?.bind(key, value, properties) ?? .dropped(.stopped)
    }

    /// Takes a bound id from whoever is recorded; see ``Tracker/unbind(_:_:_:)``.
    @discardableResult
    public static func unbind(_ key: String, _ value: String, _ properties: Properties = Properties()) -> TrackAnswer {
        self.tracker?.unbind(key, value, properties) ?? .dropped(.stopped)
    }

    /// The id that events carry now; nil until storage is open.
    public static var distinctID: String? { self.tracker?.distinctID }
}
