public import SpoorWire

/// What is left out: by type, page, kind and path, beside the marks that the app's code put on elements.
public struct IgnoreRules: Sendable {
    /// Classes whose elements are left out.
    public var types: Set<String>

    /// Classes of pages on which nothing is recorded, nor on pages that they embed.
    ///
    /// A container (navigation, tabs) is meant by itself and not with what it arranges, so that listing it, as many apps
    /// do, does not silence them.
    public var pages: Set<String>

    /// Kinds of elements that are left out.
    public var kinds: Set<ElementKind>

    private var paths = PathIndex()

    /// The paths that were not taken: they leave parts open in more ways than ``SpoorWire/PathShapes`` allow.
    var refused: [PathPattern] { self.paths.refused }

    /// Whether any path is left out.
    var hasPaths: Bool { !self.paths.isEmpty }

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - types: classes whose elements are left out.
    ///   - pages: classes of pages on which nothing is recorded.
    ///   - kinds: kinds of elements that are left out.
    ///   - paths: paths of elements that are left out.
    public init(
        types: Set<String> = [],
        pages: Set<String> = [],
        kinds: Set<ElementKind> = [],
        paths: [PathPattern] = []
    ) {
        self.types = types
        self.pages = pages
        self.kinds = kinds
        for path in paths { self.paths.insert(path, 0) }
    }

    /// Whether an element is left out, whatever its path.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - container: what stands in for its parent where it has none.
    /// - Returns: whether nothing is recorded of it.
    @MainActor
    public func ignores(_ element: any Element, in container: (any Element)? = nil) -> Bool {
        if element.tracking.ignore != nil || self.kinds.contains(element.kind) || self.types.contains(element.typeName)
        {
            return true
        }
        if Self.isMarked(element) || container.map(Self.isMarked) ?? false { return true }
        guard let page = ElementAncestors.page(of: element) ?? container.flatMap({ ElementAncestors.page(of: $0) })
        else {
            return false
        }
        return self.silences(page)
    }

    /// Whether the events of a page itself are left out.
    @MainActor
    public func ignores(page: any PageElement) -> Bool {
        page.tracking.ignore != nil || self.kinds.contains(.page) || self.types.contains(page.typeName)
            || self.silences(page)
    }

    /// Whether nothing is recorded on a page.
    @MainActor
    private func silences(_ page: any PageElement) -> Bool {
        ElementAncestors.pages(from: page).contains { around in
            let isMeant = around === page || !around.isContainer
            return isMeant && (self.pages.contains(around.typeName) || around.tracking.isIgnoredWithDescendants)
        }
    }

    /// Whether an element is left out by any of its names.
    public func ignores(_ names: some Sequence<String>) -> Bool {
        !self.paths.isEmpty && names.contains { self.paths.contains($0) }
    }

    /// Whether an element, or anything around it, is marked with all that is in it.
    @MainActor
    private static func isMarked(_ element: any Element) -> Bool {
        ElementAncestors.first(from: element) { $0.isIgnoredWithDescendants } != nil
    }
}

extension Element {
    /// Whether nothing of it and of what is in it is recorded or read, by a mark on it or on the page that it is.
    var isIgnoredWithDescendants: Bool {
        self.tracking.isIgnoredWithDescendants || self.ownPage?.tracking.isIgnoredWithDescendants == true
    }
}

extension TrackingOptions {
    /// Whether the mark holds for what is inside as well.
    fileprivate var isIgnoredWithDescendants: Bool {
        if case .withDescendants = self.ignore { true } else { false }
    }
}
