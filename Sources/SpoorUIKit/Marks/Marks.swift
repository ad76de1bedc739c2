#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// What the app's code attached to a view, a controller or an item.
@MainActor
final class Marks {
    var options = TrackingOptions()
    var screenName: String?
    var screenURL: String?

    private static let attached = Attachment<Marks>()

    private init() {}

    /// What is attached to an object; nil for nothing.
    static func of(_ object: NSObject) -> Marks? { self.attached[object] }

    /// What is attached to an object, to be changed.
    static func made(for object: NSObject) -> Marks {
        if let marks = self.attached[object] { return marks }
        let marks = Marks()
        self.attached[object] = marks
        return marks
    }
}
#endif
