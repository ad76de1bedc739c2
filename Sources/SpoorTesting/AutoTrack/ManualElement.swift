public import SpoorAutoTrack

/// An element that is nothing but what a test sets; a tree of them stands for a screen.
@MainActor
open class ManualElement: Element {
    /// See ``SpoorAutoTrack/Element/typeName``.
    public var typeName: String

    /// See ``SpoorAutoTrack/Element/kind``.
    public var kind: ElementKind

    /// See ``SpoorAutoTrack/Element/parent``; set by ``add(_:)``.
    public weak var parent: (any Element)?

    /// See ``SpoorAutoTrack/Element/children``.
    open var children: [any Element] { self.contents }

    private var contents: [any Element] = []

    /// The responder that stands in place of the usual one; see ``nextResponder``.
    public weak var responder: (any Element)?

    /// Whether the element has no next responder at all, as a header that its list has not put in yet.
    public var hasNoResponder = false

    /// See ``SpoorAutoTrack/Element/ownPage``.
    public weak var ownPage: (any PageElement)?

    /// See ``SpoorAutoTrack/Element/cellPosition``.
    public var cellPosition: CellPosition?

    /// See ``SpoorAutoTrack/Element/text``.
    public var text: String?

    /// See ``SpoorAutoTrack/Element/accessibilityIdentifier``.
    public var accessibilityIdentifier: String?

    /// See ``SpoorAutoTrack/Element/controlState``.
    public var controlState: ControlState?

    /// See ``SpoorAutoTrack/Element/visibility``.
    public var visibility: VisibilityFacts

    /// See ``SpoorAutoTrack/Element/isPrivateWrapper``.
    public var isPrivateWrapper = false

    /// See ``SpoorAutoTrack/Element/isSecure``.
    public var isSecure = false

    /// See ``SpoorAutoTrack/Element/tracking``.
    public var tracking = TrackingOptions()

    /// Makes an element.
    ///
    /// - Parameters:
    ///   - typeName: the name of its class.
    ///   - kind: what it is to the engine.
    ///   - frame: its frame in its window; nil for what is in none.
    ///   - children: what it contains, drawn from first to last.
    public init(
        _ typeName: String,
        _ kind: ElementKind = .view,
        frame: Rectangle? = nil,
        children: [ManualElement] = []
    ) {
        self.typeName = typeName
        self.kind = kind
        self.visibility = VisibilityFacts(frame: frame)
        for child in children { self.add(child) }
    }

    /// The one that was set; else the page of which this is the view; else the parent, as UIKit has it.
    open var nextResponder: (any Element)? {
        if self.hasNoResponder { return nil }
        return self.responder ?? self.ownPage ?? self.parent
    }

    /// Puts a child in front of the others; takes it out of where it was.
    ///
    /// - Parameters:
    ///   - child: the child.
    ///   - index: its place among the children; nil takes the last.
    public func add(_ child: ManualElement, at index: Int? = nil) {
        child.remove()
        child.parent = self
        self.contents.insert(child, at: min(max(index ?? self.contents.count, 0), self.contents.count))
    }

    /// Takes the element out of its parent.
    public func remove() {
        (self.parent as? ManualElement)?.contents.removeAll { $0 === self }
        self.parent = nil
    }

    /// Puts the children in another order.
    public func reorder(_ children: [any Element]) {
        self.contents = children
    }
}
