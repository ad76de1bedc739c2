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
    public func didAppear(_ page: any PageElement, at time: AutoTime) -> [AutoEvent] {
        let events = self.forgetLost(at: time)
        guard self.rules.isScreen(page) else { return events }
        self.pages[PageKey(page)] = WeakPage(page)
        defer { self.prune() }
        return events + self.flow.didAppear(self.entry(page), at: time)
    }

    /// A page did disappear.
    public func didDisappear(_ page: any PageElement, at time: AutoTime) -> [AutoEvent] {
        let events = self.forgetLost(at: time)
        self.flow.retitle(PageKey(page), page.title)
        defer { self.prune() }
        return events + self.flow.didDisappear(PageKey(page), at: time)
    }

    /// Something covers a page that the toolkit tells nothing of.
    public func covered(_ page: any PageElement, at time: AutoTime) { self.setCovered(page, true, at: time) }

    /// What covered a page is gone.
    public func uncovered(_ page: any PageElement, at time: AutoTime) { self.setCovered(page, false, at: time) }

    /// Nobody sees the app any more.
    public func didEnterBackground(at time: AutoTime) -> [AutoEvent] {
        for (key, page) in self.pages {
            if let page = page.page { self.flow.retitle(key, page.title) }
        }
        return self.forgetLost(at: time) + self.flow.didEnterBackground(at: time)
    }

    /// The app comes to the front.
    public func willEnterForeground(at time: AutoTime) -> [AutoEvent] {
        self.forgetLost(at: time) + self.flow.willEnterForeground(at: time)
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
    public func trackScreen(_ name: String, properties: Properties = Properties(), at time: AutoTime) -> [AutoEvent] {
        let facts = PageFacts(typeName: name, name: name)
        guard facts.name != nil else { return [] }
        return self.flow.named(facts, pageID: self.table.id(of: facts), properties: properties, at: time)
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

    private func setCovered(_ page: any PageElement, _ isCovered: Bool, at time: AutoTime) {
        self.flow.setCovered(PageKey(page), isCovered, at: time)
    }

    private func entry(_ page: any PageElement) -> PageEntry {
        let facts = PageFacts(page)
        var entry = PageEntry(key: PageKey(page), facts: facts, pageID: self.table.id(of: facts))
        entry.properties = page.tracking.properties
        if let beneath = self.rules.beneath(page) {
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
    private func forgetLost(at time: AutoTime) -> [AutoEvent] {
        let lost = self.pages.filter { $0.value.page == nil }.map(\.key)
        var events: [AutoEvent] = []
        for key in lost {
            self.pages[key] = nil
            events += self.flow.isGone(key, at: time)
        }
        return events
    }

    private func prune() { self.pages = self.pages.filter { self.flow.isOn($0.key) } }
}

/// A page that is not kept alive.
private struct WeakPage {
    weak var page: (any PageElement)?

    init(_ page: any PageElement) { self.page = page }
}
