#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Controls, bar items and menus (002, 003).
extension UIKitHooks {
    /// Hooks what controls, bar items and menus send.
    func installActions() {
        self.engine.install(.sendAction) { [weak self] _, arguments in self?.actionSent(arguments) }
        self.engine.install(.controlAction) { [weak self] control, arguments in
            guard let control = control as? UIControl, let action = arguments.object(at: 0) as? UIAction else { return }
            self?.closureSent(action, from: control)
        }
        self.engine.install(.menuAction) { [weak self] action, arguments in
            guard let action = action as? UIAction else { return }
            self?.performed(action, for: arguments.object(at: 0))
        }
    }

    private func actionSent(_ arguments: HookArguments) {
        guard let selector = arguments.selectorName(at: 0) else { return }
        let target = arguments.object(at: 1)
        let event = arguments.object(at: 3) as? UIEvent
        switch arguments.object(at: 2) {
        case let tab as UITabBarItem:
            self.tabChosen(tab, in: nil)
        case let item as UIBarItem:
            self.send(selector, from: UIKitElements.barItem(item), event)
        case let command as UICommand where !(command is UIKeyCommand):
            self.chosen(command, from: nil)
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
        self.closureOfControl = ObjectIdentifier(action)
        // The closure may never run; another may come to its address.
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.closureOfControl = nil } }
        guard !ActionWiring.isInner(control, target: nil) else { return }
        self.tracker.actionSent(
            ClosureAction.name(of: action),
            from: UIKitElements.view(control),
            touchEnded: ClosureAction.endsTouch(action, of: control)
        )
    }

    /// A closure runs: a control's, of which ``closureSent(_:from:)`` told already, a bar item's, or a menu's.
    private func performed(_ action: UIAction, for sender: AnyObject?) {
        let isControls = self.closureOfControl == ObjectIdentifier(action)
        self.closureOfControl = nil
        if isControls { return }
        if let control = sender as? UIControl, !ClosureAction.events(of: action, on: control).isEmpty { return }
        if let item = sender as? UIBarButtonItem, item.primaryAction?.identifier == action.identifier {
            self.send(ClosureAction.name(of: action), from: UIKitElements.barItem(item), nil)
        } else {
            self.chosen(action, from: sender)
        }
    }

    private func chosen(_ choice: UIMenuElement, from sender: AnyObject?) {
        let element = UIKitElements.menuChoice(choice)
        element.anchor = sender as? UIView
        element.page = Pages.top
        self.tracker.itemChosen(element, in: element.parent)
    }
}
#endif
