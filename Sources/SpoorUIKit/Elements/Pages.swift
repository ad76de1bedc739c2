#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Which of several controllers is the one that a person looks at.
@MainActor
enum Pages {
    /// How deep containers may lie in each other.
    private static let depth = 32

    /// The controller in front within a container; the controller itself where it contains none.
    static func front(of controller: UIViewController) -> UIViewController {
        var front = controller
        for _ in 0..<self.depth {
            guard let inner = self.shown(in: front), inner !== front else { return front }
            front = inner
        }
        return front
    }

    /// The page in front of the key window; nil where none of the windows is that.
    static var top: UIViewController? {
        guard let root = Windows.shown.last(where: { $0.isKeyWindow })?.rootViewController else { return nil }
        var front = root
        for _ in 0..<self.depth {
            // A menu or an alert that is still there is no page.
            guard let presented = front.presentedViewController, !(presented is UIAlertController),
                !ClassFacts.of(presented).isToolkitsOwn || self.isContainer(presented)
            else { break }
            front = presented
        }
        return self.front(of: front)
    }

    /// Whether a controller only arranges others.
    static func isContainer(_ controller: UIViewController) -> Bool {
        controller is UINavigationController || controller is UITabBarController
            || controller is UISplitViewController || controller is UIPageViewController
    }

    private static func shown(in controller: UIViewController) -> UIViewController? {
        switch controller {
        case let navigation as UINavigationController: navigation.topViewController
        case let tabs as UITabBarController: tabs.selectedViewController
        case let split as UISplitViewController: split.viewControllers.last
        case let pages as UIPageViewController: pages.viewControllers?.first
        default: nil
        }
    }
}
#endif
