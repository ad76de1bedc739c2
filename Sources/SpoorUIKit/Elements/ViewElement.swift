#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// A view as the engine sees it.
final class ViewElement: UIKitElement {
    init(_ view: UIView) {
        super.init(object: view)
    }

    /// The view; nil once it is gone.
    var view: UIView? { self.object as? UIView }

    override var kind: ElementKind {
        guard let view = self.view else { return self.facts.kind }
        switch self.facts.kind {
        case .view where self.controller is UIAlertController: return .alert
        case .view where view is UITableViewHeaderFooterView || view is UICollectionReusableView:
            return CellPlace.of(view)?.kind ?? .view
        case .view where view.superview is UISegmentedControl, .image where view.superview is UISegmentedControl:
            return .segment
        case let kind: return kind
        }
    }

    override var parent: (any Element)? { self.view?.superview.map { UIKitElements.view($0) } }

    override var children: [any Element] {
        guard let view = self.view else { return [] }
        var children: [any Element] = view.subviews.map { UIKitElements.view($0) }
        // Items of bars and choices of alerts are no views; they are children all the same, so that each has its place.
        if self.facts.kind == .tabBar || self.facts.kind == .bar {
            children += BarItems.shown(in: view).map { item in
                let element = UIKitElements.barItem(item)
                element.knownBar = view
                return element
            }
        } else if let alert = self.controller as? UIAlertController {
            children += alert.actions.map { UIKitElements.alertAction($0) }
        }
        return children
    }

    override var nextResponder: (any Element)? { self.view?.next.map { UIKitElements.responder($0) } }

    override var ownPage: (any PageElement)? { self.controller.map { UIKitElements.controller($0) } }

    /// The controller whose own view this is: UIKit makes it the view's next responder.
    private var controller: UIViewController? {
        guard let view = self.view, let controller = view.next as? UIViewController, controller.viewIfLoaded === view
        else { return nil }
        return controller
    }

    override var cellPosition: CellPosition? { self.view.flatMap { CellPlace.of($0)?.position } }

    override var text: String? { self.view.flatMap { ViewText.text(of: $0, kind: self.facts.kind) } }

    override var accessibilityIdentifier: String? { self.view?.accessibilityIdentifier }

    override var controlState: ControlState? {
        guard let view = self.view else { return nil }
        if let alert = self.controller as? UIAlertController {
            var state = ControlState()
            state.title = alert.title
            state.style = alert.preferredStyle.rawValue
            return state
        }
        return (view as? UIControl).map { ControlFacts.state(of: $0) }
    }

    override var visibility: VisibilityFacts { self.view.map { ViewVisibility.facts(of: $0) } ?? super.visibility }

    override var isPrivateWrapper: Bool { self.facts.isPrivateWrapper && self.ownPage == nil }

    override var isSecure: Bool {
        switch self.view {
        case let field as UITextField: field.isSecureTextEntry
        case let area as UITextView: area.isSecureTextEntry
        // A label or cell of the app's own that takes text is no field to the engine, and as private as one.
        default: self.facts.takesText && self.facts.kind != .textInput
        }
    }
}
#endif
