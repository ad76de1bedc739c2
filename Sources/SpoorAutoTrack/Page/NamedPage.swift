public import SpoorWire

/// A page made for a screen that its toolkit has no object for, as those of declarative toolkits.
///
/// Told of as any page when it appears and disappears, it has views, leaves and a time of stay. It is always a screen of
/// its own, whatever it lies in, and its events are recorded whatever is left out: the app's code asks for them.
@MainActor
public final class NamedPage: PageElement {
    /// The name of the screen.
    public let screenName: String?

    /// The title; nil for none.
    public var title: String?

    /// What the app's code attached.
    public var tracking = TrackingOptions()

    /// The page that contains it, as a hosting controller does; nil for none.
    public weak var parentPage: (any PageElement)?

    /// The page that presented it, else the one that presented what contains it; nil for none.
    public var presentingPage: (any PageElement)? {
        get { self.presenter ?? self.parentPage?.presentingPage }
        set { self.presenter = newValue }
    }

    private weak var presenter: (any PageElement)?

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - name: the name of the screen.
    ///   - properties: what else is known of it.
    public init(_ name: String, properties: Properties = Properties()) {
        self.screenName = name
        self.tracking.properties = properties
    }

    /// The name, since there is no class.
    public var typeName: String { self.screenName ?? "" }

    /// A page.
    public var kind: ElementKind { .page }

    /// The page that contains it.
    public var nextResponder: (any Element)? { self.parentPage }

    /// None.
    public var pageURL: String? { nil }

    /// No.
    public var isContainer: Bool { false }

    /// No.
    public var isSystem: Bool { false }

    /// No.
    public var isHosting: Bool { false }

    /// Empty.
    public var navigationStack: [any PageElement] { [] }

    /// None.
    public var rootElement: (any Element)? { nil }
}
