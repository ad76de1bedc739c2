public import SpoorAutoTrack

/// A page that is nothing but what a test sets.
@MainActor
public final class ManualPage: ManualElement, PageElement {
    /// See ``SpoorAutoTrack/PageElement/title``.
    public var title: String?

    /// See ``SpoorAutoTrack/PageElement/screenName``.
    public var screenName: String?

    /// See ``SpoorAutoTrack/PageElement/pageURL``.
    public var pageURL: String?

    /// See ``SpoorAutoTrack/PageElement/isContainer``.
    public var isContainer = false

    /// See ``SpoorAutoTrack/PageElement/isSystem``.
    public var isSystem = false

    /// See ``SpoorAutoTrack/PageElement/isHosting``.
    public var isHosting = false

    /// See ``SpoorAutoTrack/PageElement/parentPage``.
    public weak var parentPage: (any PageElement)?

    /// See ``SpoorAutoTrack/PageElement/presentingPage``.
    public weak var presentingPage: (any PageElement)?

    /// See ``SpoorAutoTrack/PageElement/navigationStack``.
    public var navigationStack: [any PageElement] = []

    /// The view of the page, kept by it.
    public let view: ManualElement

    /// See ``SpoorAutoTrack/PageElement/rootElement``.
    public var rootElement: (any Element)? { self.view }

    /// Makes a page with a view of its own.
    ///
    /// - Parameters:
    ///   - typeName: the name of its class.
    ///   - view: its view; nil makes a plain one.
    ///   - title: its title.
    public init(_ typeName: String, view: ManualElement? = nil, title: String? = nil) {
        self.view = view ?? ManualElement("UIView")
        self.title = title
        super.init(typeName, .page)
        self.view.ownPage = self
    }

    /// The one that was set; else the parent of its view; else the page that contains it, as UIKit has it.
    public override var nextResponder: (any Element)? {
        if self.hasNoResponder { return nil }
        return self.responder ?? self.view.parent ?? self.parentPage
    }
}
