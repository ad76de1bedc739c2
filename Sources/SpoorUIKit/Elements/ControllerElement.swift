#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorWire
import UIKit

/// A view controller as the engine sees it: a page.
final class ControllerElement: UIKitElement, PageElement {
    init(_ controller: UIViewController) {
        super.init(object: controller)
    }

    /// The controller; nil once it is gone.
    var controller: UIViewController? { self.object as? UIViewController }

    override var nextResponder: (any Element)? { self.controller?.next.map { UIKitElements.responder($0) } }

    var title: String? { self.controller.flatMap { PageTitle.of($0) } }

    var screenName: String? {
        guard let controller = self.controller else { return nil }
        return (controller as? any TrackedScreen)?.screenName ?? Marks.of(controller)?.screenName
    }

    var pageURL: String? {
        guard let controller = self.controller else { return nil }
        return (controller as? any TrackedScreen)?.screenURL ?? Marks.of(controller)?.screenURL
    }

    override var tracking: TrackingOptions {
        var options = super.tracking
        if let screen = self.controller as? any TrackedScreen {
            options.properties.merge(screen.screenProperties, overriding: false)
        }
        return options
    }

    var isContainer: Bool { self.controller.map { Pages.isContainer($0) } ?? false }

    var isSystem: Bool {
        if self.controller is UIAlertController || self.controller is UISearchController { return true }
        return self.facts.isSystem && !self.isHosting
    }

    /// Whether the class says nothing of the page: a hosting controller of SwiftUI's own, whatever it hosts, or a plain
    /// controller of UIKit's, as the root of a window for alerts; not the app's child of one.
    var isHosting: Bool {
        if self.facts.isToolkit, !self.facts.isSystem { return true }
        return self.facts.name.hasSuffix("HostingController") && self.facts.fullName.hasPrefix("SwiftUI")
    }

    var parentPage: (any PageElement)? { self.controller?.parent.map { UIKitElements.controller($0) } }

    var presentingPage: (any PageElement)? {
        // A search shows its results over the list, and is a part of the page: it hides only what they lie over.
        guard !(self.controller is UISearchController) else { return nil }
        return self.controller?.presentingViewController.map { UIKitElements.controller(Pages.front(of: $0)) }
    }

    var navigationStack: [any PageElement] {
        guard let controller = self.controller, let stack = controller.navigationController?.viewControllers else {
            return []
        }
        // A page that another one contains stands in the stack by that one.
        guard let top = stack.lastIndex(where: { Self.contains($0, controller) }) else { return [] }
        return stack[...top].map { UIKitElements.controller($0) }
    }

    var rootElement: (any Element)? { self.controller?.viewIfLoaded.map { UIKitElements.view($0) } }

    private static func contains(_ outer: UIViewController, _ inner: UIViewController) -> Bool {
        var ancestor: UIViewController? = inner
        for _ in 0..<32 {
            guard let current = ancestor else { return false }
            if current === outer { return true }
            ancestor = current.parent
        }
        return false
    }
}
#endif
