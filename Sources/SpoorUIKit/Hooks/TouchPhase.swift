#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// Whether and where a person has let go.
@MainActor
enum TouchPhase {
    /// Where a finger was that was lifted, in the window; nil where none was.
    static func point(of event: UIEvent?) -> Point? {
        guard let touch = event?.allTouches?.first(where: { $0.phase == .ended }) else { return nil }
        return self.point(touch.location(in: nil))
    }

    /// A point of UIKit's as one of the engine's.
    static func point(_ point: CGPoint) -> Point { Point(x: Double(point.x), y: Double(point.y)) }

    /// Whether an event says so: by a finger, or by a button of a remote control.
    static func hasEnded(_ event: UIEvent) -> Bool {
        if let presses = event as? UIPressesEvent { return presses.allPresses.contains { $0.phase == .ended } }
        return event.allTouches?.contains { $0.phase == .ended } ?? false
    }
}
#endif
