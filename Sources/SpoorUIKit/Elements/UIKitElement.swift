#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// An element that says nothing of itself; the kinds of UIKit's objects say more.
///
/// What `Element` gives by itself stands here once more, since only what a class declares can be overridden below it.
@MainActor
class UIKitElement: Element {
    /// The object that the element stands for; nil once it is gone.
    private(set) weak var object: NSObject?

    /// The name stays when the object is gone, for whoever still holds the element.
    let facts: ClassFacts

    init(object: NSObject) {
        self.object = object
        self.facts = ClassFacts.of(object)
    }

    var typeName: String { self.facts.name }
    var kind: ElementKind { self.facts.kind }
    var parent: (any Element)? { nil }
    var children: [any Element] { [] }
    var nextResponder: (any Element)? { nil }
    var ownPage: (any PageElement)? { nil }
    var cellPosition: CellPosition? { nil }
    var text: String? { nil }
    var accessibilityIdentifier: String? { nil }
    var controlState: ControlState? { nil }
    var visibility: VisibilityFacts { VisibilityFacts(frame: nil) }
    var isPrivateWrapper: Bool { false }
    var isSecure: Bool { false }
    var tracking: TrackingOptions { self.object.flatMap { Marks.of($0)?.options } ?? TrackingOptions() }
}
#endif
