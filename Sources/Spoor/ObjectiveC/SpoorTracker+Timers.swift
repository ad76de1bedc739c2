#if canImport(ObjectiveC)
import Foundation
import SpoorWire

/// How long things take.
extension SpoorTracker {
    /// Starts a timer for an event; several of one name may run.
    ///
    /// - Parameter event: the event's name.
    /// - Returns: the timer, for the other calls.
    @discardableResult
    @objc(startTimer:)
    public func startTimer(_ event: String) -> SpoorTimer {
        SpoorTimer(self.tracker, self.tracker.startTimer(event))
    }

    /// Forgets all timers; nothing is recorded.
    @objc public func removeAllTimers() {
        self.tracker.removeAllTimers()
    }
}
#endif
