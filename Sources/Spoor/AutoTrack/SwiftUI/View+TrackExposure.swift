#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
public import SpoorAutoTrack
public import SwiftUI
import UIKit

extension View {
    /// Has an event recorded when a person sees this view: enough of it, for long enough.
    ///
    /// ```swift
    /// ProductRow(product).trackExposure(ExposureMark(id: product.sku, ratio: 0.5, dwell: .seconds(1)))
    /// ```
    ///
    /// - Parameter mark: what is to be known of it.
    /// - Returns: the view, with a clear one over it that tells how much is visible.
    public func trackExposure(_ mark: ExposureMark) -> some View {
        // Over the content, so that the content does not cover it; it takes no touches and is not read out.
        self.overlay { ExposureMarker(mark: mark).allowsHitTesting(false).accessibilityHidden(true) }
    }
}

/// A clear view as large as what it lies over: the place of which the engine can tell how much is visible.
private struct ExposureMarker: UIViewRepresentable {
    let mark: ExposureMark

    func makeUIView(context: Context) -> UIView {
        let view = UIView(frame: .zero)
        view.isUserInteractionEnabled = false
        Spoor.markExposure(of: view, self.mark)
        return view
    }

    func updateUIView(_ view: UIView, context: Context) {
        Spoor.markExposure(of: view, self.mark)
    }

    static func dismantleUIView(_ view: UIView, coordinator: Void) {
        Spoor.tracker?.unmarkExposure(of: view)
    }
}
#endif
