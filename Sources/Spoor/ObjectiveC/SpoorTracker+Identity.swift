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

    /// Tells that nobody is logged in any more.
    @objc public func logout() {
        self.tracker.logout()
    }
}
#endif
