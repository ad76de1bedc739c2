/// An element that is not kept alive.
@MainActor
struct WeakElement {
    private(set) weak var element: (any Element)?

    init(_ element: any Element) { self.element = element }
}

/// A page that is not kept alive.
@MainActor
struct WeakPage {
    private(set) weak var page: (any PageElement)?

    init(_ page: any PageElement) { self.page = page }
}
