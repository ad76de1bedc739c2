import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

@MainActor
struct AutoTrackerTests {
    private let bench = AutoTrackerBench()
    private var tracker: AutoTracker { self.bench.tracker }

    @Test("A visit with clicks and an exposure makes its events, with page, paths and position")
    func visit() throws {
        self.bench.configuration.pages = PageTable(["ShopVC": "P_SHOP"])
        self.tracker.pageDidAppear(self.bench.page)
        self.bench.pay()
        self.bench.wait(.seconds(1))
        self.tracker.rowSelected(
            in: self.bench.table,
            cell: self.bench.cells[2],
            at: CellPosition(section: 0, row: 2)
        )
        self.tracker.mark(self.bench.cells[1], ExposureMark(id: "fig", properties: ["sku": "F"]))
        self.tracker.scan(windows: [self.bench.window])
        self.tracker.scrolled(self.bench.table, offsetY: 1200, viewportHeight: 600)
        self.tracker.pageDidDisappear(self.bench.page)
        #expect(self.bench.names == ["$AppViewScreen", "$AppClick", "$AppClick", "$AppExposure", "$AppPageLeave"])
        #expect(self.bench.events.allSatisfy { $0.properties["$page_id"] == .string("P_SHOP") })
        let (click, row, seen) = (self.bench.events[1], self.bench.events[2], self.bench.events[3])
        #expect(click.properties["$element_content"] == .string("Pay"))
        #expect(click.milliseconds == 1_005_000)
        #expect(row.properties["$element_content"] == .string("Pear"))
        #expect(row.properties["$element_position"] == .string("0:2"))
        #expect(seen.properties["$element_position"] == .string("0:1") && seen.properties["sku"] == .string("F"))
        #expect(seen.properties["$screen_name"] == .string("ShopVC") && seen.properties["$title"] == .string("Shop"))
        let leave = try #require(self.bench.events.last)
        #expect(leave.properties["event_duration"] == .number(6) && leave.properties["$scrolled_screens"] == .number(2))
    }

    @Test("Every property's name is one that an app may give, or one of the engine's own")
    func names() {
        self.visitEverything()
        for event in self.bench.events {
            for entry in event.properties.entries where !AutoTracker.propertyNames.contains(entry.key) {
                #expect(Naming.checkOwnProperty(entry.key) == nil, "\(event.name): \(entry.key)")
            }
            #expect(event.properties.problems.isEmpty && Naming.check(name: event.name) == nil)
        }
    }

    private func visitEverything() {
        self.bench.configuration.kinds = .all
        self.bench.configuration.pages = PageTable(["ShopVC": "P_SHOP", "CartVC": "P_CART"])
        self.tracker.pageDidAppear(self.bench.page)
        for _ in 0..<5 {
            self.bench.wait(.milliseconds(150))
            self.tracker.actionSent("pay:", from: self.bench.button, touchEnded: true)
        }
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "a"))
        self.tracker.scan(windows: [self.bench.window])
        self.tracker.trackScreen("Cart", properties: ["n": 1])
        self.tracker.trackClick(self.bench.button, properties: ["n": 1])
        self.tracker.trackExposure(self.bench.button, properties: ["n": 1])
        self.tracker.gestureEnded("UITapGestureRecognizer", on: self.bench.table)
        self.tracker.itemChosen(ManualElement("UITab", .barItem), in: ManualElement("UITabBar", .tabBar))
        self.tracker.didEnterBackground()
        self.tracker.willEnterForeground()
    }

    @Test(
        "A kind that is off makes no event; the others do",
        arguments: [
            (AutoTrackKinds.clicks, "$AppClick"), (.pageViews, "$AppViewScreen"), (.pageLeaves, "$AppPageLeave"),
            (.exposures, "$AppExposure"), (.rageClicks, "$AppRageClick"),
        ]
    )
    func kinds(kind: AutoTrackKinds, name: String) {
        let all = self
        all.bench.configuration.kinds = AutoTrackKinds.all.subtracting(kind)
        func run(_ kinds: AutoTrackKinds) -> Set<String> {
            let other = AutoTrackerTests()
            other.bench.configuration.kinds = kinds
            other.tracker.pageDidAppear(other.bench.page)
            for _ in 0..<5 {
                other.bench.wait(.milliseconds(150))
                other.tracker.actionSent("pay:", from: other.bench.button, touchEnded: true)
            }
            other.tracker.mark(other.bench.cells[0], ExposureMark(id: "a"))
            other.tracker.scan(windows: [other.bench.window])
            other.tracker.pageDidDisappear(other.bench.page)
            return Set(other.bench.names)
        }
        #expect(run(kind) == [name])
        #expect(run(AutoTrackKinds.all.subtracting(kind)) == run(.all).subtracting([name]))
        #expect(run([]).isEmpty)
    }

    @Test("What the code asks for is recorded with everything off, and is told whatever is ignored")
    func manual() {
        self.bench.configuration = .manual
        self.bench.configuration.whiteList = []
        self.bench.button.tracking.ignore = .element
        self.tracker.trackScreen("Cart")
        self.tracker.trackClick(self.bench.button, properties: ["n": 1])
        self.tracker.trackExposure(self.bench.button)
        self.bench.pay()
        #expect(self.bench.names == ["$AppViewScreen", "$AppClick", "$AppExposure"])
        #expect(self.bench.events[1].properties["n"] == .integer(1))
        #expect(self.bench.events[1].properties["$screen_name"] == .string("ShopVC"))
    }

    @Test("Ignored: the element, what is in it, its type, kind, path and page")
    func ignored() throws {
        self.bench.pay()
        #expect(self.bench.names == ["$AppClick"])
        let path = try #require(self.bench.events[0].properties["$element_path"])
        guard case .string(let text) = path else { return }
        self.bench.button.tracking.ignore = .element
        self.bench.pay()
        self.bench.button.tracking.ignore = nil
        self.bench.page.view.tracking.ignore = .withDescendants
        self.bench.pay()
        self.bench.page.view.tracking.ignore = nil
        for rule in [
            #""types":["UIButton"]"#, #""kinds":["button"]"#, #""pages":["ShopVC"]"#, "\"paths\":[\"\(text)\"]",
        ] {
            try self.bench.serve("\"autoTrack\":{\"blacklist\":{\(rule)}}")
            self.bench.pay()
            #expect(self.bench.names == ["$AppClick"], "\(rule)")
        }
        try self.bench.serve(#""autoTrack":{}"#)
        self.bench.pay()
        #expect(self.bench.names == ["$AppClick", "$AppClick"])
    }

    @Test("An ignored page makes no events, and its elements neither; marked exposures on it either")
    func ignoredPages() {
        self.bench.configuration.ignoredPages = ["ShopVC"]
        self.tracker.pageDidAppear(self.bench.page)
        self.bench.pay()
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "a"))
        self.tracker.scan(windows: [self.bench.window])
        self.tracker.pageDidDisappear(self.bench.page)
        #expect(self.bench.events.isEmpty)
    }

    @Test("With a white list clicks and exposures of its elements are recorded, and of no others; pages are")
    func whiteList() throws {
        self.tracker.pageDidAppear(self.bench.page)
        try self.bench.serve(#""autoTrack":{"whitelist":["ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]"]}"#)
        self.bench.pay()
        self.tracker.rowSelected(in: self.bench.table, cell: self.bench.cells[1], at: CellPosition(section: 0, row: 1))
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "a"))
        self.tracker.mark(self.bench.button, ExposureMark(id: "b"))
        self.tracker.scan(windows: [self.bench.window])
        self.tracker.pageDidDisappear(self.bench.page)
        #expect(self.bench.names == ["$AppViewScreen", "$AppClick", "$AppExposure", "$AppPageLeave"])
        try self.bench.serve(#""autoTrack":{"whitelist":[]}"#)
        self.bench.pay()
        #expect(self.bench.events.count == 4, "an empty list allows nothing")
        try self.bench.serve(#""autoTrack":{}"#)
        self.bench.pay()
        #expect(self.bench.events.count == 5)
    }

    @Test("Rules that another thread applies hold from the next interception on")
    func appliesFromAnyThread() async {
        let tracker = self.tracker
        var off = AutoTrackConfiguration()
        off.kinds = []
        let rules = AutoTrackRules(off)
        await Task.detached { tracker.apply(rules) }.value
        self.bench.pay()
        #expect(self.bench.events.isEmpty && tracker.kinds == [])
    }

    @Test("What of the app's own configuration cannot be used is said, a sentence each")
    func remarks() {
        var configuration = AutoTrackConfiguration()
        configuration.ignoredPaths = ["A*"]
        configuration.whiteList = ["", "B[0]"]
        configuration.parameters = [
            .init("$device_id", "page.a"), .init("a", "page..b"), .init("b", "page.password"),
            .init("c", "page.c", path: "X*"),
            .init("ok", "page.ok"),
        ]
        var (bare, ofPage, never) = (EventDefinition.Alias(), EventDefinition.Alias(), EventDefinition.Alias())
        bare.content = "Buy"
        (ofPage.page, ofPage.elementID) = ("P", "x")
        (never.page, never.appVersions) = ("P", AppVersionRange(first: "2.0", last: "1.0"))
        var bad = never
        bad.appVersions = AppVersionRange(first: "new")
        configuration.definitions = [
            EventDefinition("a b", aliases: []), EventDefinition("none", aliases: []),
            EventDefinition("bare", aliases: [bare]), EventDefinition("view", trigger: .pageView, aliases: [ofPage]),
            EventDefinition("never", aliases: [never, bad]), EventDefinition("ok", aliases: [ofPage]),
        ]
        let remarks = AutoTrackRules(configuration).remarks
        #expect(remarks.count == 12)
        #expect(remarks.allSatisfy { $0.hasPrefix("autoTrack.") && $0.hasSuffix(".") }, "\(remarks)")
    }
}
