/// Pages of which nothing can be seen, though they are in a window.
@MainActor
struct CoveredPages {
    private var pages: [ObjectIdentifier: WeakPage] = [:]

    mutating func insert(_ page: any PageElement) { self.pages[ObjectIdentifier(page)] = WeakPage(page) }

    mutating func remove(_ page: any PageElement) { self.pages[ObjectIdentifier(page)] = nil }

    /// The pages' views; forgets pages that are gone.
    mutating func roots() -> Set<ObjectIdentifier> {
        if self.pages.isEmpty { return [] }
        self.pages = self.pages.filter { $0.value.page != nil }
        return Set(self.pages.values.compactMap { $0.page?.rootElement.map { ObjectIdentifier($0) } })
    }
}
