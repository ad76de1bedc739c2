#if canImport(ObjectiveC)
import Foundation
import SpoorAutoTrack
import SpoorWire

#if canImport(UIKit) && !os(watchOS)
public import UIKit
#endif

/// Screens, clicks and exposures that the app's code tells of.
extension SpoorTracker {
    /// Records that a person came to a screen.
    ///
    /// - Parameters:
    ///   - name: the screen's name.
    ///   - properties: what else is known; copied during the call.
    @MainActor
    @objc(trackScreen:properties:)
    public func trackScreen(_ name: String, properties: [AnyHashable: Any]?) {
        self.tracker.trackScreen(name, self.properties(properties))
    }

    /// Records what a page in a web view says, where the app has a bridge of its own.
    ///
    /// - Parameter message: the message as the page's library writes it.
    /// - Returns: what became of it.
    @discardableResult
    @objc(trackWebMessage:)
    public func trackWebMessage(_ message: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.trackWebMessage(message))
    }

    /// Switches one of the adapter's hooks off or on.
    ///
    /// - Parameters:
    ///   - name: the hook's name.
    ///   - isEnabled: whether it tells of what it sees.
    @objc(setHook:enabled:)
    public func setHook(_ name: String, enabled isEnabled: Bool) {
        self.tracker.setHook(name, enabled: isEnabled)
    }

    #if canImport(UIKit) && !os(watchOS)
    /// Records a click on a view.
    ///
    /// - Parameters:
    ///   - view: what was clicked.
    ///   - properties: what else is known; copied during the call.
    @MainActor
    @objc(trackClickOnView:properties:)
    public func trackClick(_ view: UIView, properties: [AnyHashable: Any]?) {
        self.tracker.trackClick(view, self.properties(properties))
    }

    /// Records that a view was seen.
    ///
    /// - Parameters:
    ///   - view: what was seen.
    ///   - properties: what else is known; copied during the call.
    @MainActor
    @objc(trackExposureOfView:properties:)
    public func trackExposure(_ view: UIView, properties: [AnyHashable: Any]?) {
        self.tracker.trackExposure(view, self.properties(properties))
    }

    /// Has an event recorded when a person sees a view: enough of it, for long enough.
    ///
    /// - Parameters:
    ///   - view: the view; in a cell, each time the cell is filled.
    ///   - id: the app's own name for what the view shows; nil counts the view itself.
    ///   - ratio: how much of it must be visible, 0 to 1.
    ///   - seconds: for how long without a break.
    ///   - repeats: whether it counts again each time it comes back.
    ///   - properties: what else is known; copied during the call.
    @MainActor
    @objc(markExposureOfView:id:ratio:seconds:repeats:properties:)
    public func markExposure(
        of view: UIView,
        id: String?,
        ratio: Double,
        seconds: Double,
        repeats: Bool,
        properties: [AnyHashable: Any]?
    ) {
        let dwell = ObjectTime.duration(seconds)
        let own = self.properties(properties)
        self.tracker.markExposure(
            of: view,
            ExposureMark(id: id, ratio: ratio, dwell: dwell, repeats: repeats, properties: own)
        )
    }

    /// Takes a view's mark away.
    ///
    /// - Parameter view: the view.
    @MainActor
    @objc(unmarkExposureOfView:)
    public func unmarkExposure(of view: UIView) {
        self.tracker.unmarkExposure(of: view)
    }
    #endif
}
#endif
