import SpoorAutoTrack
import SpoorTesting

/// Makes elements for tests of visibility.
@MainActor
enum Stage {
    /// The size of the screen.
    static let screen = Rectangle(x: 0, y: 0, width: 390, height: 844)

    static func window() -> ManualElement { ManualElement("UIWindow", .window, frame: Self.screen) }

    @discardableResult
    static func view(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        in parent: ManualElement
    ) -> ManualElement {
        let view = ManualElement("UIView", frame: Rectangle(x: x, y: y, width: width, height: height))
        parent.add(view)
        return view
    }

    @discardableResult
    static func cover(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        in parent: ManualElement
    ) -> ManualElement {
        let view = Self.view(x, y, width, height, in: parent)
        view.visibility.isOpaque = true
        return view
    }

    /// Moves elements, with all that is in them.
    static func move(_ element: any Element, by dy: Double) {
        guard let element = element as? ManualElement else { return }
        element.visibility.frame?.y += dy
        for child in element.children { Self.move(child, by: dy) }
    }
}
