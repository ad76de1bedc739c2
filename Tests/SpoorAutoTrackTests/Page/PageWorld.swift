import SpoorAutoTrack
import SpoorTesting
import SpoorWire

/// Pages that appear and disappear in the order in which UIKit tells it, on a clock that the test moves.
@MainActor
final class PageWorld {
    let tracker: PageTracker
    private(set) var events: [AutoEvent] = []
    private(set) var now = AutoTime(milliseconds: 1_000_000, uptime: .seconds(50))

    init(rules: PageRules = PageRules(), table: PageTable = PageTable(), isInBackground: Bool = false) {
        self.tracker = PageTracker(rules: rules, table: table, isInBackground: isInBackground)
    }

    /// Lets time pass.
    func wait(_ seconds: Double) {
        let milliseconds = Int64((seconds * 1_000).rounded())
        self.now.milliseconds += milliseconds
        self.now.uptime += .milliseconds(milliseconds)
    }

    func appear(_ pages: ManualPage...) {
        for page in pages { self.events += self.tracker.didAppear(page, at: self.now).map(\.event) }
    }

    func disappear(_ pages: ManualPage...) {
        for page in pages { self.events += self.tracker.didDisappear(page, at: self.now).map(\.event) }
    }

    /// A navigation stack's new top: the old one disappears first.
    func push(_ page: ManualPage, in navigation: ManualPage, over old: ManualPage) {
        page.parentPage = navigation
        page.navigationStack = old.navigationStack + [page]
        self.disappear(old)
        self.appear(page)
    }

    func pop(_ page: ManualPage, to old: ManualPage) {
        self.disappear(page)
        self.appear(old)
    }

    /// A page sheet: the presenter is told nothing.
    func presentSheet(_ page: ManualPage, over presenter: ManualPage) {
        page.presentingPage = presenter
        self.appear(page)
    }

    /// A presentation over the full screen: the presenter disappears after the other one appeared.
    func presentFull(_ page: ManualPage, over presenter: ManualPage) {
        page.presentingPage = presenter
        self.appear(page)
        self.disappear(presenter)
    }

    func dismissSheet(_ page: ManualPage) {
        self.disappear(page)
        page.presentingPage = nil
    }

    func dismissFull(_ page: ManualPage, to presenter: ManualPage) {
        self.appear(presenter)
        self.disappear(page)
        page.presentingPage = nil
    }

    func background() { self.events += self.tracker.didEnterBackground(at: self.now).map(\.event) }

    func foreground() { self.events += self.tracker.willEnterForeground(at: self.now).map(\.event) }

    func settle() { self.events += self.tracker.settle(at: self.now).map(\.event) }

    func named(_ name: String) { self.events += self.tracker.trackScreen(name, at: self.now).map(\.event) }

    /// The names of the screens viewed, in order.
    var views: [String] { self.names("$AppViewScreen") }

    /// The names of the screens left, in order.
    var leaves: [String] { self.names("$AppPageLeave") }

    /// The seconds of all leaves of a screen.
    func dwell(_ name: String) -> [Double] {
        self.events.filter { $0.name == "$AppPageLeave" && $0.properties["$screen_name"] == .string(name) }
            .map { event in
                guard case .number(let seconds) = event.properties["event_duration"] else { return -1 }
                return seconds
            }
    }

    private func names(_ event: String) -> [String] {
        self.events.filter { $0.name == event }.map { event in
            guard case .string(let name) = event.properties["$screen_name"] else { return "-" }
            return name
        }
    }
}

/// A page of a navigation stack, and the stack.
@MainActor
func navigation(_ root: ManualPage) -> ManualPage {
    let navigation = ManualPage("UINavigationController")
    navigation.isContainer = true
    root.parentPage = navigation
    root.navigationStack = [root]
    return navigation
}
