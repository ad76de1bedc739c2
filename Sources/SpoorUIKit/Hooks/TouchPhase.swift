#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Whether a person has let go.
@MainActor
enum TouchPhase {
    /// Whether an event says so: by a finger, or by a button of a remote control.
    static func hasEnded(_ event: UIEvent) -> Bool {
        if let presses = event as? UIPressesEvent { return presses.allPresses.contains { $0.phase == .ended } }
        return event.allTouches?.contains { $0.phase == .ended } ?? false
    }
}
#endif
