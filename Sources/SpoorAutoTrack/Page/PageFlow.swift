public import SpoorWire

/// The rules of page views: which pages a person is on, since when, and where they came from.
///
/// Input are appearances and disappearances as the toolkit tells them, output the events of views and leaves. What is
/// told twice, and what a cancelled dismissal tells, makes nothing (bug cases O-20 and O-25). A page that presents
/// another one is covered, not left: its clock stands until it is seen again, and it is not viewed again. The clocks
/// measure by monotonic time; each runs while its page can be seen and the app is in front.
public struct PageFlow: Sendable {
    /// The most pages that are kept in view; one more takes the place of the oldest.
    public static let maxVisits = 100

    /// The pages that did appear and were not left, the latest last.
    private(set) var visits: [PageVisit] = []

    /// Whether nobody sees the app.
    public private(set) var isInBackground: Bool

    /// The page in front, or the last one that was, and its id.
    private var last: (facts: PageFacts, pageID: String?)?

    /// The screen that the app's code named since a page appeared last.
    private var named: PageFacts?

    /// Begins with no page.
    ///
    /// - Parameter isInBackground: whether nobody sees the app, as after a start by the system.
    public init(isInBackground: Bool = false) { self.isInBackground = isInBackground }

    /// The screen that a person is on: the one named by the app's code last, else the page in front.
    public var current: PageFacts? { self.named ?? self.visits.last { $0.isInFront }?.entry.facts }

    /// Whether a page did appear and was not left.
    public func isOn(_ key: PageKey) -> Bool { self.index(of: key) != nil }

    /// A page did appear.
    ///
    /// - Parameters:
    ///   - entry: the page.
    ///   - time: when.
    /// - Returns: the events.
    public mutating func didAppear(_ entry: PageEntry, at time: AutoTime) -> [AutoEvent] {
        guard let known = self.index(of: entry.key) else { return self.begin(entry, at: time) }
        self.visits[known].isAway = false
        let events = self.endLost(at: time)
        if let index = self.index(of: entry.key) { self.dropAwayCoverers(index) }
        self.cover(by: entry)
        self.update(at: time)
        return events
    }

    /// A page did disappear.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - time: when.
    /// - Returns: the events; none where another page covers it.
    public mutating func didDisappear(_ key: PageKey, at time: AutoTime) -> [AutoEvent] {
        guard let covered = self.index(of: key) else { return [] }
        let events = self.endLost(self.allCoverers(of: covered), at: time)
        guard let index = self.index(of: key) else { return events }
        guard self.visits[index].coverers.isEmpty, !self.visits[index].isCovered else {
            self.visits[index].isAway = true
            self.update(at: time)
            return events
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
        return self.endLost(self.allCoverers(of: index), at: time) + self.end(key, at: time)
    }

    /// Something covers a page, or does no longer.
    ///
    /// - Parameters:
    ///   - key: the page.
    ///   - isCovered: whether something covers it.
    ///   - time: when.
    public mutating func setCovered(_ key: PageKey, _ isCovered: Bool, at time: AutoTime) {
        guard let index = self.index(of: key) else { return }
        self.visits[index].isCovered = isCovered
        if !isCovered { self.dropAwayCoverers(index) }
        self.update(at: time)
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
        var visit = PageVisit(PageEntry(key: PageKey(PageFlow.self), facts: facts, pageID: pageID))
        visit.entry.properties = properties
        visit.referrer = self.last?.facts
        visit.sourceID = self.last?.pageID
        self.last = (facts, pageID)
        self.named = facts
        return [PageEvents.view(visit, at: time)]
    }
}

// MARK: - The app's states, beginnings and ends

extension PageFlow {
    /// Nobody sees the app any more: what was seen is left, since the process may never come back.
    ///
    /// - Parameter time: when.
    /// - Returns: the events.
    public mutating func didEnterBackground(at time: AutoTime) -> [AutoEvent] {
        guard !self.isInBackground else { return [] }
        let events = self.endLost(at: time)
        self.isInBackground = true
        self.update(at: time)
        return events + self.visits.indices.compactMap { self.leave($0, at: time) }
    }

    /// The app comes to the front: the clocks go on; no page is viewed again.
    ///
    /// - Parameter time: when.
    /// - Returns: the views of pages that appeared while nobody saw the app.
    public mutating func willEnterForeground(at time: AutoTime) -> [AutoEvent] {
        guard self.isInBackground else { return [] }
        self.isInBackground = false
        var events: [AutoEvent] = []
        for index in self.visits.indices where !self.visits[index].isViewed && !self.visits[index].isAway {
            events.append(self.view(index, at: time))
        }
        self.update(at: time)
        return events
    }

    private func index(of key: PageKey) -> Int? { self.visits.lastIndex { $0.entry.key == key } }

    private mutating func cover(by entry: PageEntry) {
        for index in self.visits.indices where entry.covers.contains(self.visits[index].entry.key) {
            self.visits[index].coverers.insert(entry.key)
        }
    }

    /// What covered a page and is off the screen is being dismissed together with what covers that.
    private mutating func dropAwayCoverers(_ index: Int) {
        self.visits[index].coverers.subtract(self.visits.filter(\.isAway).map(\.entry.key))
    }

    private mutating func begin(_ entry: PageEntry, at time: AutoTime) -> [AutoEvent] {
        var events = self.endLost(at: time)
        if self.visits.count >= Self.maxVisits { events += self.end(self.visits[0].entry.key, at: time) }
        var visit = PageVisit(entry)
        visit.coverers.formIntersection(self.visits.map(\.entry.key))
        self.visits.append(visit)
        self.cover(by: entry)
        if !self.isInBackground { events.append(self.view(self.visits.count - 1, at: time)) }
        self.update(at: time)
        return events
    }

    private mutating func view(_ index: Int, at time: AutoTime) -> AutoEvent {
        let entry = self.visits[index].entry
        self.visits[index].referrer = self.last?.facts
        self.visits[index].sourceID = entry.hasPageBeneath ? entry.beneathID : self.last?.pageID
        self.visits[index].isViewed = true
        self.visits[index].isOpen = true
        self.last = (entry.facts, entry.pageID)
        self.named = nil
        return PageEvents.view(self.visits[index], at: time)
    }

    /// The event of a leave, where there is something to leave.
    private mutating func leave(_ index: Int, at time: AutoTime) -> AutoEvent? {
        guard self.visits[index].isViewed, self.visits[index].isOpen else { return nil }
        let dwell = self.visits[index].takeDwell(at: time.uptime)
        return PageEvents.leave(self.visits[index], dwell: dwell, at: time)
    }

    private mutating func end(_ key: PageKey, at time: AutoTime) -> [AutoEvent] {
        guard let index = self.index(of: key) else { return [] }
        let event = self.leave(index, at: time)
        let visit = self.visits.remove(at: index)
        for index in self.visits.indices { self.visits[index].coverers.remove(key) }
        // What a page covered that went unnoticed could be seen from then on.
        self.update(at: time, since: visit.lostSince)
        return event.map { [$0] } ?? []
    }

    /// Ends the visits of pages that are off the screen and covered by nothing: they went together with their cover.
    ///
    /// - Parameters:
    ///   - keys: the pages that are asked about; nil for all.
    ///   - time: when.
    private mutating func endLost(_ keys: Set<PageKey>? = nil, at time: AutoTime) -> [AutoEvent] {
        var events: [AutoEvent] = []
        // Each may have covered another one that went as well.
        while let lost = self.visits.first(where: { $0.isLost && (keys?.contains($0.entry.key) ?? true) }) {
            events += self.end(lost.entry.key, at: time)
        }
        return events
    }

    /// The pages that cover one, those that cover these, and so on.
    private func allCoverers(of index: Int) -> Set<PageKey> {
        var all = self.visits[index].coverers
        var count = -1
        while count != all.count {
            count = all.count
            for visit in self.visits where all.contains(visit.entry.key) { all.formUnion(visit.coverers) }
        }
        return all
    }

    /// Starts and stops the clocks; a page that comes to the front again is the one that what follows comes from.
    private mutating func update(at time: AutoTime, since: Duration? = nil) {
        for index in self.visits.indices {
            let visit = self.visits[index]
            let isRunning = visit.isInFront && visit.isViewed && !self.isInBackground
            if isRunning, visit.since == nil { self.last = (visit.entry.facts, visit.entry.pageID) }
            self.visits[index].setRunning(isRunning, at: isRunning ? since ?? time.uptime : time.uptime)
            self.visits[index].lostSince = visit.isLost ? visit.lostSince ?? since ?? time.uptime : nil
        }
    }
}
