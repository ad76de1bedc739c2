#if canImport(UIKit) && !os(watchOS)
import UIKit

/// An action that is a closure: it has no selector, and comes without the event that caused it.
@MainActor
enum ClosureAction {
    /// The prefix of identifiers that UIKit makes up anew at every launch.
    private static let volatile = "com.apple.action.dynamic"

    /// What stands for the selector: the identifier that the app gave, else the method by which controls run theirs.
    static func name(of action: UIAction) -> String {
        let identifier = action.identifier.rawValue
        return identifier.isEmpty || identifier.hasPrefix(self.volatile) ? "sendAction:" : identifier
    }

    /// The events that an action is registered for; none where it is not the control's.
    static func events(of action: UIAction, on control: UIControl) -> UIControl.Event {
        var events: UIControl.Event = []
        control.enumerateEventHandlers { handler, _, event, _ in
            if handler?.identifier == action.identifier { events.formUnion(event) }
        }
        return events
    }

    /// Whether the action is run when a person lets go, as told by the events it is registered for.
    static func endsTouch(_ action: UIAction, of control: UIControl) -> Bool {
        let events = self.events(of: action, on: control)
        // Not registered: the app runs it by itself.
        guard !events.isEmpty else { return false }
        let ends: UIControl.Event = [.touchUpInside, .touchUpOutside, .primaryActionTriggered, .menuActionTriggered]
        if !events.isDisjoint(with: ends) { return true }
        // A slider says each value on the way.
        return events.contains(.valueChanged) && !control.isTracking
    }
}
#endif
