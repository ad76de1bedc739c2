#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// A responder that is neither view nor controller: the scene, the application, its delegate.
final class ResponderElement: UIKitElement {
    init(_ responder: UIResponder) {
        super.init(object: responder)
    }

    override var nextResponder: (any Element)? {
        (self.object as? UIResponder)?.next.map { UIKitElements.responder($0) }
    }
}
#endif
