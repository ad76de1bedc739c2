public import Foundation
public import SpoorChannel
public import SpoorWire

/// The app's way in: one shared tracker, and further ones by name.
///
/// ```swift
/// import Spoor
///
/// Spoor.start(TrackerConfiguration(endpoint: "https://collector.example.com", project: "shop"))
/// Spoor.track("product_viewed", ["sku": "A-17", "price": 19.9])
/// ```
public enum Spoor {
    private static let trackers = Locked<[String: Tracker]>([:])
    private static let sharedName = TrackerConfiguration(endpoint: "").name

    /// Starts the tracker of the configuration's name, or gives the one that runs under it.
    ///
    /// - Parameter configuration: where records go, and how; ignored where a tracker of this name runs.
    /// - Returns: the tracker.
    @discardableResult
    public static func start(_ configuration: TrackerConfiguration) -> Tracker {
        if let running = self.tracker(named: configuration.name) { return self.kept(running, configuration) }
        // Made, and its storage waited for, without the lock: the log is the app's code and may call back.
        let made = Tracker(configuration, environment: nil, opensNow: false)
        let (tracker, isNew) = self.trackers.withLock { trackers in
            if let running = trackers[configuration.name] { return (running, false) }
            trackers[configuration.name] = made
            return (made, true)
        }
        guard isNew else { return self.kept(tracker, configuration) }
        tracker.beginOpening()
        return tracker
    }

    /// The tracker that runs; what another start wants otherwise is said.
    private static func kept(_ running: Tracker, _ configuration: TrackerConfiguration) -> Tracker {
        if let difference = configuration.difference(from: running.asked) {
            running.warn(
                "The tracker '\(configuration.name)' runs already, so this start was ignored; it asked for \(difference). "
                    + "Give another tracker a name of its own, or stop this one first."
            )
        }
        return running
    }

    /// The tracker that runs under a name; nil where none was started.
    public static func tracker(named name: String) -> Tracker? {
        self.trackers.withLock { $0[name] }
    }

    /// The tracker that was started without a name of its own; nil before ``start(_:)``.
    public static var tracker: Tracker? { self.tracker(named: self.sharedName) }

    /// Stops the tracker of a name, so that it can be started anew.
    public static func stop(named name: String? = nil) async {
        let tracker = self.trackers.withLock { $0.removeValue(forKey: name ?? self.sharedName) }
        await tracker?.stop()
    }

    /// Records that something happened; see ``Tracker/track(_:_:at:)``.
    ///
    /// Before ``start(_:)`` nothing is kept.
    @discardableResult
    public static func track(
        _ event: String,
        _ properties: Properties = Properties(),
        at time: Date? = nil
    ) -> TrackAnswer {
        self.tracker?.track(event, properties, at: time) ?? .dropped(.stopped)
    }

    /// Uploads what was recorded up to now; nil before ``start(_:)``.
    @discardableResult
    public static func flush() async -> FlushReport? {
        await self.tracker?.flush()
    }
}
