#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// UIKit's own wiring: the parts of a control send actions to each other, and none of them is a click of its own.
@MainActor
enum ActionWiring {
    /// How far up a bar, or the target, is looked for.
    private static let depth = 16

    /// Whether an action stays inside UIKit: from a part of a control to the control, from a bar's button to its item.
    ///
    /// - Parameters:
    ///   - sender: who sends it.
    ///   - target: who gets it; nil for the chain of responders, or a closure.
    /// - Returns: whether it is no click.
    static func isInner(_ sender: UIView, target: AnyObject?) -> Bool {
        let target = target as? NSObject
        return ActionRule(
            bar: self.bar(around: sender),
            isSenderToolkitsOwn: ClassFacts.of(sender).isToolkitsOwn,
            isTargetToolkits: target.map { ClassFacts.of($0).isToolkit } ?? false,
            isTargetAround: (target as? UIView).map { $0 !== sender && self.contains($0, sender) } ?? false,
            isTargetController: target is UIViewController
        ).isInner
    }

    private static func bar(around view: UIView) -> ActionRule.Bar? {
        var ancestor = view.superview
        for _ in 0..<self.depth {
            // What is in a search bar belongs to that, wherever it lies.
            guard let current = ancestor, !(current is UISearchBar) else { return nil }
            switch ClassFacts.of(current).kind {
            case .tabBar: return .tabs
            case .bar: return .items
            default: ancestor = current.superview
            }
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
