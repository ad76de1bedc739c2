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

    /// The page in front, or the last one that was, and its id.
    var last: (facts: PageFacts, pageID: String?)?

    /// The screen that the app's code named since a page appeared last.
    var named: PageFacts?

    /// The pages of the views that were made, in order, since they were asked for last.
    var viewed: [PageKey] = []

    /// Begins with no page.
    ///
    /// - Parameter isInBackground: whether nobody sees the app, as after a start by the system.
    public init(isInBackground: Bool = false) { self.isInBackground = isInBackground }

    /// The screen that a person is on: the one named by the app's code last, else the page in front.
    public var current: PageFacts? {
        self.named ?? (self.visits.last { $0.isInFront } ?? self.visits.last { !$0.isAway })?.entry.facts
    }

    /// Whether a page did appear and was not left.
    public func isOn(_ key: PageKey) -> Bool { self.index(of: key) != nil }

    /// A page did appear.
    ///
    /// - Parameters:
    ///   - entry: the page.
    ///   - time: when.
    /// - Returns: the events.
    public mutating func didAppear(_ entry: PageEntry, at time: AutoTime) -> [AutoEvent] {
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
    public mutating func didDisappear(_ key: PageKey, at time: AutoTime) -> [AutoEvent] {
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
    public mutating func isGone(_ key: PageKey, at time: AutoTime) -> [AutoEvent] {
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
    public mutating func setCovered(_ key: PageKey, _ isCovered: Bool, at time: AutoTime) -> [AutoEvent] {
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
        if self.last?.facts == self.visits[index].entry.facts { self.last?.facts.title = title }
        self.visits[index].entry.facts.title = title
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
    ) -> [AutoEvent] {
        let events = self.viewReturned(at: time)
        var visit = PageVisit(PageEntry(key: PageKey(PageFlow.self), facts: facts, pageID: pageID))
        visit.entry.properties = properties
        visit.referrer = self.last?.facts
        visit.sourceID = self.last?.pageID
        self.last = (facts, pageID)
        self.named = facts
        self.viewed.append(visit.entry.key)
        return events + [PageEvents.view(visit, at: time)]
    }
}
