#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Controls and bar items (002, 003).
extension UIKitHooks {
    /// Hooks what controls and bar items send.
    func installActions() {
        self.engine.install(.sendAction) { [weak self] _, arguments in self?.actionSent(arguments) }
        self.engine.install(.controlAction) { [weak self] control, arguments in
            guard let control = control as? UIControl, let action = arguments.object(at: 0) as? UIAction else { return }
            self?.closureSent(action, from: control)
        }
    }

    private func actionSent(_ arguments: HookArguments) {
        guard let selector = arguments.selectorName(at: 0) else { return }
        let target = arguments.object(at: 1)
        let event = arguments.object(at: 3) as? UIEvent
        switch arguments.object(at: 2) {
        case let tab as UITabBarItem:
            self.tracker.itemChosen(UIKitElements.barItem(tab), in: UIKitElements.barItem(tab).parent)
        case let item as UIBarItem:
            self.send(selector, from: UIKitElements.barItem(item), event)
        case let view as UIView:
            if let item = target as? UIBarItem {
                // The bar's own button tells its item, which then sends the app's action: it is one click of the item.
                let own = (item as? UIBarButtonItem)?.action.map { NSStringFromSelector($0) }
                self.send(own ?? selector, from: UIKitElements.barItem(item), event)
            } else if !ActionWiring.isInner(view, target: target) {
                self.send(selector, from: UIKitElements.view(view), event)
            }
        default: break
        }
    }

    private func send(_ selector: String, from element: UIKitElement, _ event: UIEvent?) {
        let hasEnded = event.map { TouchPhase.hasEnded($0) } ?? false
        self.tracker.actionSent(selector, from: element, touchEnded: hasEnded, point: TouchPhase.point(of: event))
    }

    private func closureSent(_ action: UIAction, from control: UIControl) {
        guard !ActionWiring.isInner(control, target: nil) else { return }
        self.tracker.actionSent(
            ClosureAction.name(of: action),
            from: UIKitElements.view(control),
            touchEnded: ClosureAction.endsTouch(action, of: control)
        )
    }
}
#endif
