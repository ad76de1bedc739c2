/// The way from an element up to its page and on to the application, walked once; what all its paths are made of.
///
/// Private wrappers on the way are left out. Each walk ends after 200 levels, and where it comes to an element again.
@MainActor
struct ElementWalk {
    /// How many elements a walk looks at, siblings included; what stands behind so many has no number.
    static let maxElements = 200_000

    /// The element.
    let target: any Element

    /// What stands in for the parent of an element that is in no tree: the alert of an action, the bar of an item.
    private let container: (any Element)?

    /// From the element up to the page that is a screen of its own, or to the window; that page included.
    private(set) var tree: [PathStep] = []

    /// From the element up to the last responder.
    private(set) var responders: [PathStep] = []

    /// The page that the path begins at; nil where the element is on none.
    private(set) var page: (any PageElement)?

    /// The nearest page around the element, which may be embedded or a container; nil for none.
    private(set) var nearestPage: (any PageElement)?

    /// The pages among the responders, the nearest first: of an item in a bar, the page that put it there.
    private(set) var respondingPages: [any PageElement] = []

    /// What around the element, or it itself, forbids to read its texts.
    let privacy: ElementPrivacy

    /// Whether every level from the page down is there, with its number.
    var isCounted: Bool { !self.isCut && self.tree.allSatisfy { $0.place != .uncounted } }

    /// Whether there are more levels than are walked.
    private var isCut = false

    /// What is known from this walk, and from others before it.
    private let memory: WalkMemory
    private var budget = ElementWalk.maxElements

    /// Walks.
    ///
    /// - Parameters:
    ///   - target: the element.
    ///   - container: what stands in for its parent where it has none.
    ///   - rules: which pages are transparent.
    ///   - memory: what other walks found, where nothing changed since.
    init(
        from target: any Element,
        in container: (any Element)? = nil,
        rules: PageRules,
        memory: WalkMemory? = nil
    ) {
        self.target = target
        self.memory = memory ?? WalkMemory()
        self.container = container
        self.privacy = ElementPrivacy(of: target, in: container)
        self.climbTree(rules)
        self.climbResponders()
    }

    /// What tells an element from its siblings beside its type; longer ones are data, not names.
    static func identifier(of element: any Element) -> String? {
        guard let identifier = element.accessibilityIdentifier, !identifier.isEmpty, identifier.utf8.count <= 64 else {
            return nil
        }
        return identifier
    }

    private mutating func climbTree(_ rules: PageRules) {
        var seen: Set<ObjectIdentifier> = []
        var current: (any Element)? = self.target
        var (root, nearest): ((any PageElement)?, (page: any PageElement, count: Int)?) = (nil, nil)
        while let element = current, seen.count < TreeBounds.levels, seen.insert(ObjectIdentifier(element)).inserted {
            if element !== self.target, !element.kind.isDrawn, !(element is any PageElement) { break }
            if !(element is any PageElement), !element.isPrivateWrapper || element === self.target {
                self.tree.append(self.step(for: element))
            }
            if let page = (element as? any PageElement) ?? element.ownPage {
                root = root ?? rules.root(of: page)
                if nearest == nil { nearest = (page, self.tree.count) }
                self.nearestPage = self.nearestPage ?? page
                self.tree.append(self.step(for: page, isRoot: page === root))
                self.page = page
                if page === root { return }
                seen.insert(ObjectIdentifier(page))
            }
            current = element.kind == .window ? nil : self.next(of: element)
        }
        self.isCut = current != nil && seen.count >= TreeBounds.levels
        // The page around is not in the tree: the path begins at the nearest one.
        guard let nearest else { return }
        self.tree.removeSubrange(nearest.count...)
        self.tree.append(self.step(for: nearest.page, isRoot: true))
        self.page = nearest.page
    }

    private func next(of element: any Element) -> (any Element)? {
        if let page = element as? any PageElement { return page.rootElement?.parent ?? page.parentPage }
        if let parent = element.parent { return parent }
        if element === self.target, let container = self.container { return container }
        return element.nextResponder
    }

    private mutating func climbResponders() {
        var seen: Set<ObjectIdentifier> = []
        var current: (any Element)? = self.target
        while let element = current, seen.count < TreeBounds.levels, seen.insert(ObjectIdentifier(element)).inserted {
            if !element.isPrivateWrapper || element === self.target { self.responders.append(self.step(for: element)) }
            var ways: [(any Element)?] = [
                element.nextResponder, element.ownPage, element.parent,
                element === self.target ? self.container : nil,
            ]
            let page = element as? any PageElement
            if let page { self.respondingPages.append(page) }
            ways += [page?.rootElement?.parent, page?.parentPage, page?.presentingPage]
            current = ways.lazy.compactMap { $0 }.first { !seen.contains(ObjectIdentifier($0)) }
        }
    }

    private mutating func step(for page: any PageElement, isRoot: Bool) -> PathStep {
        guard !isRoot else { return PathStep(root: page) }
        guard let view = page.rootElement else { return PathStep(of: page, count: 0) }
        let count = SiblingCount(before: view, page: page.typeName, budget: &self.budget)
        return PathStep(of: page, count: count.isExact ? count.ofType : nil)
    }

    private mutating func step(for element: any Element) -> PathStep {
        if let step = self.memory.step(of: element) { return step }
        let memory = self.memory
        var budget = self.budget
        let step = PathStep(of: element, isInList: { Self.isInList(element) }) { identifier in
            if let count = memory.count(before: element) { return count }
            let count = SiblingCount(before: element, identifier: identifier, budget: &budget)
            return count.isExact ? (count.ofType, count.ofIdentifier) : nil
        }
        self.budget = budget
        memory.note(step, of: element)
        return step
    }

    /// Whether a cell lies in a list; one that does not is a view like others.
    static func isInList(_ cell: any Element) -> Bool {
        ElementAncestors.first(from: cell.parent) { $0.kind.isList } != nil
    }
}
