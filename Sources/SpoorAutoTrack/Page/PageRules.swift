/// Which pages are screens of their own.
///
/// A page that only arranges others (navigation, tabs, split, paging), one that the system brought (an alert, the
/// keyboard, a search controller) and a bare hosting controller without a name are transparent: they make no events, and
/// what they contain stands for itself (bug case O-20).
public struct PageRules: Hashable, Sendable {
    /// Whether a page that another page embeds makes events of its own; off, since it is a part of that screen.
    public var tracksChildPages: Bool

    /// Types of embedded pages that make events of their own, where not all do.
    public var childTypes: Set<String>

    /// Types of the app's own that only arrange other pages, beside those that the toolkit says of itself.
    public var containerTypes: Set<String>

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - tracksChildPages: whether a page that another page embeds makes events of its own.
    ///   - containerTypes: types of the app's own that only arrange other pages.
    ///   - childTypes: types of embedded pages that make events of their own.
    public init(
        tracksChildPages: Bool = false,
        containerTypes: Set<String> = [],
        childTypes: Set<String> = []
    ) {
        self.tracksChildPages = tracksChildPages
        self.childTypes = childTypes
        self.containerTypes = containerTypes
    }

    /// Whether a page makes no events and hides nothing of what it contains.
    @MainActor
    public func isTransparent(_ page: any PageElement) -> Bool {
        page.isContainer || page.isSystem || self.containerTypes.contains(page.typeName) || Self.name(of: page) == nil
    }

    /// Whether a page makes events of its own.
    @MainActor
    public func isScreen(_ page: any PageElement) -> Bool { self.screen(around: page) === page }

    /// The screen that a page belongs to: itself, or the page that embeds it; nil where all around it is transparent.
    @MainActor
    public func screen(around page: any PageElement) -> (any PageElement)? {
        let pages = ElementAncestors.pages(from: page).filter { !self.isTransparent($0) }
        guard !self.tracksChildPages else { return pages.first }
        return pages.first { self.childTypes.contains($0.typeName) } ?? pages.last
    }

    /// The page that the paths of what it contains begin at, whether embedded pages make events or not.
    @MainActor
    func root(of page: any PageElement) -> any PageElement {
        ElementAncestors.pages(from: page).last { !self.isTransparent($0) } ?? page
    }

    /// The screen that an element lies on; nil for none.
    @MainActor
    func screen(of element: any Element) -> (any PageElement)? {
        var current: (any Element)? = element
        var levels = 0
        while let element = current, levels < TreeBounds.levels {
            if let page = (element as? any PageElement) ?? element.ownPage { return self.screen(around: page) }
            current = element.parent ?? element.nextResponder
            levels += 1
        }
        return nil
    }

    /// The page beneath one in its navigation stack; transparent ones, and those that are not wanted, are passed over.
    @MainActor
    func beneath(
        _ page: any PageElement,
        where isWanted: (any PageElement) -> Bool = { _ in true }
    ) -> (any PageElement)? {
        let chain = ElementAncestors.pages(from: page)
        let stack = page.navigationStack
        guard let place = stack.lastIndex(where: { level in chain.contains { $0 === level } }) else { return nil }
        return stack[..<place].last { !self.isTransparent($0) && isWanted($0) }
    }

    /// The outermost page around one, containers included.
    @MainActor
    func outermost(_ page: any PageElement) -> any PageElement { ElementAncestors.pages(from: page).last ?? page }

    /// The stable name of a page: the one given in code, else its class; none for a bare hosting controller.
    @MainActor
    public static func name(of page: any PageElement) -> String? {
        if let name = PathText.cutOrNil(page.screenName) { return name }
        return page.isHosting ? nil : PathText.cut(page.typeName)
    }
}
