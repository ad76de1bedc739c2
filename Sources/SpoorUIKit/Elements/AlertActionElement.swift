#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// A choice of an alert or an action sheet.
///
/// Its handler runs once the alert is gone from the screen, so the element remembers over which page it lay.
final class AlertActionElement: UIKitElement {
    /// The alert that has the choice.
    weak var alert: UIAlertController?

    /// The page below the alert when it came up.
    weak var page: UIViewController?

    init(_ action: UIAlertAction) {
        super.init(object: action)
    }

    private var action: UIAlertAction? { self.object as? UIAlertAction }

    override var kind: ElementKind { .alertAction }

    override var parent: (any Element)? { self.alert?.viewIfLoaded.map { UIKitElements.view($0) } }

    override var nextResponder: (any Element)? {
        if let page = self.page { return UIKitElements.controller(page) }
        return self.alert.map { UIKitElements.controller($0) }
    }

    override var text: String? { self.action?.title }

    override var controlState: ControlState? {
        guard let action = self.action else { return nil }
        var state = ControlState()
        state.title = action.title
        state.isEnabled = action.isEnabled
        state.style = action.style.rawValue
        return state
    }
}
#endif
