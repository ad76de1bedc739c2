public import SpoorAutoTrack
public import SpoorWire

/// Screens, clicks and exposures that the app's code tells of.
extension Spoor {
    /// Records that a person came to a screen; see ``Tracker/trackScreen(_:_:)``.
    ///
    /// Before ``start(_:)`` nothing is kept.
    @MainActor
    public static func trackScreen(_ name: String, _ properties: Properties = Properties()) {
        self.tracker?.trackScreen(name, properties)
    }

    /// Begins a person's stay on a screen; see ``Tracker/screenAppeared(_:)``.
    ///
    /// Before ``start(_:)`` nothing is kept.
    @MainActor
    public static func screenAppeared(_ page: NamedPage) { self.tracker?.screenAppeared(page) }

    /// Ends a person's stay on a screen; see ``Tracker/screenDisappeared(_:)``.
    @MainActor
    public static func screenDisappeared(_ page: NamedPage) { self.tracker?.screenDisappeared(page) }

    /// Records a click on an element; see ``Tracker/trackClick(_:_:)``.
    @MainActor
    public static func trackClick(_ element: any Element, _ properties: Properties = Properties()) {
        self.tracker?.trackClick(element, properties)
    }

    /// Records that an element was seen; see ``Tracker/trackExposure(_:_:)``.
    @MainActor
    public static func trackExposure(_ element: any Element, _ properties: Properties = Properties()) {
        self.tracker?.trackExposure(element, properties)
    }
}
