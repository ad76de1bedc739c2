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

    /// The pages that lie below another one and can still be seen.
    let covers = PageCovers()

    /// Told when a page came or went.
    var pagesChanged: @MainActor () -> Void = {}

    private var delegates: [DelegateHook] = []

    /// Makes hooks that are not in place yet.
    init(tracker: AutoTracker, engine: HookEngine) {
        self.tracker = tracker
        self.engine = engine
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
        for name in HookTable.uiKit.names + [HookPoint.controlAction.name] { self.engine.uninstall(name) }
    }

    /// Hooks the delegates that lists and bars on the screen had before.
    func adopt(_ view: UIView) {
        guard view is UITableView || view is UICollectionView || view is UITabBar else { return }
        for delegate in self.delegates where delegate.point.className == Self.className(of: view) {
            delegate.adoptCurrentDelegate(of: view)
        }
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
        self.delegates = [
            DelegateHook(.tableView, engine: self.engine) { [weak self] _, _, arguments in self?.rowTapped(arguments) },
            DelegateHook(.collectionView, engine: self.engine) { [weak self] _, _, arguments in
                self?.rowTapped(arguments)
            },
            DelegateHook(.tabBar, engine: self.engine) { [weak self] _, _, arguments in self?.tabChosen(arguments) },
        ]
        for delegate in self.delegates { delegate.install() }
    }
}
#endif
