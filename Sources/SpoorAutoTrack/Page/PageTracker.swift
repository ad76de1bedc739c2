public import SpoorWire

/// Reads pages as they come and go, and gives what ``PageFlow`` makes of them.
///
/// An adapter calls it for every page of its toolkit, containers too; ``PageRules`` decide which are screens.
@MainActor
public final class PageTracker {
    /// Which pages are screens.
    public var rules: PageRules

    /// The ids of pages.
    public var table: PageTable

    /// Sees each view before it is given out, with its page, and may add to it.
    ///
    /// The page may be another one than was told of last: one below a page that went.
    public var willView: (@MainActor (inout AutoEvent, any PageElement) -> Void)?

    /// Tells which pages make no events, and are nobody's referrer or source; nil for none.
    ///
    /// A page that the app's code named, a ``NamedPage``, always makes them.
    public var isSilent: (@MainActor (any PageElement) -> Bool)?

    /// Names of properties that are left out.
    var denied = DeniedNames()

    /// Is told the name of each property that code attached and that is left out.
    var leavesOut: (String) -> Void = { _ in }

    private var flow: PageFlow
    private var pages: [PageKey: WeakPage] = [:]

    /// Makes a tracker that saw no page yet.
    ///
    /// - Parameters:
    ///   - rules: which pages are screens.
    ///   - table: the ids of pages.
    ///   - isInBackground: whether nobody sees the app, as after a start by the system.
    public init(rules: PageRules = PageRules(), table: PageTable = PageTable(), isInBackground: Bool = false) {
        self.rules = rules
        self.table = table
        self.flow = PageFlow(isInBackground: isInBackground)
    }

    /// The screen that a person is on; nil for none.
    public var current: PageFacts? { self.flow.current }

    /// Whether nobody sees the app.
    public var isInBackground: Bool { self.flow.isInBackground }

    /// A page did appear.
    public func didAppear(_ page: any PageElement, at time: AutoTime) -> [PageEvent] {
        let events = self.forgetLost(at: time)
        guard self.rules.isScreen(page) || page is NamedPage else { return self.finished(events) }
        self.pages[PageKey(page)] = WeakPage(page)
        defer { self.prune() }
        return self.finished(events + self.flow.didAppear(self.entry(page), at: time))
    }

    /// A page did disappear.
    public func didDisappear(_ page: any PageElement, at time: AutoTime) -> [PageEvent] {
        let events = self.forgetLost(at: time)
        self.flow.retitle(PageKey(page), page.title)
        defer { self.prune() }
        return self.finished(events + self.flow.didDisappear(PageKey(page), at: time))
    }

    /// Something that is no page of the app's covers a page: a share sheet, a picker.
    @discardableResult
    public func covered(_ page: any PageElement, at time: AutoTime) -> [PageEvent] {
        self.setCovered(page, true, at: time)
    }

    /// What covered a page is gone; the page is not viewed again, since no other page was.
    @discardableResult
    public func uncovered(_ page: any PageElement, at time: AutoTime) -> [PageEvent] {
        self.setCovered(page, false, at: time)
    }

    private func setCovered(_ page: any PageElement, _ isCovered: Bool, at time: AutoTime) -> [PageEvent] {
        // What covers a page covers the screens that the app's code named inside of it.
        let inside = self.pages.filter { $0.value.named.map { self.isInside($0, page) } ?? false }.keys
        return self.finished(
            ([PageKey(page)] + inside).flatMap { self.flow.setCovered($0, isCovered, at: time) }
        )
    }

    private func isInside(_ named: NamedPage, _ page: any PageElement) -> Bool {
        named !== page && ElementAncestors.pages(from: named).contains { $0 === page }
    }

    /// Asks again which of the pages in view make no events.
    func judgeSilence() {
        for (key, page) in self.pages {
            if let page = page.page { self.flow.setSilent(key, self.makesNone(page)) }
        }
    }

    private func makesNone(_ page: any PageElement) -> Bool {
        page is NamedPage ? false : self.isSilent?(page) ?? false
    }

    /// Views pages that are seen again, and looks for those that are gone without a word; call it when the app is idle.
    public func settle(at time: AutoTime) -> [PageEvent] {
        self.finished(self.forgetLost(at: time) + self.flow.settle(at: time))
    }

    /// Nobody sees the app any more.
    public func didEnterBackground(at time: AutoTime) -> [PageEvent] {
        for (key, page) in self.pages {
            if let page = page.page { self.flow.retitle(key, page.title) }
        }
        return self.finished(self.forgetLost(at: time) + self.flow.didEnterBackground(at: time))
    }

    /// The app comes to the front.
    public func willEnterForeground(at time: AutoTime) -> [PageEvent] {
        self.finished(self.forgetLost(at: time) + self.flow.willEnterForeground(at: time))
    }

    /// Something on a page was scrolled.
    ///
    /// - Parameters:
    ///   - element: what scrolls.
    ///   - offsetY: how far down, in points.
    ///   - viewportHeight: the height of what is seen at once.
    public func scrolled(_ element: any Element, offsetY: Double, viewportHeight: Double) {
        guard viewportHeight > 0, offsetY > 0, let page = self.rules.screen(of: element) else { return }
        self.flow.scrolled(PageKey(page), screens: offsetY / viewportHeight)
    }

    /// The app's code names the screen that a person is on.
    ///
    /// - Parameters:
    ///   - name: the screen's name.
    ///   - properties: what else is known of it.
    ///   - time: when.
    /// - Returns: the event of the view.
    public func trackScreen(_ name: String, properties: Properties = Properties(), at time: AutoTime) -> [PageEvent] {
        let facts = PageFacts(typeName: name, name: name)
        guard facts.name != nil else { return [] }
        let pageID = self.table.id(of: facts)
        return self.finished(self.flow.named(facts, pageID: pageID, properties: properties, at: time))
    }

    /// The screen of an element: its own page; for bars and alerts, the page that answers for them, else the one that a
    /// person is on.
    ///
    /// - Parameter walk: the way up from the element.
    /// - Returns: the screen, and what events say of it.
    func screen(of walk: ElementWalk) -> (facts: PageFacts?, properties: Properties) {
        let pages = (walk.nearestPage.map { [$0] } ?? []) + walk.respondingPages
        let own = pages.lazy.compactMap { self.rules.screen(around: $0) }.first
        guard let facts = own.map({ PageFacts($0) }) ?? self.current else { return (nil, Properties()) }
        return (facts, PageEvents.name(facts, pageID: self.table.id(of: facts)))
    }

    private func entry(_ page: any PageElement) -> PageEntry {
        let facts = PageFacts(page)
        var entry = PageEntry(key: PageKey(page), facts: facts, pageID: self.table.id(of: facts))
        entry.properties = self.denied.allowed(page.tracking.properties, without: self.leavesOut)
        entry.isSilent = self.makesNone(page)
        entry.isAsked = page is NamedPage
        if let beneath = self.rules.beneath(page, where: { !self.makesNone($0) }) {
            entry.hasPageBeneath = true
            entry.beneathID = self.table.id(of: PageFacts(beneath))
        }
        let others = self.pages.filter { $0.key != entry.key }.compactMapValues(\.page)
        if let presenter = page.presentingPage.map(self.rules.outermost) {
            entry.covers = Set(others.filter { self.rules.outermost($0.value) === presenter }.keys)
        }
        let own = self.rules.outermost(page)
        let covering = others.filter { $0.value.presentingPage.map(self.rules.outermost) === own }
        entry.coveredBy = Set(covering.keys)
        return entry
    }

    /// Ends the visits of pages that are no more, before another one can take their place in memory.
    private func forgetLost(at time: AutoTime) -> [PageEvent] {
        let lost = self.pages.filter { $0.value.page == nil }.map(\.key)
        var events: [PageEvent] = []
        for key in lost {
            self.pages[key] = nil
            events += self.flow.isGone(key, at: time)
        }
        return events
    }

    /// Puts each event's page beside it, leaves out those of pages that are to be silent by now, and shows the views to
    /// who wants to see them.
    private func finished(_ events: [PageEvent]) -> [PageEvent] {
        events.compactMap { event in
            guard let key = event.key, let page = self.pages[key]?.page else { return event }
            guard !self.makesNone(page) else {
                self.flow.hush(key)
                return nil
            }
            var event = event
            event.page = page
            if event.event.name == PageEvents.view { self.willView?(&event.event, page) }
            return event
        }
    }

    /// The one where the next page comes from is kept, so that it is noticed when another one takes its place in memory.
    private func prune() { self.pages = self.pages.filter { self.flow.isOn($0.key) || self.flow.last?.key == $0.key } }
}

extension WeakPage {
    fileprivate var named: NamedPage? { self.page as? NamedPage }
}
