#if canImport(ObjectiveC)
import Foundation
import SpoorWire

/// Who is recorded.
extension SpoorTracker {
    /// The id that events carry now; nil until storage is open.
    @objc public var distinctID: String? { self.tracker.distinctID }

    /// The id of the device's visitor; nil until storage is open.
    @objc public var anonymousID: String? { self.tracker.anonymousID }

    /// The id of the person who is logged in; nil where nobody is.
    @objc public var loginID: String? { self.tracker.loginID }

    /// The ids that events carry, by their keys.
    @objc public var identities: [String: String] { self.tracker.identities }

    /// Tells who is using the app.
    ///
    /// - Parameter id: the id your backend knows the person by.
    /// - Returns: what became of the login's event; dropped, too, where the id is logged in already.
    @discardableResult
    @objc(login:)
    public func login(_ id: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.login(id))
    }

    /// Tells who is using the app, and what is known about the login.
    ///
    /// - Parameters:
    ///   - id: the id your backend knows the person by.
    ///   - properties: what is known; copied during the call.
    /// - Returns: what became of the login's event.
    @discardableResult
    @objc(login:properties:)
    public func login(_ id: String, properties: [AnyHashable: Any]?) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.login(id, self.properties(properties)))
    }

    /// Tells who is using the app, by an id of a kind of your own.
    ///
    /// - Parameters:
    ///   - id: the id your backend knows the person by.
    ///   - key: the key it stands under among the event's ids.
    ///   - properties: what is known; copied during the call.
    /// - Returns: what became of the login's event.
    @discardableResult
    @objc(login:key:properties:)
    public func login(_ id: String, key: String, properties: [AnyHashable: Any]?) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.login(id, key: key, self.properties(properties)))
    }

    /// Tells that nobody is logged in any more.
    @objc public func logout() {
        self.tracker.logout()
    }

    /// Gives the device's visitor an id of your own.
    ///
    /// - Parameter anonymousID: the id.
    @objc(identify:)
    public func identify(_ anonymousID: String) {
        self.tracker.identify(anonymousID)
    }

    /// Begins a new visitor on this device, with a random id.
    @objc public func resetAnonymousID() {
        self.tracker.resetAnonymousID()
    }

    /// Begins a new visitor on this device, with an id of your own.
    ///
    /// - Parameter anonymousID: the id; nil takes a random one.
    @objc(resetAnonymousIDTo:)
    public func resetAnonymousID(to anonymousID: String?) {
        self.tracker.resetAnonymousID(to: anonymousID)
    }

    /// The id of the device that events carry; nil until storage is open.
    @objc public var deviceID: String? { self.tracker.deviceID }

    /// Removes what the tracker keeps in the Keychain; see ``Tracker/clearVault()``.
    @objc public func clearVault() {
        self.tracker.clearVault()
    }

    /// Binds another id of the person, such as a phone number.
    ///
    /// - Parameters:
    ///   - key: the id's key.
    ///   - value: the id.
    /// - Returns: what became of the event that tells.
    @discardableResult
    @objc(bindKey:value:)
    public func bind(_ key: String, _ value: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.bind(key, value))
    }

    /// Takes a bound id away again.
    ///
    /// - Parameters:
    ///   - key: the id's key.
    ///   - value: the id.
    /// - Returns: what became of the event that tells.
    @discardableResult
    @objc(unbindKey:value:)
    public func unbind(_ key: String, _ value: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.unbind(key, value))
    }
}
#endif
