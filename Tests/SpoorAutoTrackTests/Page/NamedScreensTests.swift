import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// Screens that the app's code names, as those of SwiftUI: their stay, and the hosting controllers that they lie in.
@MainActor
struct NamedScreensTests {
    private let bench = AutoTrackerBench()
    private let hosting = ManualPage("UIHostingController")
    private let product = NamedPage("product", properties: ["sku": "A-1"])
    private var tracker: AutoTracker { self.bench.tracker }

    init() {
        self.hosting.isHosting = true
        self.product.parentPage = self.hosting
    }

    private func names(_ event: String) -> [PropertyValue?] {
        self.bench.events.filter { $0.name == event }.map { $0.properties["$screen_name"] }
    }

    private func times(_ name: String) -> [PropertyValue?] {
        self.bench.events.filter { $0.name == "$AppPageLeave" && $0.properties["$screen_name"] == .string(name) }
            .map { $0.properties["event_duration"] }
    }

    @Test(
        "A named screen has views and leaves with the time of stay and its properties, each once, whatever is told twice"
    )
    func stay() {
        self.tracker.pageDidAppear(self.product)
        self.tracker.pageDidAppear(self.product)
        self.bench.wait(.seconds(3))
        self.tracker.didEnterBackground()
        self.bench.wait(.seconds(60))
        self.tracker.willEnterForeground()
        self.bench.wait(.seconds(2))
        self.tracker.pageDidDisappear(self.product)
        self.tracker.pageDidDisappear(self.product)
        #expect(self.bench.names == ["$AppViewScreen", "$AppPageLeave", "$AppPageLeave"])
        #expect(self.times("product") == [.number(3), .number(2)])
        #expect(self.bench.events.allSatisfy { $0.properties["sku"] == .string("A-1") })
    }

    @Test(
        "A screen named in a hosting controller is its page: one view, and clicks belong to it",
        arguments: [true, false]
    )
    func inHosting(screenFirst: Bool) {
        let button = ManualElement("UIButton", .button)
        self.hosting.view.add(button)
        if screenFirst { self.tracker.pageDidAppear(self.product) }
        self.tracker.pageDidAppear(self.hosting)
        if !screenFirst { self.tracker.pageDidAppear(self.product) }
        self.tracker.actionSent("buy:", from: button, touchEnded: true)
        self.bench.wait(.seconds(4))
        self.tracker.pageDidDisappear(self.hosting)
        self.tracker.pageDidDisappear(self.product)
        #expect(self.bench.names == ["$AppViewScreen", "$AppClick", "$AppPageLeave"])
        #expect(self.bench.events.allSatisfy { $0.properties["$screen_name"] == .string("product") })
        #expect(self.times("product") == [.number(4)])
    }

    @Test(
        "A sheet of SwiftUI's stops the clock of the screen below, which is viewed again after it",
        arguments: [true, false]
    )
    func sheet(isFoundLate: Bool) {
        let host = ManualPage("PresentationHostingController")
        (host.isHosting, host.presentingPage) = (true, self.hosting)
        let filter = NamedPage("filter")
        if !isFoundLate { filter.parentPage = host }
        self.tracker.pageDidAppear(self.hosting)
        self.tracker.pageDidAppear(self.product)
        self.bench.wait(.seconds(1))
        self.tracker.pageDidAppear(filter)
        // The toolkit may put it into its controller later.
        if isFoundLate {
            filter.parentPage = host
            self.tracker.pageDidAppear(filter)
        }
        self.bench.wait(.seconds(5))
        self.tracker.pageDidDisappear(filter)
        self.bench.wait(.seconds(2))
        self.tracker.pageDidDisappear(self.product)
        #expect(self.names("$AppViewScreen") == ["product", "filter", "product"])
        #expect(self.times("filter") == [.number(5)] && self.times("product") == [.number(3)])
    }

    @Test("What is no page and covers a controller covers the screen named in it")
    func covered() {
        let navigation = ManualPage("UINavigationController")
        navigation.isContainer = true
        self.hosting.parentPage = navigation
        self.tracker.pageDidAppear(self.product)
        self.bench.wait(.seconds(1))
        self.tracker.pageCovered(navigation)
        self.bench.wait(.seconds(5))
        self.tracker.pageUncovered(navigation)
        self.bench.wait(.seconds(2))
        self.tracker.pageDidDisappear(self.product)
        #expect(self.bench.names == ["$AppViewScreen", "$AppPageLeave"] && self.times("product") == [.number(3)])
    }

    @Test("Named screens pushed and popped come from each other, and mix with pages of the toolkit's own")
    func stack() {
        self.bench.configuration.pages = PageTable(["product": "P1", "ShopVC": "P0"])
        let reviews = NamedPage("reviews")
        self.tracker.pageDidAppear(self.bench.page)
        self.tracker.pageDidDisappear(self.bench.page)
        self.tracker.pageDidAppear(self.product)
        self.bench.wait(.seconds(1))
        // SwiftUI tells of the next screen before it takes the last one away.
        self.tracker.pageDidAppear(reviews)
        self.tracker.pageDidDisappear(self.product)
        self.bench.wait(.seconds(1))
        self.tracker.pageDidAppear(self.product)
        self.tracker.pageDidDisappear(reviews)
        #expect(self.tracker.currentPage?.name == "product")
        let views = self.bench.events.filter { $0.name == "$AppViewScreen" }
        #expect(views.map { $0.properties["$source_id"] } == [nil, "P0", "P1", nil])
        #expect(views.map { $0.properties["$referrer"] } == [nil, "ShopVC", "product", "reviews"])
    }

    @Test("What the code names is recorded with everything off and the page ignored, its leave too, also unsaid")
    func whateverIsOff() {
        self.bench.configuration = .manual
        self.bench.configuration.ignoredTypes = ["product"]
        self.bench.configuration.ignoredKinds = [.page]
        self.tracker.pageDidAppear(self.product)
        self.tracker.pageDidDisappear(self.product)
        var gone: NamedPage? = NamedPage("gone")
        gone.map { self.tracker.pageDidAppear($0) }
        gone = nil
        self.bench.wait(.seconds(1))
        self.tracker.trackScreen("next")
        #expect(self.names("$AppViewScreen") == ["product", "gone", "next"])
        #expect(self.names("$AppPageLeave") == ["product", "gone"])
    }

    @Test("The view of a named screen makes the events that are defined by it")
    func defined() throws {
        try self.bench.serve(#""definitions":[{"name":"saw","trigger":"pageView","match":{"page":"product"}}]"#)
        self.tracker.pageDidAppear(self.product)
        #expect(self.bench.names == ["$AppViewScreen", "saw"])
    }
}
