#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// What is looked at when the main loop is idle: exposure, how far was scrolled, and what was there before the hooks.
@MainActor
final class ScreenScan {
    private let tracker: AutoTracker
    private let idle = IdleScan(interval: .milliseconds(100))
    private let scrolls = ScrollWatch()
    private let uptime: () -> Duration
    private let found: @MainActor (UIView) -> Bool
    private let walks: Bool
    private var pace = WalkPace()
    private var pagesSettle: Duration?
    #if os(iOS)
    private let keyboard = KeyboardCover()
    #endif

    /// For how long, and how often, it is looked after a page came or went.
    private static let settleTime = Duration.milliseconds(1_200)
    private static let settleStep = Duration.milliseconds(300)

    /// Makes a scan that does not run yet.
    ///
    /// - Parameters:
    ///   - tracker: who is told of what is visible and how far was scrolled.
    ///   - walks: whether all views are looked at, for what scrolls and what was there before the hooks.
    ///   - uptime: the engine's monotonic clock.
    ///   - found: told of each view that is there, again and again; answers whether it changed anything.
    init(
        tracker: AutoTracker,
        walks: Bool,
        uptime: @escaping () -> Duration,
        found: @escaping @MainActor (UIView) -> Bool
    ) {
        self.tracker = tracker
        self.walks = walks
        self.uptime = uptime
        self.found = found
    }

    /// Begins to look.
    func begin() {
        #if os(iOS)
        self.keyboard.begin()
        #endif
        self.idle.begin { [weak self] in self?.look() }
    }

    /// Ends looking.
    func end() {
        self.idle.end()
        #if os(iOS)
        self.keyboard.end()
        #endif
    }

    /// Looks; answers after which time it must look again though nothing happens.
    private func look() -> Duration? {
        let windows = Windows.shown
        self.walk(windows)
        for scroll in self.scrolls.moved() {
            let element = UIKitElements.view(scroll.view)
            self.tracker.scrolled(element, offsetY: scroll.offset, viewportHeight: scroll.height)
        }
        // Without marks there is nothing to see; the engine still learns that time has passed, for pages that came back.
        self.tracker.scan(windows: self.tracker.needsScans ? self.elements(windows) : [])
        let now = self.uptime()
        let waits = [
            self.tracker.exposureDeadline.map { $0 - now },
            self.pagesSettle.flatMap { now < $0 ? Self.settleStep : nil },
        ]
        return waits.compactMap { $0 }.min()
    }

    /// Notes that a page came or went: what became of the others shows a little later, though nothing else may happen.
    func pagesChanged() {
        self.pagesSettle = self.uptime() + Self.settleTime
        self.pace.pagesChanged()
        self.scrolls.pagesChanged()
    }

    private func elements(_ windows: [UIWindow]) -> [any Element] {
        var elements: [any Element] = windows.map { UIKitElements.view($0) }
        #if os(iOS)
        if let keyboard = self.keyboard.element(over: windows) { elements.append(keyboard) }
        #endif
        return elements
    }

    private func walk(_ windows: [UIWindow]) {
        guard self.walks, self.pace.isDue(at: self.uptime()) else { return }
        var foundNew = false
        ViewWalk.visit(windows) { view in
            if let scroll = view as? UIScrollView, self.scrolls.found(scroll) { foundNew = true }
            if self.found(view) { foundNew = true }
        }
        self.pace.walked(foundNew: foundNew, at: self.uptime())
    }
}
#endif
