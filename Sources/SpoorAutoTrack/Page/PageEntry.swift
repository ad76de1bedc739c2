public import SpoorWire

/// A page that came to the screen: what is known of it at that moment.
public struct PageEntry: Equatable, Sendable {
    /// Which one it is.
    public var key: PageKey

    /// Its name, title and address.
    public var facts: PageFacts

    /// Its PAGE_ID; nil where the table has none.
    public var pageID: String?

    /// The PAGE_ID of the page beneath it in its navigation stack; nil where there is none.
    public var beneathID: String?

    /// Whether it makes no events, since it is to be ignored.
    public var isSilent = false

    /// Whether the app's code asks for its events, so that they are recorded whatever is left out.
    public var isAsked = false

    /// Whether it stands on another page of its stack, or was presented by one.
    public var hasPageBeneath = false

    /// What the app's code attached to it.
    public var properties = Properties()

    /// The pages that it covers, since it was presented over them.
    public var covers: Set<PageKey> = []

    /// The pages on the screen that cover it.
    public var coveredBy: Set<PageKey> = []

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - key: which page it is.
    ///   - facts: its name, title and address.
    ///   - pageID: its PAGE_ID; nil for none.
    public init(key: PageKey, facts: PageFacts, pageID: String? = nil) {
        self.key = key
        self.facts = facts
        self.pageID = pageID
    }
}
