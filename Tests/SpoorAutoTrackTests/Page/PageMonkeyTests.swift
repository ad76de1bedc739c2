import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// A random walk through an app: pushes, pops, sheets, full-screen pages, cancelled gestures, backgrounds, repeated and
/// senseless calls; compared with the time that each page really could be seen.
@MainActor
struct PageMonkeyTests {
    /// What is on the screen, as the test knows it: a navigation stack at the bottom, pages presented over it.
    @MainActor
    private final class Screen {
        let world = PageWorld()
        let navigation: ManualPage
        var stack: [ManualPage]
        var presented: [(page: ManualPage, isFull: Bool)] = []
        var seen: [String: Double] = [:]
        var views: [String] = []
        var isInBackground = false
        private var count = 0
        /// Every other page outlives its dismissal.
        private var leaked: [ManualPage] = []

        init() {
            let root = ManualPage("Root")
            self.stack = [root]
            self.navigation = SpoorAutoTrackTests.navigation(root)
            self.world.appear(self.navigation, root)
            self.views = ["Root"]
        }

        var top: ManualPage { self.presented.last?.page ?? self.stack[self.stack.count - 1] }

        func make() -> ManualPage {
            self.count += 1
            let page = ManualPage("Page\(self.count)")
            if self.count % 2 == 0 { self.leaked.append(page) }
            return page
        }

        func wait(_ seconds: Double) {
            self.world.wait(seconds)
            if !self.isInBackground { self.seen[self.top.typeName, default: 0] += seconds }
        }

        func push() {
            guard self.presented.isEmpty else { return }
            let page = self.make()
            self.world.push(page, in: self.navigation, over: self.top)
            self.stack.append(page)
            self.views.append(page.typeName)
        }

        func pop() {
            guard self.presented.isEmpty, self.stack.count > 1 else { return }
            let page = self.stack.removeLast()
            self.world.pop(page, to: self.top)
            self.views.append(self.top.typeName)
        }

        func present(isFull: Bool) {
            guard self.presented.count < 4 else { return }
            let page = self.make()
            let presenter = self.presented.isEmpty ? self.navigation : self.top
            page.presentingPage = presenter
            self.world.appear(page)
            if isFull { self.world.disappear(self.top) }
            self.presented.append((page, isFull))
            self.views.append(page.typeName)
        }

        func dismiss() {
            guard let (page, isFull) = self.presented.popLast() else { return }
            if isFull { self.world.dismissFull(page, to: self.top) } else { self.world.dismissSheet(page) }
            self.views.append(self.top.typeName)
        }

        /// The bottom page dismisses all that lies over it; UIKit tells those that are on the screen.
        func dismissAll() {
            let pages = self.presented
            guard pages.count > 1 else { return }
            self.presented = []
            if pages[0].isFull { self.world.appear(self.top) }
            for (index, page) in pages.enumerated().reversed() {
                let isAway = index + 1 < pages.count && pages[index + 1].isFull
                if !isAway { self.world.disappear(page.page) }
                page.page.presentingPage = nil
            }
            self.views.append(self.top.typeName)
        }

        func setBackground(_ isInBackground: Bool) {
            if isInBackground { self.world.background() } else { self.world.foreground() }
            self.isInBackground = isInBackground
        }
    }

    private func step(_ screen: Screen, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<13, using: &random) {
        case 0, 1: screen.isInBackground ? screen.setBackground(false) : screen.push()
        case 2, 3: if !screen.isInBackground { screen.pop() }
        case 4: if !screen.isInBackground { screen.present(isFull: false) }
        case 5: if !screen.isInBackground { screen.present(isFull: true) }
        case 6, 7: if !screen.isInBackground { screen.dismiss() }
        case 8: screen.setBackground(!screen.isInBackground)
        case 9: screen.world.appear(screen.top)  // A cancelled dismissal.
        case 10: if !screen.isInBackground { screen.dismissAll() }
        case 11: screen.world.disappear(ManualPage("Stranger"), screen.navigation)
        default: screen.setBackground(screen.isInBackground)  // Told twice.
        }
        screen.wait(Double(Int.random(in: 100...3_000, using: &random)) / 1_000)
    }

    @Test(
        "Ten minutes of random pages: each is viewed as often as it came, and its time is the time it was seen",
        arguments: MonkeySeeds.or((0..<40).map { $0 * 7_919 + 1 })
    )
    func tenMinutes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let screen = Screen()
        let end = screen.world.now.uptime + .seconds(600)
        while screen.world.now.uptime < end { self.step(screen, &random) }
        screen.setBackground(true)
        #expect(screen.world.views == screen.views, "seed \(seed)")
        for (name, seconds) in screen.seen {
            let told = screen.world.dwell(name).reduce(0, +)
            #expect(abs(told - seconds) < 0.001, "seed \(seed), \(name)")
        }
        let leaves = screen.world.leaves.count
        screen.setBackground(true)
        #expect(screen.world.leaves.count == leaves && Set(screen.world.leaves).isSubset(of: screen.views))
    }
}
