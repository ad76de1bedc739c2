#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// The text that a view shows by itself; what a person typed is never asked for.
@MainActor
enum ViewText {
    /// The text of a view; nil for none, and for what is in a field.
    static func text(of view: UIView, kind: ElementKind) -> String? {
        guard kind != .textInput, !view.isInField else { return nil }
        switch view {
        case let label as UILabel: return label.text
        case let button as UIButton:
            return button.currentTitle ?? button.currentAttributedTitle?.string ?? button.titleLabel?.text
                ?? self.label(of: button)
        case let segments as UISegmentedControl:
            let index = segments.selectedSegmentIndex
            return 0..<segments.numberOfSegments ~= index ? segments.titleForSegment(at: index) : nil
        default: return self.label(of: view)
        }
    }

    /// The app's own description, where assistive tools treat the view as one thing: pictures, drawn buttons, and what
    /// other toolkits bring into UIKit's tree.
    private static func label(of view: UIView) -> String? {
        view.isAccessibilityElement ? view.accessibilityLabel : nil
    }
}

extension UIView {
    /// Whether what the view shows, or assistive tools say of it, may be what a person typed: it is a field, or lies in
    /// one, be it UIKit's or the app's own.
    ///
    /// What lies deeper than ``TreeBounds/levels`` counts as being in one.
    var isInField: Bool {
        var view: UIView? = self
        for _ in 0..<TreeBounds.levels {
            guard let current = view else { return false }
            if ClassFacts.of(current).takesText { return true }
            view = current.superview
        }
        return view != nil
    }
}
#endif
