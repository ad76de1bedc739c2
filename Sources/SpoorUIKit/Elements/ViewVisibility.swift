#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// What decides whether a view can be seen, as UIKit says it.
@MainActor
enum ViewVisibility {
    /// The facts of a view at this moment; during an animation, those at its end.
    static func facts(of view: UIView) -> VisibilityFacts {
        VisibilityFacts(
            frame: view.window.map { window in
                self.rectangle(view.convert(view.bounds, to: window), of: window)
            },
            isHidden: view.isHidden,
            opacity: Double(view.alpha),
            clips: view.clipsToBounds || view.layer.mask != nil,
            isOpaque: self.isOpaque(view)
        )
    }

    /// A rectangle of UIKit's as one of the engine's.
    ///
    /// Each scene has a screen of its own, so that none covers another's: the engine knows one, on which they lie side
    /// by side.
    static func rectangle(_ rect: CGRect, of window: UIWindow) -> Rectangle {
        Rectangle(
            x: Double(rect.origin.x) + Windows.shift(of: window),
            y: Double(rect.origin.y),
            width: Double(rect.size.width),
            height: Double(rect.size.height)
        )
    }

    /// Whether nothing shines through: a background without transparency that fills the frame.
    ///
    /// `isOpaque` alone says little: it is true for every view by default, with a background or without. One that is
    /// turned fills less than the rectangle around it.
    private static func isOpaque(_ view: UIView) -> Bool {
        let turn = view.transform
        let keepsAxes = (turn.b == 0 && turn.c == 0) || (turn.a == 0 && turn.d == 0)
        guard view.isOpaque, keepsAxes, view.layer.mask == nil, let colour = view.backgroundColor else { return false }
        return colour.cgColor.alpha >= 1
    }
}
#endif
