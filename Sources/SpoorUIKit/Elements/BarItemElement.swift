#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// A tab, or a button of a bar (002's UINavigationButton): no view, so its facts come from the item.
final class BarItemElement: UIKitElement {
    init(_ item: UIBarItem) {
        super.init(object: item)
    }

    /// The bar that a delegate named, or in which it was found.
    weak var knownBar: UIView?

    private var item: UIBarItem? { self.object as? UIBarItem }

    override var kind: ElementKind { .barItem }

    override var parent: (any Element)? {
        self.bar.map { UIKitElements.view($0) }
    }

    /// The bar that shows it: the known one, or the owner's where it went elsewhere.
    private var bar: UIView? {
        guard let item = self.item else { return nil }
        if let bar = self.knownBar, BarItems.shown(in: bar).contains(where: { $0 === item }) { return bar }
        return BarItems.owner(of: item)?.bar ?? self.knownBar
    }

    override var nextResponder: (any Element)? {
        if let owner = self.item.flatMap({ BarItems.owner(of: $0) }) {
            return UIKitElements.controller(owner.controller)
        }
        return self.knownBar.map { UIKitElements.view($0) }
    }

    /// Its place among the items of its bar.
    override var cellPosition: CellPosition? {
        guard let item = self.item, let bar = self.bar,
            let index = BarItems.shown(in: bar).firstIndex(where: { $0 === item })
        else { return nil }
        return CellPosition(section: 0, row: index)
    }

    override var text: String? {
        guard let item = self.item else { return nil }
        if let title = item.title, !title.isEmpty { return title }
        return item.accessibilityLabel
    }

    override var accessibilityIdentifier: String? { self.item?.accessibilityIdentifier }

    override var controlState: ControlState? {
        guard let item = self.item else { return nil }
        var state = ControlState()
        state.title = item.title
        state.isEnabled = item.isEnabled
        if let tab = item as? UITabBarItem { state.isSelected = (self.knownBar as? UITabBar)?.selectedItem === tab }
        return state
    }
}
#endif
