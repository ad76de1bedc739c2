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
        let element = UIKitElements.barItem(item)
        element.knownBar = bar
        self.tracker.itemChosen(element, in: UIKitElements.view(bar))
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
        let element = UIKitElements.alertAction(action)
        self.tracker.itemChosen(element, in: element.parent)
    }
}
#endif
