#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Taps and long presses on any view (002). UIKit calls a recogniser's targets in the order in which they came: ours
/// comes before the first of the app's that the hooks see.
extension UIKitHooks {
    /// Hooks the coming and going of targets.
    func installGestures() {
        self.engine.install(.gestureAddTarget) { [weak self] recognizer, arguments in
            guard let recognizer = recognizer as? UIGestureRecognizer else { return }
            self?.willAdd(arguments.object(at: 0), arguments.selectorName(at: 1), to: recognizer)
        }
        self.engine.install(.gestureRemoveTarget) { recognizer, arguments in
            guard let recognizer = recognizer as? UIGestureRecognizer else { return }
            GestureTarget.of(recognizer)?.willRemove(
                arguments.object(at: 0),
                arguments.selectorName(at: 1),
                from: recognizer
            )
        }
        self.engine.install(.gestureInit) { recognizer, arguments in
            // The initialiser may take its target without `addTarget`: then it is added once more, behind ours.
            guard let recognizer = recognizer as? UIGestureRecognizer, GestureTarget.of(recognizer) == nil,
                GestureTarget.isWanted(recognizer, target: arguments.object(at: 0)),
                let target = arguments.object(at: 0), let name = arguments.selectorName(at: 1)
            else { return }
            let action = NSSelectorFromString(name)
            recognizer.removeTarget(target, action: action)
            recognizer.addTarget(target, action: action)
        }
    }

    private func willAdd(_ target: AnyObject?, _ action: String?, to recognizer: UIGestureRecognizer) {
        guard let target, let action, !(target is GestureTarget), GestureTarget.isWanted(recognizer, target: target)
        else { return }
        let ours = GestureTarget.made(for: recognizer, owner: self) { [weak self] recognizer in
            self?.recognized(recognizer)
        }
        ours.willAdd(target, action)
    }

    private func recognized(_ recognizer: UIGestureRecognizer) {
        // The target stays when the hook is switched off.
        guard self.engine.isRunning(HookPoint.gestureAddTarget.name), let view = recognizer.view,
            !(view is UIControl) || !ClassFacts.of(view).isToolkitsOwn
        else { return }
        self.tracker.gestureEnded(
            ClassFacts.of(recognizer).name,
            on: UIKitElements.view(view),
            point: TouchPhase.point(recognizer.location(in: nil))
        )
    }
}
#endif
