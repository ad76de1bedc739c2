#if canImport(UIKit) && !os(watchOS)
public import SpoorAutoTrack
import SpoorHooks
public import UIKit

/// The engine's elements for UIKit's objects: the same element for the same object, as long as the object lives.
///
/// Elements refer to their objects weakly: one that outlives its object is an empty one, and crashes nobody.
@MainActor
public enum UIKitElements {
    private static let elements = Attachment<UIKitElement>()

    /// The element of a view.
    public static func element(of view: UIView) -> any Element { self.view(view) }

    /// The page of a controller.
    public static func page(of controller: UIViewController) -> any PageElement { self.controller(controller) }

    /// The element of an item in a bar, which is no view.
    public static func element(of item: UIBarItem) -> any Element { self.barItem(item) }

    static func view(_ view: UIView) -> ViewElement { self.made(for: view) { ViewElement(view) } }

    static func controller(_ controller: UIViewController) -> ControllerElement {
        self.made(for: controller) { ControllerElement(controller) }
    }

    static func barItem(_ item: UIBarItem) -> BarItemElement { self.made(for: item) { BarItemElement(item) } }

    static func alertAction(_ action: UIAlertAction) -> AlertActionElement {
        self.made(for: action) { AlertActionElement(action) }
    }

    static func menuChoice(_ choice: UIMenuElement) -> MenuChoiceElement {
        self.made(for: choice) { MenuChoiceElement(choice) }
    }

    /// The element of any responder.
    static func responder(_ responder: UIResponder) -> UIKitElement {
        if let view = responder as? UIView { return self.view(view) }
        if let controller = responder as? UIViewController { return self.controller(controller) }
        return self.made(for: responder) { ResponderElement(responder) }
    }

    private static func made<Kind: UIKitElement>(for object: NSObject, _ make: () -> Kind) -> Kind {
        if let element = self.elements[object] as? Kind { return element }
        let element = make()
        self.elements[object] = element
        return element
    }
}
#endif
