/// What is known of a page at one moment.
public struct PageFacts: Hashable, Sendable {
    /// The name of its class.
    public var typeName: String

    /// Its stable name, which is `$screen_name`: the one given in code, else its class; nil for a bare hosting
    /// controller.
    public var name: String?

    /// Its title; nil for none.
    public var title: String?

    /// The address that the app gave it, else its name; nil for none.
    public var url: String?

    /// Makes facts.
    ///
    /// - Parameters:
    ///   - typeName: the name of its class.
    ///   - name: its stable name; nil for none.
    ///   - title: its title; nil for none.
    ///   - url: the address that the app gave it; nil takes the name.
    public init(typeName: String, name: String?, title: String? = nil, url: String? = nil) {
        self.typeName = PathText.cut(typeName)
        self.name = PathText.cutOrNil(name)
        self.title = PathText.cutOrNil(title)
        self.url = PathText.cutOrNil(url) ?? self.name
    }

    /// Reads a page.
    @MainActor
    public init(_ page: any PageElement) {
        self.init(typeName: page.typeName, name: PageRules.name(of: page), title: page.title, url: page.pageURL)
    }
}
