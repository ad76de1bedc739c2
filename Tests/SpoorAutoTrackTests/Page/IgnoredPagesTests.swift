import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// A page that is to be ignored makes no events; what is told of its neighbours is as true as if it made them.
@MainActor
struct IgnoredPagesTests {
    private let bench = AutoTrackerBench()
    private let home = ManualPage("HomeVC")
    private let secret = ManualPage("SecretVC")
    private let detail = ManualPage("DetailVC")
    private var tracker: AutoTracker { self.bench.tracker }

    init() {
        self.bench.configuration.pages = PageTable(["HomeVC": "P_HOME", "SecretVC": "P_SECRET", "DetailVC": "P_DETAIL"])
    }

    /// How the secret page lies over or after the first one.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case sheet, full, push

        var testDescription: String { self.rawValue }
    }

    /// The ways in which an app or its server may say that a page is to be ignored.
    enum Rule: String, CaseIterable, CustomTestStringConvertible {
        case page, type, mark, markWithDescendants

        var testDescription: String { self.rawValue }
    }

    private func ignore(_ rule: Rule) {
        switch rule {
        case .page: self.bench.configuration.ignoredPages = ["SecretVC"]
        case .type: self.bench.configuration.ignoredTypes = ["SecretVC"]
        case .mark: self.secret.tracking.ignore = .element
        case .markWithDescendants: self.secret.tracking.ignore = .withDescendants
        }
    }

    private func go(_ way: Way) {
        switch way {
        case .sheet, .full:
            self.secret.presentingPage = self.home
            self.tracker.pageDidAppear(self.secret)
            if way == .full { self.tracker.pageDidDisappear(self.home) }
        case .push:
            self.secret.navigationStack = [self.home, self.secret]
            self.tracker.pageDidDisappear(self.home)
            self.tracker.pageDidAppear(self.secret)
        }
    }

    private func goBack(_ way: Way) {
        if way == .full { self.tracker.pageDidAppear(self.home) }
        self.tracker.pageDidDisappear(self.secret)
        if way == .push { self.tracker.pageDidAppear(self.home) }
    }

    /// A second on the first page, five on the other, one on the first again.
    private func visit(_ way: Way) -> [AutoEvent] {
        self.tracker.pageDidAppear(self.home)
        self.bench.wait(.seconds(1))
        self.go(way)
        self.bench.wait(.seconds(5))
        self.goBack(way)
        self.bench.wait(.seconds(1))
        self.tracker.pageDidDisappear(self.home)
        return self.bench.events
    }

    @Test(
        "The page under or before an ignored one has its own time, is viewed again, and does not come from itself",
        arguments: Way.allCases,
        Rule.allCases
    )
    func neighbours(way: Way, rule: Rule) {
        let other = IgnoredPagesTests()
        let told = other.visit(way).filter { $0.properties["$screen_name"] == "HomeVC" }
        self.ignore(rule)
        let events = self.visit(way)
        #expect(events.allSatisfy { $0.properties["$screen_name"] == "HomeVC" })
        #expect(events.map(\.name) == told.map(\.name))
        #expect(events.map(\.milliseconds) == told.map(\.milliseconds))
        let times = events.map { $0.properties["event_duration"] }
        #expect(times == told.map { $0.properties["event_duration"] })
        #expect(events.allSatisfy { $0.properties["$referrer"] == nil && $0.properties["$source_id"] == nil })
    }

    @Test("The page after an ignored one comes from the last that was not", arguments: [true, false])
    func pageAfter(inStack: Bool) {
        self.ignore(.page)
        self.tracker.pageDidAppear(self.home)
        self.go(.push)
        if inStack { self.detail.navigationStack = [self.home, self.secret, self.detail] }
        self.tracker.pageDidDisappear(self.secret)
        self.tracker.pageDidAppear(self.detail)
        let view = self.bench.events.last
        #expect(view?.properties["$screen_name"] == "DetailVC")
        #expect(view?.properties["$referrer"] == "HomeVC" && view?.properties["$source_id"] == "P_HOME")
    }

    @Test("A page before an ignored one that is gone is not taken for a new one at its place in memory")
    func placeInMemory() {
        self.ignore(.page)
        for number in 0..<50 {
            var page: ManualPage? = ManualPage("Page\(number)")
            page.map { self.tracker.pageDidAppear($0) }
            page.map { self.tracker.pageDidDisappear($0) }
            page = nil
        }
        let views = self.bench.events.filter { $0.name == "$AppViewScreen" }
        #expect(views.map { $0.properties["$referrer"] } == [nil] + (0..<49).map { .string("Page\($0)") })
    }

    @Test(
        "A page that is ignored while it is on the screen has no leave, and no event after that",
        arguments: Rule.allCases
    )
    func ignoredMeanwhile(rule: Rule) {
        self.tracker.pageDidAppear(self.secret)
        #expect(self.bench.names == ["$AppViewScreen"])
        self.bench.wait(.seconds(2))
        self.ignore(rule)
        self.tracker.apply(AutoTrackRules(self.bench.configuration))
        self.tracker.didEnterBackground()
        self.tracker.willEnterForeground()
        self.bench.wait(.seconds(2))
        self.tracker.pageDidDisappear(self.secret)
        #expect(self.bench.names == ["$AppViewScreen"])
    }

    @Test("A page that is gone without a word is silent, too, where the rules said so meanwhile")
    func goneMeanwhile() {
        var page: ManualPage? = ManualPage("SecretVC")
        page.map { self.tracker.pageDidAppear($0) }
        self.ignore(.page)
        self.tracker.apply(AutoTrackRules(self.bench.configuration))
        self.tracker.pageDidAppear(self.home)
        page = nil
        self.bench.wait(.seconds(3))
        self.tracker.pageDidDisappear(self.home)
        #expect(
            self.bench.events.filter { $0.properties["$screen_name"] == "SecretVC" }.map(\.name) == ["$AppViewScreen"]
        )
    }

    @Test("A page that is no longer ignored has no leave before it has a view")
    func noLongerIgnored() {
        self.ignore(.page)
        self.tracker.pageDidAppear(self.secret)
        self.bench.configuration.ignoredPages = []
        self.tracker.apply(AutoTrackRules(self.bench.configuration))
        self.tracker.pageDidDisappear(self.secret)
        #expect(self.bench.events.isEmpty)
        self.tracker.pageDidAppear(self.secret)
        self.tracker.pageDidDisappear(self.secret)
        #expect(self.bench.names == ["$AppViewScreen", "$AppPageLeave"])
    }

    @Test("On an ignored page no click is said to be on another one")
    func clicks() {
        self.ignore(.page)
        self.tracker.pageDidAppear(self.home)
        let tab = ManualElement("UITabBarItem", .barItem)
        self.tracker.itemChosen(tab, in: nil)
        self.go(.push)
        self.bench.wait(.seconds(1))
        self.tracker.itemChosen(tab, in: nil)
        let clicks = self.bench.events.filter { $0.name == "$AppClick" }
        #expect(clicks.map { $0.properties["$screen_name"] } == ["HomeVC", nil])
        #expect(self.tracker.currentPage == nil)
    }

    @Test("Two pages that are viewed alike at one moment are told apart by what defines their events")
    func alike() throws {
        let pages = ["one", "two"].map { text in
            let page = ManualPage("PaneVC")
            page.view.text = text
            page.view.kind = .label
            return page
        }
        try self.bench.serve(
            #""definitions":[{"name":"pane","trigger":"pageView","match":{"page":"PaneVC"},"properties":[{"name":"text"}]}]"#
        )
        self.tracker.didEnterBackground()
        pages.forEach { self.tracker.pageDidAppear($0) }
        self.tracker.willEnterForeground()
        let defined = self.bench.events.filter { $0.name == "pane" }
        #expect(defined.map { $0.properties["text"] } == ["one", "two"])
    }
}
