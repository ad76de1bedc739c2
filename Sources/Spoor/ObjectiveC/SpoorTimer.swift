#if canImport(ObjectiveC)
public import Foundation
import SpoorWire

/// A timer of one event, for Objective-C; see ``EventTimer``.
@objc(SpoorTimer)
public final class SpoorTimer: NSObject, Sendable {
    private let tracker: Tracker
    private let timer: EventTimer

    init(_ tracker: Tracker, _ timer: EventTimer) {
        self.tracker = tracker
        self.timer = timer
    }

    /// Lets the timer stand still.
    @objc public func pause() {
        self.tracker.pauseTimer(self.timer)
    }

    /// Lets the paused timer run on.
    @objc public func resume() {
        self.tracker.resumeTimer(self.timer)
    }

    /// Records the event with the measured duration.
    @discardableResult
    @objc public func end() -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.endTimer(self.timer))
    }

    /// Records the event with the measured duration, and with what is known about it.
    ///
    /// - Parameter properties: what is known; copied during the call.
    /// - Returns: what became of it.
    @discardableResult
    @objc(endWithProperties:)
    public func end(properties: [AnyHashable: Any]?) -> SpoorTrackAnswer {
        let properties = SpoorTracker(self.tracker).properties(properties)
        return SpoorTrackAnswer(self.tracker.endTimer(self.timer, properties))
    }

    /// Forgets the timer; nothing is recorded.
    @objc public func remove() {
        self.tracker.removeTimer(self.timer)
    }
}
#endif
