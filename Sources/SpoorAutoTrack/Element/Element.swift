/// A node of the user interface as the engine sees it: a view, a page, a window, the application.
///
/// An adapter makes its toolkit's objects elements; the engine reads them on the main thread, at the moment of an
/// interception, and keeps none of them longer than the app does.
@MainActor
public protocol Element: AnyObject {
    /// The name of its class, without module and type arguments.
    var typeName: String { get }

    /// What it is to the engine.
    var kind: ElementKind { get }

    /// The element that contains it (UIKit: the superview); nil for a window, a page and what is in no tree.
    var parent: (any Element)? { get }

    /// What it contains, drawn from first to last.
    var children: [any Element] { get }

    /// Who gets its events after it (UIKit: `next`): a page after its own view, a window after its root page.
    var nextResponder: (any Element)? { get }

    /// The page whose own view it is; nil for all others.
    var ownPage: (any PageElement)? { get }

    /// Where a cell, header or footer stands in its list; nil for all others and where the list does not know it.
    var cellPosition: CellPosition? { get }

    /// The text that it shows by itself: a title, a label's text; nil for none. Never what was typed into it.
    var text: String? { get }

    /// The toolkit's name for tests and assistive tools; nil for none.
    var accessibilityIdentifier: String? { get }

    /// What a control says of itself; nil for what is no control.
    var controlState: ControlState? { get }

    /// What decides whether it can be seen.
    var visibility: VisibilityFacts { get }

    /// Whether the toolkit made it for itself: a container whose presence may change with the system's version.
    ///
    /// Such elements are left out of normalised paths, by rule and not by a list of names.
    var isPrivateWrapper: Bool { get }

    /// Whether what is in it must never be recorded: a secure field.
    var isSecure: Bool { get }

    /// What the app's code attached to it.
    var tracking: TrackingOptions { get }
}

// What an element says that is not drawn and of which nothing more is known; adapters' elements say what they know.
extension Element {
    /// None.
    public var parent: (any Element)? { nil }

    /// None.
    public var children: [any Element] { [] }

    /// None.
    public var nextResponder: (any Element)? { nil }

    /// None.
    public var ownPage: (any PageElement)? { nil }

    /// None.
    public var cellPosition: CellPosition? { nil }

    /// None.
    public var text: String? { nil }

    /// None.
    public var accessibilityIdentifier: String? { nil }

    /// None.
    public var controlState: ControlState? { nil }

    /// Nowhere to be seen.
    public var visibility: VisibilityFacts { VisibilityFacts(frame: nil) }

    /// No: it is the app's.
    public var isPrivateWrapper: Bool { false }

    /// No.
    public var isSecure: Bool { false }

    /// Nothing.
    public var tracking: TrackingOptions { TrackingOptions() }
}

/// A page as the engine sees it (UIKit: a view controller).
@MainActor
public protocol PageElement: Element {
    /// Its title: that of the title view, else the navigation item's, else its own; nil for none.
    var title: String? { get }

    /// The name of a screen given in code; nil for none. Stands for the class's name, which says nothing for a
    /// hosting controller.
    var screenName: String? { get }

    /// What the app's code says the page is about: an address of its own kind; nil for none.
    var pageURL: String? { get }

    /// Whether it only arranges other pages: navigation, tabs, split, paging.
    var isContainer: Bool { get }

    /// Whether the system brought it: an alert, the keyboard, a search controller, a picker.
    var isSystem: Bool { get }

    /// Whether it is a bare hosting controller of a declarative toolkit, whose class says nothing.
    var isHosting: Bool { get }

    /// The page that contains it; nil for none.
    var parentPage: (any PageElement)? { get }

    /// The page that presented it, or the nearest page that contains it and was presented; nil for none.
    var presentingPage: (any PageElement)? { get }

    /// The pages of its navigation stack from the bottom to itself; empty where it is in none.
    var navigationStack: [any PageElement] { get }

    /// Its own view; nil while it is not loaded.
    var rootElement: (any Element)? { get }
}
