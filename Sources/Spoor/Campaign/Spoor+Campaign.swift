public import Foundation
public import SpoorWire

/// Links and push messages, by the shared tracker; before ``Spoor/start(_:)`` nothing is kept.
extension Spoor {
    /// Records that a link opened the app; see ``Tracker/trackDeepLink(_:_:)``.
    @discardableResult
    public static func trackDeepLink(_ url: URL, _ properties: Properties = Properties()) -> TrackAnswer {
        self.tracker?.trackDeepLink(url, properties) ?? .dropped(.stopped)
    }

    /// Records that the person opened a push message; see ``Tracker/trackPushClick(_:_:)``.
    @discardableResult
    public static func trackPushClick(_ message: PushMessage, _ properties: Properties = Properties()) -> TrackAnswer {
        self.tracker?.trackPushClick(message, properties) ?? .dropped(.stopped)
    }
}
