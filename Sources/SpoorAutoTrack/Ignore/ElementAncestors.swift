/// Walks from an element to what contains it; bounded, so that a loop ends.
@MainActor
enum ElementAncestors {
    /// An element and what contains it, from the inside out.
    static func path(from element: (any Element)?) -> [any Element] {
        var path: [any Element] = []
        _ = self.first(from: element) { around in
            path.append(around)
            return false
        }
        return path
    }

    /// The nearest element that fits, beginning with the element itself; nil for none.
    static func first(
        from element: (any Element)?,
        where fits: (any Element) -> Bool
    ) -> (any Element)? {
        var current = element
        for _ in 0..<TreeBounds.levels {
            guard let element = current else { return nil }
            if fits(element) { return element }
            current = element.parent
        }
        return nil
    }

    /// The nearest page: the element itself, the page of a view around it, or one that gets its events.
    static func page(of element: any Element) -> (any PageElement)? {
        if let page = element as? any PageElement { return page }
        if let page = Self.first(from: element, where: { $0.ownPage != nil })?.ownPage { return page }
        var current = element.nextResponder
        for _ in 0..<TreeBounds.levels {
            guard let responder = current else { return nil }
            if let page = responder as? any PageElement { return page }
            current = responder.nextResponder
        }
        return nil
    }

    /// A page and the pages that contain it.
    static func pages(from page: (any PageElement)?) -> [any PageElement] {
        var pages: [any PageElement] = []
        var current = page
        while let page = current, pages.count < TreeBounds.levels, !pages.contains(where: { $0 === page }) {
            pages.append(page)
            current = page.parentPage
        }
        return pages
    }
}
