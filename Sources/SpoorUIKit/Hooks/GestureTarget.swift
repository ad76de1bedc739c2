#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// A target of ours on a gesture recogniser that has one of the app's.
@objc
@MainActor
final class GestureTarget: NSObject {
    private static let attached = Attachment<GestureTarget>()

    /// The app's targets.
    private var others = TargetBook()
    /// Who is told; more than one where several trackers see the same app.
    private var listeners: [ObjectIdentifier: @MainActor (UIGestureRecognizer) -> Void] = [:]

    /// The target of ours on a recogniser; nil for none.
    static func of(_ recognizer: UIGestureRecognizer) -> GestureTarget? { self.attached[recognizer] }

    /// Whether a recogniser with this target is the app's, and one for taps or long presses.
    ///
    /// UIKit has recognisers of its own on many views: of private classes, or with targets that are its own.
    static func isWanted(_ recognizer: UIGestureRecognizer, target: AnyObject?) -> Bool {
        guard recognizer is UITapGestureRecognizer || recognizer is UILongPressGestureRecognizer,
            !ClassFacts.of(recognizer).isToolkitsOwn
        else { return false }
        guard let target = target as? NSObject else { return target != nil }
        return !ClassFacts.of(target).isToolkit
    }

    /// The target on a recogniser, put there where it has none yet.
    ///
    /// - Parameters:
    ///   - recognizer: the recogniser.
    ///   - owner: who listens, once for each.
    ///   - recognized: told when its gesture is a click.
    /// - Returns: the target.
    static func made(
        for recognizer: UIGestureRecognizer,
        owner: AnyObject,
        _ recognized: @escaping @MainActor (UIGestureRecognizer) -> Void
    ) -> GestureTarget {
        if let target = self.attached[recognizer] {
            target.listeners[ObjectIdentifier(owner)] = recognized
            return target
        }
        let target = GestureTarget()
        target.listeners[ObjectIdentifier(owner)] = recognized
        self.attached[recognizer] = target
        recognizer.addTarget(target, action: #selector(GestureTarget.gestureChanged(_:)))
        return target
    }

    /// Notes a target of the app's.
    func willAdd(_ target: AnyObject, _ action: String) {
        self.others.add(ObjectIdentifier(target), action)
    }

    /// Goes with the app's last target.
    ///
    /// - Parameters:
    ///   - target: whose entries are removed; nil for everybody's.
    ///   - action: which of them; nil for all.
    ///   - recognizer: the recogniser.
    func willRemove(_ target: AnyObject?, _ action: String?, from recognizer: UIGestureRecognizer) {
        guard target !== self else { return }
        self.others.remove(target.map { ObjectIdentifier($0) }, action)
        guard self.others.isEmpty else { return }
        Self.attached[recognizer] = nil
        recognizer.removeTarget(self, action: nil)
    }

    @objc private func gestureChanged(_ recognizer: UIGestureRecognizer) {
        let phase: GestureRule.Phase =
            switch recognizer.state {
            case .began: .began
            case .ended: .ended
            default: .other
            }
        guard GestureRule.isClick(phase, isLongPress: recognizer is UILongPressGestureRecognizer) else { return }
        for listener in self.listeners.values { listener(recognizer) }
    }
}
#endif
