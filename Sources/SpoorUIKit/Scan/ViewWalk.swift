#if canImport(UIKit) && !os(watchOS)
import UIKit

/// A walk over all views of some windows, bounded.
@MainActor
enum ViewWalk {
    /// The most views of one walk.
    private static let limit = 20_000

    /// Visits the views that neither are hidden nor lie in one that is, up to the limit, the last window first.
    static func visit(_ windows: [UIWindow], _ visitor: (UIView) -> Void) {
        var waiting: [UIView] = windows
        var seen = 0
        while let view = waiting.popLast(), seen < self.limit {
            seen += 1
            guard !view.isHidden else { continue }
            visitor(view)
            waiting += view.subviews
        }
    }
}
#endif
