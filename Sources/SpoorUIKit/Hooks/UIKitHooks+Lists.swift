#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Cells of lists, tabs of bars, choices of alerts (002).
extension UIKitHooks {
    /// A row or item was tapped, and the delegate does not know yet.
    func rowTapped(_ arguments: HookArguments) {
        guard let path = arguments.object(at: 1) as? IndexPath, path.count >= 2 else { return }
        switch arguments.object(at: 0) {
        case let table as UITableView:
            self.tell(table, table.cellForRow(at: path), CellPosition(section: path.section, row: path.row))
        case let collection as UICollectionView:
            self.tell(collection, collection.cellForItem(at: path), CellPosition(section: path.section, row: path.item))
        default: break
        }
    }

    private func tell(_ list: UIView, _ cell: UIView?, _ position: CellPosition) {
        self.tracker.rowSelected(
            in: UIKitElements.view(list),
            cell: cell.map { UIKitElements.view($0) },
            at: position
        )
    }

    /// A tab of a bar was chosen.
    func tabChosen(_ arguments: HookArguments) {
        guard let bar = arguments.object(at: 0) as? UITabBar, let item = arguments.object(at: 1) as? UITabBarItem else {
            return
        }
        self.tabChosen(item, in: bar)
    }

    /// A controller tells that a tab was chosen, after it showed the page.
    func tabControllerChose(_ arguments: HookArguments) {
        guard let tabs = arguments.object(at: 0) as? UITabBarController,
            let item = (arguments.object(at: 1) as? UIViewController)?.tabBarItem
        else { return }
        self.tabChosen(item, in: tabs.tabBar)
    }

    /// A tab was chosen, of a bar that is known or looked for; not told again in the same turn of the main loop.
    func tabChosen(_ item: UITabBarItem, in bar: UITabBar?) {
        guard self.toldTab != ObjectIdentifier(item) else { return }
        self.toldTab = ObjectIdentifier(item)
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.toldTab = nil } }
        let element = UIKitElements.barItem(item)
        if let bar { element.knownBar = bar }
        self.tracker.itemChosen(element, in: element.parent)
    }

    /// A choice is made for an alert: its handler tells the engine before it tells the app.
    func willMakeAlertAction(_ arguments: inout HookArguments) {
        typealias Handler = @convention(block) (UIAlertAction) -> Void
        // The block may lie on the caller's stack still: made a closure now, it is copied to where it can wait.
        let handler: ((UIAlertAction) -> Void)? = arguments.object(at: 2).map { unsafeBitCast($0, to: Handler.self) }
        let telling: Handler = { [weak self] action in
            self?.alertActionChosen(action)
            handler?(action)
        }
        arguments.replace(at: 2, with: unsafeBitCast(telling, to: AnyObject.self))
    }

    private func alertActionChosen(_ action: UIAlertAction) {
        // The handler stays wrapped when the hook is switched off.
        guard self.engine.isRunning(HookPoint.alertAction.name) else { return }
        let element = UIKitElements.alertAction(action)
        // Added to an alert that was up already, or taken before it was: the alert is gone by now.
        if element.page == nil { element.page = Pages.top }
        self.tracker.itemChosen(element, in: element.parent)
    }
}
#endif
