#if canImport(UIKit) && !os(watchOS)
public import SpoorAutoTrack
public import UIKit

extension UIView {
    /// What the app attaches to the view for its events: properties, a name, whether it is left out.
    ///
    /// ```swift
    /// banner.spoorTracking.properties = ["url": campaign.url]
    /// slider.spoorTracking.ignore = .element
    /// ```
    public var spoorTracking: TrackingOptions {
        get { Marks.of(self)?.options ?? TrackingOptions() }
        set { Marks.made(for: self).options = newValue }
    }
}

extension UIBarItem {
    /// What the app attaches to the item for its events: properties, a name, whether it is left out.
    public var spoorTracking: TrackingOptions {
        get { Marks.of(self)?.options ?? TrackingOptions() }
        set { Marks.made(for: self).options = newValue }
    }
}

extension UIViewController {
    /// What the app attaches to the page for its events.
    public var spoorTracking: TrackingOptions {
        get { Marks.of(self)?.options ?? TrackingOptions() }
        set { Marks.made(for: self).options = newValue }
    }
}
#endif
