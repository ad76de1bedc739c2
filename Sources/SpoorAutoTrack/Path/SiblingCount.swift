/// Counts what stands before an element among its siblings, private wrappers looked through.
@MainActor
struct SiblingCount {
    /// How many elements of the same type stand before it.
    private(set) var ofType = 0

    /// How many of those have the same identifier, or none as well.
    private(set) var ofIdentifier = 0

    /// Whether all that stands before it was counted.
    private(set) var isExact = true

    private let element: any Element
    private let typeName: String
    private let identifier: String?
    private let page: String?
    private let countsWrappers: Bool

    /// Counts.
    ///
    /// - Parameters:
    ///   - element: the element, or the view of a page.
    ///   - page: the type of the page whose view it is, to be told from other pages; nil for an element.
    ///   - identifier: its identifier; nil for none.
    ///   - budget: how many elements may still be looked at.
    init(before element: any Element, page: String? = nil, identifier: String? = nil, budget: inout Int) {
        self.element = element
        self.typeName = element.typeName
        self.identifier = identifier
        self.page = page
        self.countsWrappers = element.isPrivateWrapper
        guard let container = Self.container(of: element) else { return }
        if !self.visit(container.children, depth: 0, budget: &budget) { (self.ofType, self.ofIdentifier) = (0, 0) }
    }

    /// The nearest element around it that is no private wrapper.
    static func container(of element: any Element) -> (any Element)? {
        let outer = element.parent ?? element.nextResponder
        return ElementAncestors.first(from: outer) { !$0.isPrivateWrapper || $0.parent == nil }
    }

    /// Whether the element was found, or the count must end.
    private mutating func visit(_ children: [any Element], depth: Int, budget: inout Int) -> Bool {
        for child in children {
            if child === self.element { return true }
            guard budget > 0 else {
                self.isExact = false
                return true
            }
            budget -= 1
            let isWrapper = child.isPrivateWrapper
            if !isWrapper || self.countsWrappers { self.count(child) }
            guard isWrapper, depth < TreeBounds.levels else { continue }
            if self.visit(child.children, depth: depth + 1, budget: &budget) { return true }
        }
        return false
    }

    private mutating func count(_ child: any Element) {
        if let page = self.page {
            if child.ownPage?.typeName == page { self.ofType += 1 }
            return
        }
        guard child.typeName == self.typeName else { return }
        self.ofType += 1
        if ElementWalk.identifier(of: child) == self.identifier { self.ofIdentifier += 1 }
    }
}
