#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Pages that appear, disappear, and lie below others.
///
/// UIKit says "did" only of what has happened: a sheet that is pulled and let go, a cancelled swipe back say "will" alone.
extension UIKitHooks {
    /// Hooks the coming and going of pages.
    func installPages() {
        self.engine.install(.viewDidAppear) { [weak self] controller, _ in
            guard let controller = controller as? UIViewController else { return }
            self?.didAppear(controller)
        }
        self.engine.install(.viewDidDisappear) { [weak self] controller, _ in
            guard let controller = controller as? UIViewController else { return }
            self?.didDisappear(controller)
        }
    }

    private func didAppear(_ controller: UIViewController) {
        if let alert = controller as? UIAlertController { Self.remember(alert) }
        // Before the page on top: the one below is covered when that one begins.
        for page in self.covers.appeared(controller) { self.tracker.pageCovered(UIKitElements.controller(page)) }
        self.tracker.pageDidAppear(UIKitElements.controller(controller))
        self.pagesChanged()
    }

    private func didDisappear(_ controller: UIViewController) {
        self.tracker.pageDidDisappear(UIKitElements.controller(controller))
        for page in self.covers.disappeared(controller) { self.tracker.pageUncovered(UIKitElements.controller(page)) }
        self.pagesChanged()
    }

    /// An alert is gone when the handler of its choice runs: what lies below is remembered now.
    private static func remember(_ alert: UIAlertController) {
        let page = alert.presentingViewController.map { Pages.front(of: $0) }
        for action in alert.actions {
            let element = UIKitElements.alertAction(action)
            element.alert = alert
            element.page = page
        }
    }
}
#endif
