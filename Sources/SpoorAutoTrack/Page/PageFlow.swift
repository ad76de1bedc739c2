public import SpoorWire

/// The rules of page views: which pages a person is on, since when, and where they came from.
///
/// Input are appearances and disappearances as the toolkit tells them, output the events of views and leaves. What is
/// told twice, and what a cancelled dismissal tells, makes nothing (bug cases O-20 and O-25). A page over which another one
/// is presented is covered, not left: its clock stands, and it is viewed again once it is seen again, however the other
/// one went. The clocks measure by monotonic time; each runs while its page can be seen and the app is in front.
public struct PageFlow: Sendable {
    /// The most pages that are kept in view; one more takes the place of the oldest.
    public static let maxVisits = 100

    /// How long a page that comes back must be seen to be viewed again.
    static let flash = Duration.milliseconds(100)

    /// The pages that did appear and were not left, the latest last.
    var visits: [PageVisit] = []

    /// Whether nobody sees the app.
    public internal(set) var isInBackground: Bool

    /// The page in front, or the last one that was; never one that makes no events.
    var last: PageOrigin?

    /// The screen that the app's code named since a page appeared last.
    var named: PageFacts?

    /// Begins with no page.
    ///
    /// - Parameter isInBackground: whether nobody sees the app, as after a start by the system.
    public init(isInBackground: Bool = false) { self.isInBackground = isInBackground }

    /// The screen that a person is on: the one named by the app's code last, else the page in front; nil where that
    /// makes no events.
    public var current: PageFacts? {
        if let named = self.named { return named }
        let front = self.visits.last { $0.isInFront } ?? self.visits.last { !$0.isAway }
        return front.flatMap { $0.entry.isSilent ? nil : $0.entry.facts }
    }

    /// Whether a page did appear and was not left.
    public func isOn(_ key: PageKey) -> Bool { self.index(of: key) != nil }

    /// A page did appear.
    ///
    /// - Parameters:
    ///   - entry: the page.
    ///   - time: when.
    /// - Returns: the events.
    public mutating func didAppear(_ entry: PageEntry, at time: AutoTime) -> [PageEvent] {
        var events = self.viewReturned(at: time)
        guard let index = self.index(of: entry.key) else { return events + self.begin(entry, at: time) }
        self.visits[index].isAway = false
        events += self.endLost(at: time) + self.viewReturned(at: time)
        self.cover(by: entry)
        return events + self.update(at: time)
    }

    /// A page did disappear.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - time: when.
    /// - Returns: the events; none where another page covers it.
    public mutating func didDisappear(_ key: PageKey, at time: AutoTime) -> [PageEvent] {
        guard let covered = self.index(of: key) else { return [] }
        var events = self.viewReturned(at: time)
        events += self.endLost(self.allCoverers(of: covered), at: time) + self.viewReturned(at: time)
        guard let index = self.index(of: key) else { return events }
        guard self.visits[index].coverers.isEmpty, !self.visits[index].isCovered else {
            self.visits[index].isAway = true
            return events + self.update(at: time)
        }
        return events + self.end(key, at: time)
    }

    /// A page is no more, whatever was told of it.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - time: when.
    /// - Returns: the events.
    public mutating func isGone(_ key: PageKey, at time: AutoTime) -> [PageEvent] {
        // Another page may take its place in memory.
        if self.last?.key == key { self.last?.key = nil }
        guard let index = self.index(of: key) else { return [] }
        var events = self.viewReturned(at: time)
        events += self.endLost(self.allCoverers(of: index), at: time) + self.viewReturned(at: time)
        return events + self.end(key, at: time)
    }

    /// Something that is no page of the app's covers a page, or does no longer.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - isCovered: whether something covers it.
    ///   - time: when.
    /// - Returns: the events.
    public mutating func setCovered(_ key: PageKey, _ isCovered: Bool, at time: AutoTime) -> [PageEvent] {
        guard let index = self.index(of: key) else { return [] }
        let events = self.viewReturned(at: time)
        self.visits[index].isCovered = isCovered
        return events + self.update(at: time)
    }

    /// A page was scrolled.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - screens: how far down, in heights of what is seen at once; what makes no sense is ignored.
    public mutating func scrolled(_ key: PageKey, screens: Double) {
        guard let index = self.index(of: key), screens.isFinite, screens > self.visits[index].screens else { return }
        self.visits[index].screens = min(screens, 1_000_000)
    }

    /// A page has another title than when it appeared.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - title: the title; nil for none.
    public mutating func retitle(_ key: PageKey, _ title: String?) {
        guard let index = self.index(of: key), let title = PathText.cutOrNil(title) else { return }
        if self.last?.key == key { self.last?.facts.title = title }
        self.visits[index].entry.facts.title = title
    }

    /// A page makes events from now on, or none.
    ///
    /// It is covered and left as any other one, and covers as any other one; it makes no events, and nothing comes from it.
    /// A view that was not told of has no leave.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - isSilent: whether it makes none.
    public mutating func setSilent(_ key: PageKey, _ isSilent: Bool) {
        guard let index = self.index(of: key) else { return }
        self.visits[index].entry.isSilent = isSilent
    }

    /// The view of a page was not told of.
    mutating func hush(_ key: PageKey) {
        guard let index = self.index(of: key) else { return }
        self.visits[index].entry.isSilent = true
        self.visits[index].isTold = false
    }

    /// The app's code named a screen.
    ///
    /// - Parameters:
    ///   - facts: the screen.
    ///   - pageID: its PAGE_ID; nil for none.
    ///   - properties: what else is known of it.
    ///   - time: when.
    /// - Returns: the event of its view; such a screen has no end, and so no leave.
    public mutating func named(
        _ facts: PageFacts,
        pageID: String?,
        properties: Properties,
        at time: AutoTime
    ) -> [PageEvent] {
        let events = self.viewReturned(at: time)
        var visit = PageVisit(PageEntry(key: PageKey(PageFlow.self), facts: facts, pageID: pageID))
        visit.entry.properties = properties
        visit.referrer = self.last?.facts
        visit.sourceID = self.last?.pageID
        self.last = PageOrigin(visit, key: nil)
        self.named = facts
        return events + [PageEvent(PageEvents.view(visit, at: time), of: nil)]
    }
}
