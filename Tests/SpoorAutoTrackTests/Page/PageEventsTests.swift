import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

@MainActor
struct PageEventsTests {
    private let home = ManualPage("HomeVC", title: "Shop")
    private let detail = ManualPage("DetailVC", title: "Pear")
    private let table = PageTable(["HomeVC": "P1", "DetailVC": "P2", "FilterVC": "P3", "TopVC": "P4"])

    @Test("Views and leaves carry name, title, address, both ids, referrer and what the app attached")
    func properties() {
        let world = PageWorld(table: self.table)
        let stack = navigation(self.home)
        self.detail.pageURL = "shop://pear"
        self.detail.tracking.properties = ["item": "pear", "$title": "Own"]
        world.appear(stack, self.home)
        world.wait(1.25)
        world.push(self.detail, in: stack, over: self.home)
        world.wait(2)
        world.disappear(self.detail)
        #expect(
            world.events.map(\.properties) == [
                ["$screen_name": "HomeVC", "$title": "Shop", "$page_id": "P1", "$url": "HomeVC"],
                [
                    "$screen_name": "HomeVC", "$title": "Shop", "$page_id": "P1", "$url": "HomeVC",
                    "event_duration": 1.25, "$scrolled_screens": 0.0,
                ],
                [
                    "$screen_name": "DetailVC", "$title": "Own", "$page_id": "P2", "$url": "shop://pear",
                    "$source_id": "P1", "$referrer": "HomeVC", "$referrer_title": "Shop", "item": "pear",
                ],
                [
                    "$screen_name": "DetailVC", "$title": "Own", "$page_id": "P2", "$url": "shop://pear",
                    "$source_id": "P1", "$referrer": "HomeVC", "$referrer_title": "Shop", "item": "pear",
                    "event_duration": 2.0, "$scrolled_screens": 0.0,
                ],
            ]
        )
        #expect(world.events.map(\.milliseconds) == [1_000_000, 1_001_250, 1_001_250, 1_003_250])
    }

    @Test("The source is the page beneath in the stack, else the page in front before; the referrer is always that")
    func sources() {
        let world = PageWorld(table: self.table)
        let stack = navigation(self.home)
        let top = ManualPage("TopVC")
        world.appear(self.home)
        world.push(self.detail, in: stack, over: self.home)
        world.push(top, in: stack, over: self.detail)
        world.pop(top, to: self.detail)
        world.pop(self.detail, to: self.home)
        let filter = ManualPage("FilterVC")
        world.presentSheet(filter, over: stack)
        world.dismissSheet(filter)
        world.wait(1)
        let settings = ManualPage("SettingsVC")
        world.disappear(self.home)
        world.appear(settings)
        let views = world.events.filter { $0.name == "$AppViewScreen" }
        #expect(
            world.views == ["HomeVC", "DetailVC", "TopVC", "DetailVC", "HomeVC", "FilterVC", "HomeVC", "SettingsVC"]
        )
        #expect(views.map { $0.properties["$source_id"] } == [nil, "P1", "P2", "P1", "P2", "P1", "P3", "P1"])
        #expect(
            views.map { $0.properties["$referrer"] }
                == [nil, "HomeVC", "DetailVC", "TopVC", "DetailVC", "HomeVC", "FilterVC", "HomeVC"]
        )
    }

    @Test("A page nested in a level of the stack finds what lies beneath it; containers there are passed over")
    func nestedInTheStack() {
        let world = PageWorld(table: self.table)
        let pager = ManualPage("UIPageViewController")
        pager.isContainer = true
        let empty = ManualPage("UITabBarController")
        empty.isContainer = true
        let stack = navigation(self.home)
        pager.parentPage = stack
        self.detail.parentPage = pager
        self.detail.navigationStack = [self.home, empty, pager]
        world.appear(self.home)
        world.disappear(self.home)
        world.appear(pager, self.detail)
        #expect(world.events.last?.properties["$source_id"] == "P1")
    }

    @Test("A leave tells how far the page was scrolled, by the deepest point of what scrolls on it")
    func scrolling() {
        let world = PageWorld()
        let list = ManualElement("UITableView", .table)
        self.home.view.add(ManualElement("UIView", children: [list]))
        world.appear(self.home)
        for (offset, height) in [
            (-80.0, 800.0), (400, 800), (2_000, 800), (600, 800), (.infinity, 800), (9, 0), (9, .nan),
        ] {
            world.tracker.scrolled(list, offsetY: offset, viewportHeight: height)
        }
        world.disappear(self.home)
        #expect(world.events.last?.properties["$scrolled_screens"] == .number(2.5))
        world.tracker.scrolled(list, offsetY: 8_000, viewportHeight: 800)
        world.appear(self.home)
        world.disappear(self.home)
        #expect(world.events.last?.properties["$scrolled_screens"] == .number(0))
    }

    @Test("A title that was set after the page appeared is on its leave")
    func lateTitle() {
        let world = PageWorld()
        self.home.title = nil
        world.appear(self.home)
        self.home.title = "Welcome"
        world.background()
        #expect(world.events.map { $0.properties["$title"] } == [nil, "Welcome"])
    }

    @Test(
        "A screen named by the app's code is viewed, is where what follows comes from, and is current until a page appears"
    )
    func namedScreens() {
        let world = PageWorld(table: PageTable(["Checkout": "P9"]))
        world.appear(self.home)
        world.named("Checkout")
        world.named("  ")
        #expect(world.tracker.current?.name == "Checkout" && world.views == ["HomeVC", "Checkout"])
        #expect(world.events.last?.properties["$page_id"] == "P9")
        world.disappear(self.home)
        world.appear(self.detail)
        #expect(world.tracker.current?.name == "DetailVC")
        #expect(world.events.last?.properties["$referrer"] == "Checkout")
        #expect(world.events.last?.properties["$source_id"] == "P9")
    }

    @Test("Who wants to see views sees each with its own page, and may add to it")
    func willView() {
        let world = PageWorld()
        var seen: [String] = []
        world.tracker.willView = { event, page in
            seen.append(page.typeName)
            event.properties["own"] = .string(page.typeName)
        }
        let filter = ManualPage("FilterVC")
        world.appear(self.home)
        world.presentSheet(filter, over: self.home)
        world.dismissSheet(filter)
        world.wait(1)
        world.named("Named")
        world.disappear(self.home)
        world.appear(self.detail)
        #expect(seen == ["HomeVC", "FilterVC", "HomeVC", "DetailVC"])
        let views = world.events.filter { $0.name == "$AppViewScreen" }
        #expect(views.map { $0.properties["own"] } == ["HomeVC", "FilterVC", "HomeVC", nil, "DetailVC"])
    }

    @Test("A page made for a screen without an object has a stay of its own")
    func namedPages() {
        let tracker = PageTracker()
        let page = NamedPage("Profile", properties: ["tab": "posts"])
        let start = AutoTime(milliseconds: 0, uptime: .zero)
        let view = tracker.didAppear(page, at: start).map(\.event)
        let leave = tracker.didDisappear(page, at: AutoTime(milliseconds: 3_000, uptime: .seconds(3))).map(\.event)
        #expect(view.map(\.name) == ["$AppViewScreen"] && view.first?.properties["$screen_name"] == "Profile")
        #expect(leave.first?.properties["event_duration"] == .number(3) && leave.first?.properties["tab"] == "posts")
    }

    @Test("A stay of a day or more has no duration; a wall clock that is set back changes none")
    func clocks() {
        let tracker = PageTracker()
        _ = tracker.didAppear(self.home, at: AutoTime(milliseconds: 1_000_000, uptime: .zero))
        let long = tracker.didDisappear(self.home, at: AutoTime(milliseconds: 0, uptime: .seconds(86_400))).map(\.event)
        #expect(long.first?.properties["event_duration"] == nil && long.first?.milliseconds == 0)
        _ = tracker.didAppear(self.home, at: AutoTime(milliseconds: 1_000_000, uptime: .seconds(90_000)))
        let short = tracker.didDisappear(self.home, at: AutoTime(milliseconds: 5, uptime: .seconds(90_001))).map(
            \.event
        )
        #expect(short.first?.properties["event_duration"] == .number(1))
    }

    @Test("Pages that never leave are bounded: the oldest is left")
    func bounded() {
        let tracker = PageTracker()
        let pages = (0..<(PageFlow.maxVisits + 20)).map { ManualPage("Page\($0)") }
        var events: [AutoEvent] = []
        for (index, page) in pages.enumerated() {
            events += tracker.didAppear(page, at: AutoTime(milliseconds: 0, uptime: .seconds(index))).map(\.event)
        }
        #expect(events.filter { $0.name == "$AppPageLeave" }.count == 20)
    }
}
