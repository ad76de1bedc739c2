#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// Where a cell, header or footer stands, asked of the list that shows it.
@MainActor
struct CellPlace {
    /// What it is to the engine.
    let kind: ElementKind

    /// Its section and row.
    let position: CellPosition

    /// How far up a list is looked for: private containers lie between it and its cells.
    private static let depth = 16

    /// The place of a view; nil for what is no cell, and where the list does not know it.
    static func of(_ view: UIView) -> CellPlace? {
        switch view {
        case let cell as UITableViewCell:
            return self.list(around: cell, UITableView.self)?.indexPath(for: cell).map { self.cell($0, $0.row) }
        case let cell as UICollectionViewCell:
            return self.list(around: cell, UICollectionView.self)?.indexPath(for: cell).map { self.cell($0, $0.item) }
        case let header as UITableViewHeaderFooterView:
            return self.list(around: header, UITableView.self).flatMap { self.section(of: header, in: $0) }
        case let view as UICollectionReusableView:
            return self.list(around: view, UICollectionView.self).flatMap { self.section(of: view, in: $0) }
        default: return nil
        }
    }

    /// The nearest list of a kind around a view.
    static func list<List: UIView>(around view: UIView, _ type: List.Type) -> List? {
        var ancestor = view.superview
        for _ in 0..<self.depth {
            guard let current = ancestor else { return nil }
            if let list = current as? List { return list }
            ancestor = current.superview
        }
        return nil
    }

    private static func cell(_ path: IndexPath, _ row: Int) -> CellPlace {
        CellPlace(kind: .cell, position: CellPosition(section: path.section, row: row))
    }

    /// The section of a header or footer: those near the rows on the screen are compared, not all the table has.
    private static func section(of view: UITableViewHeaderFooterView, in table: UITableView) -> CellPlace? {
        let shown = (table.indexPathsForVisibleRows ?? []).map(\.section)
        let count = table.numberOfSections
        guard count > 0 else { return nil }
        let first = max(0, (shown.min() ?? 0) - 1)
        let last = min(count - 1, (shown.max() ?? min(count - 1, self.depth)) + 1)
        guard first <= last else { return nil }
        for section in first...last {
            let position = CellPosition(section: section, row: nil)
            if table.headerView(forSection: section) === view {
                return CellPlace(kind: .sectionHeader, position: position)
            }
            if table.footerView(forSection: section) === view {
                return CellPlace(kind: .sectionFooter, position: position)
            }
        }
        return nil
    }

    private static func section(of view: UICollectionReusableView, in collection: UICollectionView) -> CellPlace? {
        let kinds: [(String, ElementKind)] = [
            (UICollectionView.elementKindSectionHeader, .sectionHeader),
            (UICollectionView.elementKindSectionFooter, .sectionFooter),
        ]
        for (name, kind) in kinds {
            for path in collection.indexPathsForVisibleSupplementaryElements(ofKind: name)
            where collection.supplementaryView(forElementKind: name, at: path) === view {
                return CellPlace(kind: kind, position: CellPosition(section: path.section, row: nil))
            }
        }
        return nil
    }
}
#endif
