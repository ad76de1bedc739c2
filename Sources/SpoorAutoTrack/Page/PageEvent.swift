/// An event of a page, and which page it is of.
public struct PageEvent {
    /// The event.
    public var event: AutoEvent

    /// Which page it is of; nil for a screen that the app's code only named.
    public let key: PageKey?

    /// Whether the app's code asks for it, so that it is recorded whatever is left out.
    public let isAsked: Bool

    /// The page itself; nil where it is gone, and for a screen that the app's code only named.
    public internal(set) var page: (any PageElement)?

    init(_ event: AutoEvent, of entry: PageEntry?) {
        self.event = event
        self.key = entry?.key
        self.isAsked = entry?.isAsked ?? true
    }
}
