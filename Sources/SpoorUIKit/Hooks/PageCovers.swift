#if canImport(UIKit) && !os(watchOS)
import SpoorHooks
import UIKit

/// Which page a presented one lies over, where UIKit tells the lower one nothing: sheets, and what is over the full
/// screen (bug case O-25).
@MainActor
final class PageCovers {
    /// The page below, which may go before the one above.
    private final class Below {
        weak var page: UIViewController?
        init(_ page: UIViewController) { self.page = page }
    }

    private let below = Attachment<Below>()

    /// Takes a page that appeared.
    ///
    /// - Parameter controller: the page.
    /// - Returns: the page that it covers from now on; empty where UIKit takes that one off the screen itself.
    func appeared(_ controller: UIViewController) -> [UIViewController] {
        // The container that was presented speaks for all it contains, which UIKit tells the same.
        guard controller.parent == nil, self.below[controller] == nil,
            let presenter = controller.presentingViewController
        else { return [] }
        let page = Pages.front(of: presenter)
        guard page.viewIfLoaded?.window != nil else { return [] }
        self.below[controller] = Below(page)
        return [page]
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
