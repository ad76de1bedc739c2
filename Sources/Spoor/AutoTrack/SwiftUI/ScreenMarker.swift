#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
import SpoorUIKit
import SwiftUI
import UIKit

/// A clear view behind a screen, by which the controller is found that the screen lies in.
struct ScreenMarker: UIViewRepresentable {
    let stay: ScreenStay

    func makeUIView(context: Context) -> ScreenMarkerView {
        let view = ScreenMarkerView(frame: .zero)
        view.isUserInteractionEnabled = false
        view.stay = self.stay
        return view
    }

    func updateUIView(_ view: ScreenMarkerView, context: Context) { view.stay = self.stay }
}

/// Tells a screen's stay of the controller once it is in a window.
final class ScreenMarkerView: UIView {
    /// How many responders are asked for the controller.
    private static let depth = 200

    weak var stay: ScreenStay?

    override func didMoveToWindow() {
        super.didMoveToWindow()
        guard self.window != nil else { return }
        var responder = self.next
        for _ in 0..<Self.depth {
            guard let current = responder else { return }
            if let controller = current as? UIViewController {
                self.stay?.lies(in: UIKitElements.page(of: controller))
                return
            }
            responder = current.next
        }
    }
}
#endif
