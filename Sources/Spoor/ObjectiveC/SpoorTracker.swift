#if canImport(ObjectiveC)
public import Foundation
import SpoorWire

/// A tracker for Objective-C: the same as ``Tracker``, with dictionaries for properties.
///
/// ```objc
/// [SpoorTracker startWithEndpoint:@"https://collector.example.com" project:@"shop"];
/// [SpoorTracker.shared track:@"product_viewed" properties:@{@"sku": @"A-17", @"price": @19.9}];
/// ```
///
/// Dictionaries are copied and converted during the call. `@YES` stays a boolean and `@1` a number; `NSString`,
/// `NSNumber`, `NSDate`, `NSURL`, `NSUUID`, `NSData`, `NSArray` and `NSSet` are taken, `NSNull` leaves its pair out.
@objc(SpoorTracker)
public final class SpoorTracker: NSObject, Sendable {
    /// The tracker that does the work.
    public let tracker: Tracker

    /// Gives a tracker a face for Objective-C.
    ///
    /// - Parameter tracker: the tracker that does the work.
    public init(_ tracker: Tracker) {
        self.tracker = tracker
    }

    /// Starts the app's tracker, or gives the one that runs.
    ///
    /// - Parameters:
    ///   - endpoint: the collector's base address.
    ///   - project: the project on the collector.
    /// - Returns: the tracker.
    @discardableResult
    @objc(startWithEndpoint:project:)
    public static func start(endpoint: String, project: String) -> SpoorTracker {
        SpoorTracker(Spoor.start(TrackerConfiguration(endpoint: endpoint, project: project)))
    }

    /// Starts the tracker of the configuration's name, or gives the one that runs under it.
    ///
    /// - Parameter configuration: where events go, and how.
    /// - Returns: the tracker.
    @discardableResult
    @objc(startWithConfiguration:)
    public static func start(_ configuration: SpoorConfiguration) -> SpoorTracker {
        SpoorTracker(Spoor.start(configuration.settings))
    }

    /// The tracker that was started without a name of its own; nil before that.
    @objc public static var shared: SpoorTracker? { Spoor.tracker.map { SpoorTracker($0) } }

    /// The tracker that runs under a name; nil where none was started.
    @objc(trackerNamed:)
    public static func tracker(named name: String) -> SpoorTracker? {
        Spoor.tracker(named: name).map { SpoorTracker($0) }
    }

    /// Records that something happened.
    @discardableResult
    @objc(track:)
    public func track(_ event: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.track(event))
    }

    /// Records that something happened, with what is known about it.
    ///
    /// - Parameters:
    ///   - event: the event's name.
    ///   - properties: what is known; copied during the call.
    /// - Returns: what became of it.
    @discardableResult
    @objc(track:properties:)
    public func track(_ event: String, properties: [AnyHashable: Any]?) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.track(event, self.properties(properties)))
    }

    /// Records that something happened at another time than now.
    ///
    /// - Parameters:
    ///   - event: the event's name.
    ///   - properties: what is known; copied during the call.
    ///   - time: when it happened.
    /// - Returns: what became of it.
    @discardableResult
    @objc(track:properties:time:)
    public func track(_ event: String, properties: [AnyHashable: Any]?, time: Date) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.track(event, self.properties(properties), at: time))
    }

    /// Uploads what was recorded up to now.
    @objc public func flush() {
        self.flush(completion: nil)
    }

    /// Uploads what was recorded up to now, and says what came of it.
    ///
    /// - Parameter completion: called on any thread, with the number of events that were delivered by this upload and of
    ///   those that still wait.
    @objc(flushWithCompletion:)
    public func flush(completion: (@Sendable (_ delivered: Int, _ remaining: Int) -> Void)?) {
        let tracker = self.tracker
        Task {
            let report = await tracker.flush()
            completion?(report.delivered, report.remaining)
        }
    }

    /// Changes the time between uploads; see ``Tracker/setUploadInterval(_:)``.
    ///
    /// - Parameter seconds: the time, at least 5 s.
    @objc(setUploadInterval:)
    public func setUploadInterval(_ seconds: TimeInterval) {
        self.tracker.setUploadInterval(ObjectTime.duration(seconds))
    }

    /// The id of the session that is on; nil where none is.
    @objc public var sessionID: String? { self.tracker.sessionID }

    /// Asks for the server's configuration now.
    @objc public func refreshRemoteConfiguration() {
        self.tracker.refreshRemoteConfiguration()
    }

    /// Copies and converts a dictionary; a key that is not text costs its pair, and is said.
    func properties(_ objects: [AnyHashable: Any]?) -> Properties {
        let converted = ObjectProperties(objects)
        if let warning = converted.warning { self.tracker.warn(warning) }
        return converted.properties
    }
}
#endif
