#if canImport(ObjectiveC)
public import Foundation
import SpoorWire

/// How people come to the app: links and messages.
extension SpoorTracker {
    /// Records that a link opened the app, and remembers its campaign.
    ///
    /// - Parameter url: the link.
    /// - Returns: what became of the event.
    @discardableResult
    @objc(trackDeepLink:)
    public func trackDeepLink(_ url: URL) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.trackDeepLink(url))
    }

    /// Records that a person opened a push message.
    ///
    /// - Parameters:
    ///   - userInfo: the message's content, as the system hands it over.
    ///   - isLocal: whether the app itself had put the message up.
    /// - Returns: what became of the event.
    @discardableResult
    @objc(trackPushClick:isLocal:)
    public func trackPushClick(_ userInfo: [AnyHashable: Any], isLocal: Bool) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.trackPushClick(PushMessage(userInfo: userInfo, isLocal: isLocal)))
    }

    /// Records the installation, once in its life.
    ///
    /// - Parameter properties: what is known; copied during the call.
    /// - Returns: what became of the event.
    @discardableResult
    @objc(trackInstall:)
    public func trackInstall(_ properties: [AnyHashable: Any]?) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.trackInstall(self.properties(properties)))
    }

    /// Hands in the advertising identifier, which Spoor never asks the system for; nil takes it away.
    @objc(setAdvertisingID:)
    public func setAdvertisingID(_ id: String?) {
        self.tracker.setAdvertisingID(id)
    }

    /// Tells where the device is, which Spoor never asks the system for.
    ///
    /// - Parameters:
    ///   - latitude: degrees, north positive.
    ///   - longitude: degrees, east positive.
    @objc(setLocationWithLatitude:longitude:)
    public func setLocation(latitude: Double, longitude: Double) {
        self.tracker.setLocation(latitude: latitude, longitude: longitude)
    }

    /// Takes the location away from later events.
    @objc public func clearLocation() {
        self.tracker.clearLocation()
    }
}
#endif
