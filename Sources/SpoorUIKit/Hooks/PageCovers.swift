#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Which page lies below something that is presented and no screen of the app's: a share sheet, a picker, a web page of
/// the system's, a hosting controller without a name (bug case O-25).
///
/// Of screens over screens the engine hears by themselves.
@MainActor
final class PageCovers {
    /// The page below, which may go before the one above.
    private final class Below {
        weak var page: UIViewController?
        init(_ page: UIViewController) { self.page = page }
    }

    private let below = Attachment<Below>()

    /// Which pages are screens, as the toolkit knows them.
    private let rules: @MainActor () -> PageRules

    /// Makes covers without any.
    ///
    /// - Parameter rules: which pages are screens, as they hold at the moment.
    init(rules: @escaping @MainActor () -> PageRules) {
        self.rules = rules
    }

    /// Takes a page that appeared.
    ///
    /// - Parameter controller: the page.
    /// - Returns: the page that it covers from now on; empty for a screen, and where it covers none.
    func appeared(_ controller: UIViewController) -> [UIViewController] {
        // The container that was presented speaks for all it contains, which UIKit tells the same.
        guard controller.parent == nil, self.below[controller] == nil, !Self.isPartOfPage(controller),
            let presenter = controller.presentingViewController,
            self.rules().isTransparent(UIKitElements.controller(Pages.front(of: controller)))
        else { return [] }
        let page = Pages.front(of: presenter)
        self.below[controller] = Below(page)
        return [page]
    }

    /// An alert is a part of the page that it asks about, a search one of the page that is searched.
    private static func isPartOfPage(_ controller: UIViewController) -> Bool {
        controller is UIAlertController || controller is UISearchController
    }

    /// Takes a page that disappeared.
    ///
    /// - Parameter controller: the page.
    /// - Returns: the page that is no longer covered; empty where the covering one is covered itself and comes back.
    func disappeared(_ controller: UIViewController) -> [UIViewController] {
        guard let below = self.below[controller] else { return [] }
        // A full-screen page over a sheet takes the sheet off the screen, and does not end it.
        guard controller.isBeingDismissed || controller.presentingViewController == nil else { return [] }
        self.below[controller] = nil
        return [below.page].compactMap { $0 }
    }
}
#endif
