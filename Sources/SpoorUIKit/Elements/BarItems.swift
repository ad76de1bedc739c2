#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The items of bars, which are no views: which bar shows one, and whose it is.
@MainActor
enum BarItems {
    /// How many controllers are looked at for the owner of an item.
    private static let limit = 500

    /// The items that a bar shows now.
    static func shown(in bar: UIView) -> [UIBarItem] {
        switch bar {
        case let bar as UITabBar: return bar.items ?? []
        case let bar as UINavigationBar:
            return (bar.topItem?.leftBarButtonItems ?? []) + (bar.topItem?.rightBarButtonItems ?? [])
        default:
            #if !os(tvOS)
            return (bar as? UIToolbar)?.items ?? []
            #else
            return []
            #endif
        }
    }

    /// The page in front within the controller that put an item into a bar, and the bar that shows it.
    static func owner(of item: UIBarItem) -> (controller: UIViewController, bar: UIView?)? {
        var waiting = Windows.shown.compactMap(\.rootViewController)
        var seen = 0
        while let controller = waiting.popLast(), seen < self.limit {
            seen += 1
            if let owned = self.place(of: item, in: controller) { return owned }
            waiting += controller.children
            // A presented controller hangs on the one that presents it alone, though all its relatives name it.
            if let presented = controller.presentedViewController, presented.presentingViewController === controller {
                waiting.append(presented)
            }
        }
        return nil
    }

    private static func place(
        of item: UIBarItem,
        in controller: UIViewController
    ) -> (controller: UIViewController, bar: UIView?)? {
        if let tabs = controller as? UITabBarController {
            // The page from which a person leaves by the tab.
            guard tabs.tabBar.items?.contains(where: { $0 === item }) == true else { return nil }
            return (Pages.front(of: tabs), tabs.tabBar)
        }
        // Outside of a navigation the items do not exist until they are asked for.
        guard let bar = controller.navigationController?.navigationBar else { return nil }
        let items = controller.navigationItem
        if [items.leftBarButtonItems, items.rightBarButtonItems].contains(where: {
            $0?.contains { $0 === item } == true
        }) {
            return (Pages.front(of: controller), bar)
        }
        #if !os(tvOS)
        if controller.toolbarItems?.contains(where: { $0 === item }) == true {
            return (Pages.front(of: controller), controller.navigationController?.toolbar)
        }
        #endif
        return nil
    }
}
#endif
