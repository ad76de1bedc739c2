#if canImport(UIKit) && !os(watchOS)
import UIKit

/// UIKit's own wiring: the parts of a control send actions to each other, and none of them is a click of its own.
@MainActor
enum ActionWiring {
    /// How far up a bar is looked for.
    private static let depth = 16

    /// Whether an action stays inside UIKit: from a part of a control to the control, from a tab's view to the bar.
    ///
    /// - Parameters:
    ///   - sender: who sends it.
    ///   - target: who gets it; nil for the chain of responders, or a closure.
    /// - Returns: whether it is no click.
    static func isInner(_ sender: UIView, target: AnyObject?) -> Bool {
        switch self.bar(around: sender) {
        // The bar tells of its tabs by itself.
        case is UITabBar: return ClassFacts.of(sender).isToolkitsOwn
        // A back button is UIKit's own from end to end, and a click all the same.
        case is UINavigationBar: return false
        default: break
        }
        guard let target = target as? NSObject, ClassFacts.of(target).isToolkit else { return false }
        if ClassFacts.of(sender).isToolkitsOwn { return true }
        guard let control = target as? UIView, control !== sender else { return false }
        return self.contains(control, sender)
    }

    private static func bar(around view: UIView) -> UIView? {
        var ancestor = view.superview
        for _ in 0..<self.depth {
            guard let current = ancestor else { return nil }
            if current is UITabBar || current is UINavigationBar { return current }
            ancestor = current.superview
        }
        return nil
    }

    private static func contains(_ outer: UIView, _ inner: UIView) -> Bool {
        var ancestor = inner.superview
        for _ in 0..<self.depth {
            guard let current = ancestor else { return false }
            if current === outer { return true }
            ancestor = current.superview
        }
        return false
    }
}
#endif
