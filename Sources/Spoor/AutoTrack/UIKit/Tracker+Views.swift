#if canImport(UIKit) && !os(watchOS)
public import SpoorAutoTrack
import SpoorUIKit
public import SpoorWire
public import UIKit

/// Clicks and exposures of views, told by the app's code.
extension Tracker {
    /// Records a click on a view, `$AppClick`, with all that auto-tracking knows of it.
    ///
    /// - Parameters:
    ///   - view: what was clicked.
    ///   - properties: what else is known of it.
    @MainActor
    public func trackClick(_ view: UIView, _ properties: Properties = Properties()) {
        self.trackClick(UIKitElements.element(of: view), properties)
    }

    /// Records that a view was seen, with all that auto-tracking knows of it.
    ///
    /// - Parameters:
    ///   - view: what was seen.
    ///   - properties: what else is known of it.
    @MainActor
    public func trackExposure(_ view: UIView, _ properties: Properties = Properties()) {
        self.trackExposure(UIKitElements.element(of: view), properties)
    }

    /// Has an event recorded when a person sees a view: enough of it, for long enough.
    ///
    /// In a cell, call it each time the cell is filled; the mark's `id` tells one row from another.
    ///
    /// - Parameters:
    ///   - view: the view.
    ///   - mark: what is to be known of it.
    @MainActor
    public func markExposure(of view: UIView, _ mark: ExposureMark) {
        self.autoTracker.mark(UIKitElements.element(of: view), mark)
    }

    /// Takes a view's mark away.
    ///
    /// - Parameter view: the view.
    @MainActor
    public func unmarkExposure(of view: UIView) {
        self.autoTracker.unmark(UIKitElements.element(of: view))
    }
}

extension Spoor {
    /// Records a click on a view; see ``Tracker/trackClick(_:_:)``.
    @MainActor
    public static func trackClick(_ view: UIView, _ properties: Properties = Properties()) {
        self.tracker?.trackClick(view, properties)
    }

    /// Records that a view was seen; see ``Tracker/trackExposure(_:_:)``.
    @MainActor
    public static func trackExposure(_ view: UIView, _ properties: Properties = Properties()) {
        self.tracker?.trackExposure(view, properties)
    }

    /// Has an event recorded when a person sees a view; see ``Tracker/markExposure(of:_:)``.
    @MainActor
    public static func markExposure(of view: UIView, _ mark: ExposureMark) {
        self.tracker?.markExposure(of: view, mark)
    }
}
#endif
