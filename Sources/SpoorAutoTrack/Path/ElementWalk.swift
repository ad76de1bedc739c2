/// The way from an element up to its page and on to the application, walked once; what all its paths are made of.
///
/// Private wrappers on the way are left out. Each walk ends after 200 levels, and where it comes to an element again.
@MainActor
struct ElementWalk {
    /// How many levels a walk goes up.
    static let maxLevels = 200

    /// How many elements a walk looks at, siblings included.
    static let maxElements = 20_000

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

    /// Whether something around the element, or itself, must not be recorded.
    private(set) var isSecure = false

    private var steps: [ObjectIdentifier: PathStep] = [:]
    private var budget = ElementWalk.maxElements

    /// Walks.
    ///
    /// - Parameters:
    ///   - target: the element.
    ///   - container: what stands in for its parent where it has none.
    ///   - rules: which pages are transparent.
    init(from target: any Element, in container: (any Element)? = nil, rules: PageRules) {
        self.target = target
        self.container = container
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
        while let element = current, seen.count < Self.maxLevels, seen.insert(ObjectIdentifier(element)).inserted {
            self.isSecure = self.isSecure || element.isSecure
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
        while let element = current, seen.count < Self.maxLevels, seen.insert(ObjectIdentifier(element)).inserted {
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
        let typeName = PathText.cut(page.typeName)
        guard !isRoot else {
            let name = page.screenName.map(PathText.cut)
            return PathStep(typeName: typeName, kind: .page, place: .root, identifier: name)
        }
        var index = 0
        if let view = page.rootElement {
            index = SiblingCount(before: view, page: page.typeName, budget: &self.budget).ofType
        }
        return PathStep(typeName: typeName, kind: .page, place: .index(index), identifiedIndex: index)
    }

    private mutating func step(for element: any Element) -> PathStep {
        if let step = self.steps[ObjectIdentifier(element)] { return step }
        var step = PathStep(typeName: PathText.cut(element.typeName), kind: element.kind, place: .index(0))
        let position = element.cellPosition
        switch element.kind {
        case .page, .application, .responder: break
        case .cell:
            if let position, let row = position.row {
                step.place = .cell(section: position.section, row: row)
            } else if Self.isInList(element) {
                step.place = .unknown
            } else {
                step.place = .index(self.count(element, identifier: nil).ofType)
            }
        case .sectionHeader: step.place = position.map { .header(section: $0.section) } ?? .unknown
        case .sectionFooter: step.place = position.map { .footer(section: $0.section) } ?? .unknown
        case .segment: step.place = .segment(position?.row ?? self.count(element, identifier: nil).ofType)
        default:
            step.identifier = Self.identifier(of: element)
            let isRoot = element.ownPage != nil
            if element.kind == .barItem, let row = position?.row {
                step.place = .index(row)
                step.identifiedIndex = step.identifier == nil ? row : 0
            } else if !isRoot {
                let count = self.count(element, identifier: step.identifier)
                step.place = .index(count.ofType)
                step.identifiedIndex = count.ofIdentifier
            }
        }
        self.steps[ObjectIdentifier(element)] = step
        return step
    }

    /// Whether a cell lies in a list; one that does not is a view like others.
    private static func isInList(_ cell: any Element) -> Bool {
        var current = cell.parent
        var levels = 0
        while let element = current, levels < Self.maxLevels {
            if element.kind.isList { return true }
            current = element.parent
            levels += 1
        }
        return false
    }

    private mutating func count(_ element: any Element, identifier: String?) -> SiblingCount {
        SiblingCount(before: element, identifier: identifier, budget: &self.budget)
    }
}
