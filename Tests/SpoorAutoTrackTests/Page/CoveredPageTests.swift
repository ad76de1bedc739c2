import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// O-25: a half-pulled sheet makes false page events.
@MainActor
struct CoveredPageTests {
    private let list = ManualPage("ListVC")
    private let filter = ManualPage("FilterVC")
    private let world = PageWorld()

    init() {
        self.world.appear(self.list)
        self.world.wait(10)
        self.world.presentSheet(self.filter, over: self.list)
        self.world.wait(3)
    }

    // O-25/pulled-and-let-go
    @Test("O-25 (1) a sheet pulled down a little and let go: no event, no split")
    func pulledAndLetGo() {
        let before = self.world.events
        self.world.appear(self.filter)  // What UIKit tells of it beside will-disappear and will-appear.
        #expect(self.world.events == before)
        self.world.wait(2)
        self.world.dismissSheet(self.filter)
        self.world.wait(0.1)
        self.world.settle()
        #expect(self.world.dwell("FilterVC") == [5] && self.world.views == ["ListVC", "FilterVC", "ListVC"])
        #expect(self.world.events.last?.milliseconds == 1_015_000)
    }

    // O-25/pulled-down
    // O-25/dismissed-by-code
    @Test(
        "O-25 (2)(3) a sheet that goes is left once; the list was covered, not left, and is viewed again",
        arguments: [false, true]
    )
    func dismissed(tellsThePresenter: Bool) {
        self.world.dismissSheet(self.filter)
        if tellsThePresenter { self.world.appear(self.list) }
        self.world.wait(4)
        self.world.disappear(self.list)
        #expect(self.world.leaves == ["FilterVC", "ListVC"] && self.world.views == ["ListVC", "FilterVC", "ListVC"])
        #expect(self.world.dwell("FilterVC") == [3] && self.world.dwell("ListVC") == [14])
    }

    // O-25/full-screen-over-sheet
    @Test("O-25 (4) a full-screen page over the sheet, and closed: covered, not dismissed", arguments: [false, true])
    func fullScreenOverSheet(isSheetTold: Bool) {
        let full = ManualPage("PhotoVC")
        if isSheetTold {
            self.world.presentFull(full, over: self.filter)
        } else {
            self.world.presentSheet(full, over: self.filter)
        }
        self.world.wait(7)
        #expect(self.world.leaves.isEmpty)
        if isSheetTold {
            self.world.dismissFull(full, to: self.filter)
        } else {
            self.world.dismissSheet(full)
        }
        self.world.wait(1)
        #expect(self.world.leaves == ["PhotoVC"])
        self.world.dismissSheet(self.filter)
        self.world.wait(1)
        self.world.disappear(self.list)
        #expect(self.world.views == ["ListVC", "FilterVC", "PhotoVC", "FilterVC", "ListVC"])
        #expect(self.world.dwell("PhotoVC") == [7] && self.world.dwell("FilterVC") == [4])
        #expect(self.world.dwell("ListVC") == [11])
    }

    // O-25/swipe-back-cancelled
    @Test("O-25 (5) a swipe back that is cancelled half-way: no event, no split")
    func swipeBackCancelled() {
        let world = PageWorld()
        let stack = navigation(self.list)
        let detail = ManualPage("DetailVC")
        world.appear(self.list)
        world.push(detail, in: stack, over: self.list)
        world.wait(2)
        let before = world.events
        world.appear(detail)
        world.disappear(self.list)
        #expect(world.events == before)
        world.wait(3)
        world.pop(detail, to: self.list)
        #expect(world.dwell("DetailVC") == [5] && world.views == ["ListVC", "DetailVC", "ListVC"])
    }

    @Test("Both pages dismissed at once: each is left, the list's clock goes on", arguments: [false, true])
    func bothDismissed(isListTold: Bool) {
        let full = ManualPage("PhotoVC")
        self.world.presentFull(full, over: self.filter)
        self.world.wait(1)
        if isListTold { self.world.appear(self.list) }
        self.world.disappear(full)
        full.presentingPage = nil
        self.filter.presentingPage = nil
        self.world.wait(1)
        self.world.appear(self.list)
        self.world.wait(1)
        self.world.disappear(self.list)
        #expect(self.world.leaves.sorted() == ["FilterVC", "ListVC", "PhotoVC"])
        #expect(self.world.dwell("FilterVC") == [3])
        #expect(self.world.dwell("ListVC") == [12])
        #expect(self.world.views == ["ListVC", "FilterVC", "PhotoVC", "ListVC"])
        // It could be seen from the moment when the last page went.
        #expect(self.world.events.last { $0.name == "$AppViewScreen" }?.milliseconds == 1_014_000)
    }

    @Test("In the background what is covered is left with its own time, and goes on with nothing counted twice")
    func backgroundUnderASheet() {
        self.world.background()
        self.world.wait(60)
        self.world.foreground()
        self.world.wait(2)
        self.world.dismissSheet(self.filter)
        self.world.wait(5)
        self.world.disappear(self.list)
        #expect(self.world.views == ["ListVC", "FilterVC", "ListVC"])
        #expect(self.world.dwell("ListVC") == [10, 5] && self.world.dwell("FilterVC") == [3, 2])
    }

    @Test("A presentation told of by the adapter: the page is covered until it says otherwise")
    func toldByAdapter() {
        let world = PageWorld()
        world.appear(self.list)
        world.wait(1)
        world.tracker.covered(self.list, at: world.now)
        world.disappear(self.list)
        world.wait(9)
        world.appear(self.list)
        world.tracker.uncovered(self.list, at: world.now)
        world.wait(1)
        world.disappear(self.list)
        #expect(world.views == ["ListVC"] && world.dwell("ListVC") == [2])
    }

    @Test("A page pushed beneath an open sheet is covered by it")
    func pushedBeneath() {
        let detail = ManualPage("DetailVC")
        let stack = navigation(self.list)
        self.filter.presentingPage = stack
        detail.parentPage = stack
        self.world.disappear(self.list)
        self.world.appear(detail)
        self.world.wait(5)
        self.world.dismissSheet(self.filter)
        self.world.wait(1)
        self.world.disappear(detail)
        #expect(self.world.dwell("DetailVC") == [1] && self.world.dwell("FilterVC") == [8])
        #expect(self.world.views == ["ListVC", "FilterVC", "DetailVC"])
    }

    @Test("A sheet that went while nobody saw the app: the list is viewed when the app comes back")
    func dismissedInTheBackground() {
        self.world.background()
        self.world.dismissSheet(self.filter)
        #expect(self.world.views == ["ListVC", "FilterVC"])
        self.world.foreground()
        self.world.wait(0.1)
        self.world.settle()
        #expect(self.world.views == ["ListVC", "FilterVC", "ListVC"])
    }

    @Test("A page that went with its cover is noticed when the app is idle")
    func idle() {
        let full = ManualPage("PhotoVC")
        self.world.presentFull(full, over: self.filter)
        self.world.disappear(full)
        #expect(self.world.tracker.settle(at: self.world.now).isEmpty)
        self.world.wait(1)
        let events = self.world.tracker.settle(at: self.world.now).map(\.event)
        #expect(events.map(\.name) == ["$AppPageLeave", "$AppViewScreen"])
        #expect(events.map { $0.properties["$screen_name"] } == ["FilterVC", "ListVC"])
        #expect(events.last?.milliseconds == self.world.now.milliseconds - 1_000)
    }

    @Test("Presented pages dismissed one by one in the same moment: what flashes by is not viewed")
    func flashes() {
        let second = ManualPage("SecondVC")
        self.world.presentSheet(second, over: self.filter)
        self.world.wait(1)
        self.world.dismissSheet(second)
        self.world.wait(0.05)
        self.world.dismissSheet(self.filter)
        self.world.wait(1)
        self.world.disappear(self.list)
        #expect(self.world.views == ["ListVC", "FilterVC", "SecondVC", "ListVC"])
        #expect(self.world.leaves == ["SecondVC", "FilterVC", "ListVC"])
    }
}
