/// What of elements is not read, since no events are made of it either: what is left out by mark, type, kind, page or
/// path.
///
/// What an element is left out by alone hides its own text, and that of a control with all its parts; a mark that holds
/// for what is inside, and an embedded page, hide all of that.
@MainActor
struct Unread {
    /// The most elements whose paths are read; where any path is left out, more are hidden.
    private static let maxPaths = 1_000

    private let rules: IgnoreRules
    private let pageRules: PageRules
    private let hasTypes: Bool
    private let hasPages: Bool
    /// What is known of paths, where any are left out.
    private let memory: WalkMemory?
    private var paths = Self.maxPaths

    /// Takes the rules by which events are left out.
    ///
    /// - Parameters:
    ///   - rules: what is left out.
    ///   - pageRules: which pages are transparent to paths.
    init(_ rules: IgnoreRules = IgnoreRules(), pageRules: PageRules = PageRules()) {
        self.rules = rules
        self.pageRules = pageRules
        self.hasTypes = !rules.types.isEmpty
        self.hasPages = !rules.pages.isEmpty
        self.memory = rules.hasPaths ? WalkMemory() : nil
    }

    /// Whether an element's own text is not read.
    mutating func hides(_ element: any Element) -> Bool { self.leavesOut(element) || self.hidesByPath(element) }

    /// Whether nothing is read of an element and of what is in it.
    mutating func hidesAll(in element: any Element) -> Bool {
        self.leavesOutAll(in: element) || element.kind.isControl && self.hidesByPath(element)
    }

    /// Whether an element is left out with what is in it, whatever its path.
    func leavesOutAll(in element: any Element) -> Bool {
        if element.isIgnoredWithDescendants || self.silences(element) { return true }
        // A control draws its text by parts of its own, which make no events by themselves.
        return element.kind.isControl && self.leavesOut(element)
    }

    /// Whether an element is left out by a mark, its type or its kind.
    func leavesOut(_ element: any Element) -> Bool {
        element.tracking.ignore != nil || self.rules.kinds.contains(element.kind)
            || self.hasTypes && self.rules.types.contains(element.typeName)
    }

    /// Whether it is a page on which nothing is recorded.
    private func silences(_ element: any Element) -> Bool {
        guard self.hasPages, let page = element.ownPage, !page.isContainer else { return false }
        return self.rules.pages.contains(page.typeName)
    }

    /// Whether an element is left out by its path.
    mutating func hidesByPath(_ element: any Element) -> Bool {
        guard let memory = self.memory else { return false }
        self.paths -= 1
        guard self.paths >= 0 else { return true }
        let walk = ElementWalk(from: element, rules: self.pageRules, memory: memory)
        return self.rules.ignores(ElementPaths(namesOf: walk).names)
    }
}
