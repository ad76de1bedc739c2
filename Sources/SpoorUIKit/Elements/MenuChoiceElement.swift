#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// A choice of a menu, which is on no screen: it stands below the view that the menu belongs to, else on the page in front.
final class MenuChoiceElement: UIKitElement {
    /// The view that the menu belongs to; nil where UIKit does not say.
    weak var anchor: UIView?

    /// The page in front when the choice was made.
    weak var page: UIViewController?

    init(_ choice: UIMenuElement) {
        super.init(object: choice)
    }

    override var kind: ElementKind { .alertAction }

    override var parent: (any Element)? { self.anchor.map { UIKitElements.view($0) } }

    override var nextResponder: (any Element)? {
        if let anchor = self.anchor { return UIKitElements.view(anchor) }
        return self.page.map { UIKitElements.controller($0) }
    }

    override var text: String? { (self.object as? UIMenuElement)?.title }

    override var controlState: ControlState? {
        var state = ControlState()
        state.title = self.text
        return state
    }
}
#endif
