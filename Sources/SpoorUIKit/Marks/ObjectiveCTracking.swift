#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import SpoorWire
public import UIKit

// The same for Objective-C, and for single values in Swift.

extension UIView {
    /// Whether the view is left out of automatic events (003: `wk_ignoreTracking`).
    @objc(spoor_ignoreTracking)
    public var spoorIgnoreTracking: Bool {
        get { self.spoorTracking.ignore != nil }
        set { self.spoorTracking.ignore = newValue ? .element : nil }
    }

    /// Leaves the view and all that is in it out of automatic events.
    @objc(spoor_ignoreTrackingWithDescendants)
    public func spoorIgnoreTrackingWithDescendants() {
        self.spoorTracking.ignore = .withDescendants
    }

    /// A name of the app's own that stands for the view's path.
    @objc(spoor_elementID)
    public var spoorElementID: String? {
        get { self.spoorTracking.elementID }
        set { self.spoorTracking.elementID = newValue }
    }

    /// Adds properties to the view's events.
    ///
    /// - Parameter properties: the properties; those of the same name are replaced.
    @objc(spoor_addTrackingProperties:)
    public func spoorAddTrackingProperties(_ properties: [String: Any]) {
        self.spoorTracking.properties.merge(Properties(properties), overriding: true)
    }
}

extension UIBarItem {
    /// Whether the item is left out of automatic events.
    @objc(spoor_ignoreTracking)
    public var spoorIgnoreTracking: Bool {
        get { self.spoorTracking.ignore != nil }
        set { self.spoorTracking.ignore = newValue ? .element : nil }
    }
}

extension UIViewController {
    /// The page's name in place of its class's; a bare hosting controller has no other that would hold.
    ///
    /// What a ``TrackedScreen`` says of itself goes before.
    @objc(spoor_screenName)
    public var spoorScreenName: String? {
        get { Marks.of(self)?.screenName }
        set { Marks.made(for: self).screenName = newValue }
    }

    /// An address of the app's own for what the page shows; what a ``TrackedScreen`` says of itself goes before.
    @objc(spoor_screenURL)
    public var spoorScreenURL: String? {
        get { Marks.of(self)?.screenURL }
        set { Marks.made(for: self).screenURL = newValue }
    }

    /// Whether the page and all that is on it make no automatic events.
    @objc(spoor_ignoreTracking)
    public var spoorIgnoreTracking: Bool {
        get { self.spoorTracking.ignore != nil }
        set { self.spoorTracking.ignore = newValue ? .withDescendants : nil }
    }

    /// Adds properties to the page's events.
    ///
    /// - Parameter properties: the properties; those of the same name are replaced.
    @objc(spoor_addTrackingProperties:)
    public func spoorAddTrackingProperties(_ properties: [String: Any]) {
        self.spoorTracking.properties.merge(Properties(properties), overriding: true)
    }
}
#endif
