#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// The text that a view shows by itself; what a person typed is never asked for.
@MainActor
enum ViewText {
    /// The text of a view; nil for none.
    static func text(of view: UIView, kind: ElementKind) -> String? {
        switch view {
        case let label as UILabel: return label.text
        case let button as UIButton:
            return button.currentTitle ?? button.currentAttributedTitle?.string ?? button.titleLabel?.text
                ?? self.label(of: button)
        case let segments as UISegmentedControl:
            let index = segments.selectedSegmentIndex
            return 0..<segments.numberOfSegments ~= index ? segments.titleForSegment(at: index) : nil
        default:
            return kind == .textInput || view.isOpaqueToText ? nil : self.label(of: view)
        }
    }

    /// The app's own description, where assistive tools treat the view as one thing: pictures, drawn buttons, and what
    /// other toolkits bring into UIKit's tree.
    private static func label(of view: UIView) -> String? {
        view.isAccessibilityElement ? view.accessibilityLabel : nil
    }
}

extension UIView {
    /// Whether what assistive tools say of the view may be what a person typed into it.
    fileprivate var isOpaqueToText: Bool {
        var view: UIView? = self
        for _ in 0..<ViewText.depth {
            guard let current = view else { return false }
            if current is UITextField || current is UITextView || current is UISearchBar { return true }
            view = current.superview
        }
        return false
    }
}

extension ViewText {
    /// How far up a field is looked for: the private parts of one lie close below it.
    fileprivate static let depth = 8
}
#endif
