#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// UIKit's hook points, each handed on to the engine of auto-tracking; whatever is decided, is decided there.
@MainActor
final class UIKitHooks {
    /// Who is told.
    let tracker: AutoTracker

    /// Puts the hooks in place, and takes them out.
    let engine: HookEngine

    /// The pages below something presented that is no screen of the app's.
    let covers: PageCovers

    /// Told when a page came or went.
    var pagesChanged: @MainActor () -> Void = {}

    /// The closure that a control is about to run.
    var closureOfControl: ObjectIdentifier?

    /// The tab that was told of in this turn of the main loop: several hooks may see one choice, the last one late.
    var toldTab: ObjectIdentifier?

    private var delegates: [DelegateHook] = []
    private let addsMissingMethods: Bool

    /// Makes hooks that are not in place yet.
    ///
    /// - Parameters:
    ///   - tracker: who is told.
    ///   - engine: puts the hooks in place.
    ///   - addsMissingMethods: whether delegates of lists get the method that they lack.
    init(tracker: AutoTracker, engine: HookEngine, addsMissingMethods: Bool) {
        self.tracker = tracker
        self.engine = engine
        self.addsMissingMethods = addsMissingMethods
        self.covers = PageCovers(rules: { tracker.pageRules })
    }

    /// Puts all in place; a second time changes nothing.
    func install() {
        self.installActions()
        self.installPages()
        self.installGestures()
        self.installDelegates()
        self.engine.install(.alertAction) { [weak self] _, arguments in self?.willMakeAlertAction(&arguments) }
        self.engine.install(.tabSelected) { [weak self] _, arguments in self?.tabChosen(arguments) }
    }

    /// Takes all out again.
    func uninstall() {
        for delegate in self.delegates { delegate.uninstall() }
        self.delegates = []
        for name in HookTable.uiKit.names { self.engine.uninstall(name) }
    }

    /// Hooks the delegates that lists and bars on the screen had before; answers whether any was hooked.
    func adopt(_ view: UIView) -> Bool {
        guard view is UITableView || view is UICollectionView || view is UITabBar else { return false }
        let isNew = self.adopt(view, Self.className(of: view))
        guard let tabs = (view as? UITabBar)?.delegate as? UITabBarController else { return isNew }
        return self.adopt(tabs, DelegatePoint.tabController.className) || isNew
    }

    private func adopt(_ owner: NSObject, _ className: String) -> Bool {
        var isNew = false
        for delegate in self.delegates where delegate.point.className == className {
            if delegate.adoptCurrentDelegate(of: owner) { isNew = true }
        }
        return isNew
    }

    private static func className(of view: UIView) -> String {
        switch view {
        case is UITableView: "UITableView"
        case is UICollectionView: "UICollectionView"
        default: "UITabBar"
        }
    }

    private func installDelegates() {
        guard self.delegates.isEmpty else { return }
        let lists = [DelegatePoint.tableView, .collectionView].map {
            self.addsMissingMethods ? $0.addingMissingMethods() : $0
        }
        self.delegates = lists.map { point in
            DelegateHook(point, engine: self.engine) { [weak self] _, _, arguments in self?.rowTapped(arguments) }
        }
        self.delegates += [
            DelegateHook(.tabBar, engine: self.engine) { [weak self] _, _, arguments in self?.tabChosen(arguments) },
            DelegateHook(.tabController, engine: self.engine) { [weak self] _, _, arguments in
                self?.tabControllerChose(arguments)
            },
        ]
        for delegate in self.delegates { delegate.install() }
    }
}
#endif
