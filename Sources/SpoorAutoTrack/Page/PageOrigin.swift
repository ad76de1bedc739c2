/// Where what comes next comes from: the last page in front that makes events.
struct PageOrigin: Sendable {
    /// Which page it was; nil for a screen that the app's code only named, and once the page is gone.
    var key: PageKey?

    /// What is known of it.
    var facts: PageFacts

    /// Its PAGE_ID; nil for none.
    var pageID: String?

    /// The page that it came from itself; nil for none.
    var referrer: PageFacts?

    /// The PAGE_ID of where it came from itself; nil for none.
    var sourceID: String?

    init(_ visit: PageVisit, key: PageKey?) {
        self.key = key
        self.facts = visit.entry.facts
        self.pageID = visit.entry.pageID
        self.referrer = visit.referrer
        self.sourceID = visit.sourceID
    }
}
