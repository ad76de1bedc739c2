import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// Parameters and definitions, as the events show them.
@MainActor
struct AutoTrackerValueTests {
    private final class Banner { var url: String? = "app://sale" }

    private let bench = AutoTrackerBench()
    private let banner = Banner()
    private var tracker: AutoTracker { self.bench.tracker }

    private func register() {
        let banner = self.banner
        self.tracker.readers.register("banner", of: ManualPage.self) { _ in banner }
        self.tracker.readers.register("url", of: Banner.self) { $0.url }
    }

    @Test("A configured key path adds its value to clicks, exposures and views of its page")
    func parameters() {
        self.bench.configuration.parameters = [
            .init("banner_url", "viewController.banner.url"),
            .init("cart", "viewController.banner.url", page: "CartVC"),
            .init("button", "page.banner.url", path: "ShopVC[0]/UIView[0]/UIButton[*]"),
        ]
        self.register()
        self.tracker.pageDidAppear(self.bench.page)
        self.bench.pay()
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "a"))
        self.tracker.scan(windows: [self.bench.window])
        self.banner.url = nil
        self.bench.pay()
        #expect(self.bench.names == ["$AppViewScreen", "$AppClick", "$AppExposure", "$AppClick"])
        let values = self.bench.events.map { $0.properties["banner_url"] }
        #expect(values == [.string("app://sale"), .string("app://sale"), .string("app://sale"), nil])
        #expect(self.bench.events.allSatisfy { $0.properties["cart"] == nil })
        #expect(self.bench.events.map { $0.properties["button"] != nil } == [false, true, false, false])
        #expect(self.bench.said.isEmpty)
    }

    @Test("What the code attached wins over a configured key path")
    func attachedWins() {
        self.bench.configuration.parameters = [.init("banner_url", "page.banner.url")]
        self.register()
        self.bench.button.tracking.properties = ["banner_url": "own", "sku": "A"]
        self.bench.pay()
        #expect(self.bench.events[0].properties["banner_url"] == .string("own"))
        #expect(self.bench.events[0].properties["sku"] == .string("A"))
    }

    @Test("A key path that leads nowhere costs its property, and is said once")
    func badParameters() {
        self.bench.configuration.parameters = [.init("a", "viewController.misspelt"), .init("b", "page.banner.url")]
        self.register()
        for _ in 0..<3 { self.bench.pay() }
        #expect(self.bench.events.count == 3)
        #expect(self.bench.events.allSatisfy { $0.properties["a"] == nil && $0.properties["b"] != nil })
        #expect(self.bench.said.count == 1 && self.bench.said[0].contains("misspelt"))
    }

    @Test(
        "Names that the app denies are not followed in any spelling, and each parameter that is left out is said",
        arguments: ["banner", "Banner", "BANNER", "ban_ner", "banNer"],
        ["banner", "Banner", "BANNER", "bann_er"]
    )
    func deniedNames(denied: String, name: String) throws {
        self.bench.configuration.parameters = [.init("b", "page.\(name).url"), .init("c", "page.banners")]
        self.bench.configuration.deniedNames = [denied]
        let banner = self.banner
        self.tracker.readers.register(name, of: ManualPage.self) { _ in banner }
        self.tracker.readers.register("banners", of: ManualPage.self) { _ in 2 }
        self.register()
        self.bench.pay()
        #expect(self.bench.events[0].properties["b"] == nil)
        #expect(self.bench.events[0].properties["c"] == .integer(2), "another name")
        let remarks = AutoTrackRules(self.bench.configuration).remarks
        #expect(remarks.count == 1 && remarks[0].contains("'b'") && remarks[0].contains("'\(name)'"))
        let (document, _) = try ConfigurationDocument.read(
            Array(#"{"namespaces":{},"autoTrack":{"parameters":[{"name":"s","keyPath":"page.\#(name)"}]}}"#.utf8)
        )
        let served = AutoTrackRules(self.bench.configuration, AutoTrackRules.Remote(document))
        #expect(served.remarks.contains { $0.contains("'s'") })
    }

    @Test(
        "What the code attached under a denied name, or a secret's, is left out of every event, and not of its path alone"
    )
    func deniedProperties() {
        self.bench.configuration.deniedNames = ["nickname"]
        let attached: Properties = ["password": "PW", "cvv": 123, "nick_name": "Bo", "sku": "A"]
        self.bench.button.tracking.properties = attached
        self.bench.cells[0].tracking.properties = attached
        self.bench.table.tracking.properties = attached
        self.bench.page.tracking.properties = attached
        self.tracker.pageDidAppear(self.bench.page)
        self.bench.pay()
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "a"))
        self.tracker.scan(windows: [self.bench.window])
        #expect(self.bench.names == ["$AppViewScreen", "$AppClick", "$AppExposure"])
        for event in self.bench.events {
            #expect(event.properties["sku"] == .string("A"), "\(event.name)")
            #expect(["password", "cvv", "nick_name"].allSatisfy { event.properties[$0] == nil }, "\(event.name)")
        }
    }

    @Test("A property that is left out for its name is said once for each name, and what to do", arguments: 1...3)
    func deniedNamesAreSaid(times: Int) {
        self.bench.configuration.deniedNames = ["nickname"]
        let attached: Properties = ["password": "PW", "nick_name": "Bo", "sku": "A"]
        let elements = [self.bench.button, self.bench.cells[0], self.bench.table]
        for element in elements { element.tracking.properties = attached }
        self.bench.page.tracking.properties = attached
        for _ in 0..<times {
            self.tracker.pageDidAppear(self.bench.page)
            self.bench.pay()
            self.tracker.trackExposure(self.bench.cells[0])
            self.tracker.pageDidDisappear(self.bench.page)
        }
        #expect(self.bench.said.count == 2)
        #expect(self.bench.said.contains { $0.contains("'password'") && $0.contains("stands for a secret") })
        #expect(self.bench.said.contains { $0.contains("'nick_name'") && $0.contains("deniedNames") })
        // Names that the app makes up have a bound.
        for number in 0..<200 {
            self.bench.button.tracking.properties = ["token_\(number)": "t"]
            self.bench.pay()
        }
        #expect(self.bench.said.count == 50)
    }

    @Test("No definition finds what is marked to be ignored", arguments: [false, true])
    func ignoredProperties(isAround: Bool) throws {
        try self.bench.serve(Self.bought, appVersion: "2.1")
        let label = try #require(self.bench.cells[2].children.first as? ManualElement)
        if isAround {
            self.bench.cells[2].children.forEach { ($0 as? ManualElement)?.tracking.ignore = .withDescendants }
        } else {
            label.tracking.ignore = .element
        }
        self.choose(2)
        #expect(self.bench.names == ["$AppClick", "fruit_opened"])
        #expect(self.bench.events[1].properties["fruit"] == nil && self.bench.events[1].properties["initial"] == nil)
        #expect(self.bench.events[0].properties["$element_content"] != .string("Pear"))
    }

    @Test("An entry that denies nothing is said")
    func uselessDenials() {
        self.bench.configuration.deniedNames = ["page.nickname", " ", "nickname"]
        #expect(AutoTrackRules(self.bench.configuration).remarks.count == 2)
    }

    @Test("A server's parameter takes the place of the app's by the same name")
    func serversParameters() throws {
        self.bench.configuration.parameters = [.init("p", "page.nothing"), .init("q", "page.banner.url")]
        self.register()
        try self.bench.serve(#""autoTrack":{"parameters":[{"name":"p","keyPath":"viewController.banner.url"}]}"#)
        self.bench.pay()
        #expect(self.bench.events[0].properties["p"] == .string("app://sale"))
        #expect(self.bench.events[0].properties["q"] == .string("app://sale") && self.bench.said.isEmpty)
    }

    private static let bought = #"""
        "definitions":[{"name":"fruit_opened","version":4,
         "match":[{"elementPath":"ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]","appVersions":{"from":"2.0"}},
                  {"elementPath":"OldShopVC[0]/**","appVersions":{"to":"1.9"}}],
         "properties":[{"name":"fruit","elementPath":"ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]/UILabel[0]"},
                       {"name":"initial","elementPath":"ShopVC[0]/UIView[0]/UITableView[0]/FruitCell[0:*]/UILabel[0]",
                        "regex":"^(.)"}]}]
        """#

    private func choose(_ row: Int) {
        self.bench.wait(.seconds(1))
        let position = CellPosition(section: 0, row: row)
        self.tracker.rowSelected(in: self.bench.table, cell: self.bench.cells[row], at: position)
    }

    @Test("A defined event is made beside the click, with its version and the row's own properties")
    func definitions() throws {
        try self.bench.serve(Self.bought, appVersion: "2.1")
        self.choose(2)
        self.choose(0)
        self.bench.pay()
        #expect(self.bench.names == ["$AppClick", "fruit_opened", "$AppClick", "fruit_opened", "$AppClick"])
        let event = self.bench.events[1]
        #expect(event.properties["fruit"] == .string("Pear") && event.properties["initial"] == .string("P"))
        #expect(event.properties["_definition_version"] == .integer(4))
        #expect(event.properties["$element_path"] == self.bench.events[0].properties["$element_path"])
        #expect(event.milliseconds == self.bench.events[0].milliseconds)
        #expect(self.bench.events[3].properties["fruit"] == .string("Apple"))
    }

    @Test("Another version of the app has other aliases")
    func versions() throws {
        try self.bench.serve(Self.bought, appVersion: "1.5")
        self.choose(1)
        #expect(self.bench.names == ["$AppClick"])
    }

    @Test("Defined events are made with a white list that leaves the click out, and with clicks off; not when ignored")
    func definitionsStand() throws {
        try self.bench.serve(#""autoTrack":{"whitelist":[]},"# + Self.bought, appVersion: "2.1")
        self.choose(1)
        #expect(self.bench.names == ["fruit_opened"])
        try self.bench.serve(#""autoTrack":{"mask":128},"# + Self.bought, appVersion: "2.1")
        self.choose(1)
        #expect(self.bench.names == ["fruit_opened", "fruit_opened"])
        try self.bench.serve(#""autoTrack":{"mask":4},"# + Self.bought, appVersion: "2.1")
        self.choose(1)
        #expect(self.bench.names.last == "$AppClick" && self.bench.events.count == 3)
        self.bench.table.tracking.ignore = .withDescendants
        try self.bench.serve(Self.bought, appVersion: "2.1")
        self.choose(1)
        #expect(self.bench.events.count == 3)
    }

    @Test("Views and exposures can be defined, too; a page by its PAGE_ID")
    func otherTriggers() throws {
        try self.bench.serve(
            #""pages":{"ShopVC":"P_SHOP"},"definitions":[{"name":"shop_seen","trigger":"pageView","match":{"page":"P_SHOP"}},"#
                + #"{"name":"pay_seen","trigger":"exposure","match":{"page":"ShopVC","content":"Pay"}}]"#
        )
        self.tracker.pageDidAppear(self.bench.page)
        self.tracker.mark(self.bench.button, ExposureMark(id: "b"))
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "a"))
        self.tracker.scan(windows: [self.bench.window])
        #expect(self.bench.names.filter { !$0.hasPrefix("$") } == ["shop_seen", "pay_seen"])
        #expect(self.bench.events[0].properties["$page_id"] == .string("P_SHOP"))
    }

    @Test("A page that is seen again after a sheet has its parameters and definitions again")
    func seenAgain() throws {
        self.bench.configuration.parameters = [.init("banner_url", "viewController.banner.url")]
        self.register()
        try self.bench.serve(#""definitions":[{"name":"shop_seen","trigger":"pageView","match":{"page":"ShopVC"}}]"#)
        let sheet = ManualPage("FilterVC")
        sheet.presentingPage = self.bench.page
        self.tracker.pageDidAppear(self.bench.page)
        self.bench.wait(.seconds(2))
        self.tracker.pageDidAppear(sheet)
        self.bench.wait(.seconds(2))
        self.tracker.pageDidDisappear(sheet)
        self.bench.wait(.seconds(2))
        self.tracker.scan(windows: [self.bench.window])
        let names = ["$AppViewScreen", "shop_seen", "$AppViewScreen", "$AppPageLeave", "$AppViewScreen", "shop_seen"]
        #expect(self.bench.names == names)
        #expect(self.bench.events[4].properties["banner_url"] == .string("app://sale"))
        #expect(self.bench.events[4].properties["$screen_name"] == .string("ShopVC"))
    }

    @Test(
        "Embedded pages by the server: all, or some by their classes",
        arguments: ["true", "[\"BannerVC\"]", "false", "[]"]
    )
    func childPages(value: String) throws {
        let child = ManualPage("BannerVC")
        child.parentPage = self.bench.page
        try self.bench.serve("\"autoTrack\":{\"childPages\":\(value)}")
        self.tracker.pageDidAppear(self.bench.page)
        self.tracker.pageDidAppear(child)
        #expect(self.bench.names.count == (value == "true" || value.contains("Banner") ? 2 : 1))
    }

    @Test("The app's listener is asked, and told of what was recorded")
    func listener() {
        let listener = Listener()
        self.tracker.exposureListener = listener
        self.bench.configuration.ignoredTypes = []
        self.tracker.mark(self.bench.cells[0], ExposureMark(id: "no"))
        self.tracker.mark(self.bench.cells[1], ExposureMark(id: "yes"))
        self.bench.cells[2].tracking.ignore = .element
        self.tracker.mark(self.bench.cells[2], ExposureMark(id: "ignored"))
        self.tracker.scan(windows: [self.bench.window])
        #expect(listener.asked == ["no", "yes"] && listener.told == ["yes"])
        #expect(self.bench.names == ["$AppExposure"])
    }

    private final class Listener: ExposureListener {
        var asked: [String?] = []
        var told: [String?] = []

        func shouldExpose(_ element: any Element, _ mark: ExposureMark) -> Bool {
            self.asked.append(mark.id)
            return mark.id != "no"
        }

        func didExpose(_ element: any Element, _ mark: ExposureMark, _ event: AutoEvent) { self.told.append(mark.id) }
    }
}
