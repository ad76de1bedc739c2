/// An element that is not kept alive.
@MainActor
struct WeakElement {
    private(set) weak var element: (any Element)?

    init(_ element: any Element) {
        self.element = element
    }
}

/// Pages of which nothing can be seen, though they are in a window.
@MainActor
struct CoveredPages {
    private struct Page {
        weak var page: (any PageElement)?
    }

    private var pages: [ObjectIdentifier: Page] = [:]

    mutating func insert(_ page: any PageElement) { self.pages[ObjectIdentifier(page)] = Page(page: page) }

    mutating func remove(_ page: any PageElement) { self.pages[ObjectIdentifier(page)] = nil }

    /// The pages' views; forgets pages that are gone.
    mutating func roots() -> Set<ObjectIdentifier> {
        if self.pages.isEmpty { return [] }
        self.pages = self.pages.filter { $0.value.page != nil }
        return Set(self.pages.values.compactMap { $0.page?.rootElement.map { ObjectIdentifier($0) } })
    }
}
