import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// O-20: one screen, two page views.
@MainActor
struct OneViewPerScreenTests {
    private let tabs = ManualPage("UITabBarController")
    private let home = ManualPage("HomeVC", title: "Home")
    private let banner = ManualPage("BannerVC")
    private let detail = ManualPage("DetailVC")
    private let settings = ManualPage("SettingsVC")
    private let stack: ManualPage

    init() {
        self.stack = navigation(self.home)
        self.tabs.isContainer = true
        self.stack.parentPage = self.tabs
        self.settings.parentPage = self.tabs
        self.banner.parentPage = self.home
    }

    /// The walk through the app that the case describes.
    private func walk(_ world: PageWorld) {
        world.appear(self.tabs, self.stack, self.home, self.banner)  // launch
        world.wait(1)
        world.disappear(self.banner)
        world.push(self.detail, in: self.stack, over: self.home)
        world.wait(2)
        world.pop(self.detail, to: self.home)
        world.appear(self.banner)
        world.wait(3)
        world.disappear(self.stack, self.home, self.banner)  // to the other tab
        world.appear(self.settings)
        world.wait(4)
        world.disappear(self.settings)
        world.appear(self.stack, self.home, self.banner)
        world.wait(5)
        world.background()
        world.wait(100)
        world.foreground()
        world.wait(6)
        world.disappear(self.tabs, self.stack, self.home, self.banner)
    }

    // O-20/tabs-and-navigation
    @Test("O-20 tabs, navigation and an embedded page: each screen is viewed once each time")
    func eachScreenOnce() {
        let world = PageWorld()
        self.walk(world)
        #expect(world.views == ["HomeVC", "DetailVC", "HomeVC", "SettingsVC", "HomeVC"])
        #expect(world.leaves == ["HomeVC", "DetailVC", "HomeVC", "SettingsVC", "HomeVC", "HomeVC"])
    }

    // O-20/coming-to-the-front
    @Test("O-20 the background is a leave, coming back is no view, and no time is counted twice")
    func background() {
        let world = PageWorld()
        self.walk(world)
        #expect(world.dwell("HomeVC") == [1, 3, 5, 6])
        #expect(world.dwell("DetailVC") == [2] && world.dwell("SettingsVC") == [4])
    }

    // O-20/embedded-pages
    @Test(
        "O-20 embedded pages make events where they are switched on, all or by class; containers do not",
        arguments: [PageRules(tracksChildPages: true), PageRules(childTypes: ["BannerVC"])]
    )
    func embeddedPages(_ rules: PageRules) {
        let world = PageWorld(rules: rules)
        self.walk(world)
        #expect(world.views.filter { $0 == "BannerVC" }.count == 3)
        #expect(world.views.filter { $0 == "HomeVC" }.count == 3)
        #expect(!world.views.contains { $0.hasPrefix("UI") })
    }

    // O-20/containers
    @Test(
        "O-20 what only arranges pages, and what the system brings, is no page",
        arguments: ["UISplitViewController", "UIPageViewController"],
        ["UISearchController", "UIAlertController", "UIInputWindowController"]
    )
    func containersAndSystem(_ container: String, _ system: String) {
        let world = PageWorld()
        let outer = ManualPage(container)
        outer.isContainer = true
        let alert = ManualPage(system)
        alert.isSystem = true
        let inner = ManualPage("InnerVC")
        let results = ManualPage("ResultsVC")
        inner.parentPage = outer
        results.parentPage = alert
        world.appear(outer, inner)
        world.wait(1)
        world.presentSheet(alert, over: outer)
        world.appear(results)
        world.wait(1)
        world.disappear(results)
        world.dismissSheet(alert)
        world.disappear(inner, outer)
        #expect(world.views == ["InnerVC", "ResultsVC"] && world.leaves == ["ResultsVC", "InnerVC"])
        #expect(world.dwell("InnerVC") == [2])
    }

    @Test("A container of the app's own is named in the rules")
    func ownContainers() {
        let world = PageWorld(rules: PageRules(containerTypes: ["SideMenuVC"]))
        let menu = ManualPage("SideMenuVC")
        self.home.parentPage = menu
        world.appear(menu, self.home)
        #expect(world.views == ["HomeVC"])
    }

    // O-20/hosting
    @Test("O-20 a bare hosting controller has a name given in code, or is no page; what it contains is")
    func hosting() {
        let world = PageWorld()
        let hosting = ManualPage("UIHostingController")
        hosting.isHosting = true
        let inner = ManualPage("MapVC")
        inner.parentPage = hosting
        world.appear(hosting, inner)
        world.disappear(hosting, inner)
        #expect(world.views == ["MapVC"])
        hosting.screenName = "Profile"
        world.appear(hosting)
        #expect(world.views == ["MapVC", "Profile"])
        #expect(world.events.last?.properties["$url"] == "Profile")
    }

    @Test("A page that appears while nobody sees the app is viewed when the app comes to the front")
    func passiveStart() {
        let world = PageWorld(isInBackground: true)
        world.appear(self.home)
        world.wait(500)
        #expect(world.events.isEmpty)
        world.foreground()
        world.wait(2)
        world.disappear(self.home)
        #expect(world.views == ["HomeVC"] && world.dwell("HomeVC") == [2])
        #expect(world.events.first?.milliseconds == 1_500_000)
    }

    @Test("A page that came and went while nobody saw the app was not viewed")
    func neverSeen() {
        let world = PageWorld(isInBackground: true)
        world.appear(self.home)
        world.disappear(self.home)
        world.foreground()
        #expect(world.events.isEmpty)
    }

    @Test("What is told twice makes nothing")
    func toldTwice() {
        let world = PageWorld()
        world.appear(self.home, self.home)
        world.wait(1)
        world.background()
        world.background()
        world.foreground()
        world.foreground()
        world.disappear(self.home, self.home)
        #expect(world.views == ["HomeVC"] && world.dwell("HomeVC") == [1, 0])
    }

    @Test("A page that is gone without a word is left when the next thing happens")
    func gonePage() {
        let world = PageWorld()
        do {
            let lost = ManualPage("LostVC")
            world.appear(lost)
        }
        world.wait(3)
        world.appear(self.home)
        #expect(world.leaves == ["LostVC"] && world.views == ["LostVC", "HomeVC"])
    }
}
