public import SpoorWire

/// What the app's code attached to an element.
public struct TrackingOptions: Sendable {
    /// Which elements a mark to ignore holds for.
    public enum Ignore: Sendable {
        /// The element alone (003: `wk_ignoreTracking`).
        case element
        /// The element and all that is in it.
        case withDescendants
    }

    /// A name of the app's own, which takes the place of the path in the element's identity.
    public var elementID: String?

    /// What the app adds to the events of the element (003: business parameters).
    public var properties = Properties()

    /// Whether the element is left out; nil leaves nothing out.
    public var ignore: Ignore?

    /// The text that stands for the element in place of what it shows.
    public var content: String?

    /// Makes options that say nothing.
    public init() {}
}
