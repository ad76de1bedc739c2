#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// The title of a page as a person reads it.
@MainActor
enum PageTitle {
    /// How many views of a title view are looked at.
    private static let limit = 100

    /// The title view's text, else the navigation item's title, else the controller's own; nil for none.
    static func of(_ controller: UIViewController) -> String? {
        // Outside of a navigation the item does not exist until it is asked for.
        let item = controller.navigationController == nil ? nil : controller.navigationItem
        if let view = item?.titleView, let text = self.text(in: view) { return text }
        return [item?.title, controller.title].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// The texts of the labels and buttons in a view, from first to last.
    private static func text(in view: UIView) -> String? {
        var texts: [String] = []
        var waiting = [view]
        var seen = 0
        while let next = waiting.popLast(), seen < self.limit {
            seen += 1
            guard !next.isHidden, !ClassFacts.of(next).takesText else { continue }
            if next is UILabel || next is UIButton {
                let text = ViewText.text(of: next, kind: .label)
                if let text, !text.isEmpty { texts.append(text) }
            } else {
                waiting += next.subviews.reversed()
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "-")
    }
}
#endif
