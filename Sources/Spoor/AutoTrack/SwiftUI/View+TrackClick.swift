#if canImport(SwiftUI)
import SpoorAutoTrack
public import SpoorWire
public import SwiftUI

extension View {
    /// Records `$AppClick` at each tap on this view, beside whatever else the tap does.
    ///
    /// SwiftUI's views have no name that would hold, so the click says the one that is given here.
    ///
    /// ```swift
    /// Button("Buy") { cart.buy() }.trackClick("buy", ["sku": product.sku])
    /// ```
    ///
    /// - Parameters:
    ///   - name: the element's name, `$element_id`.
    ///   - properties: what else is known of it.
    /// - Returns: the view, which tells.
    public func trackClick(_ name: String, _ properties: Properties = Properties()) -> some View {
        self.simultaneousGesture(
            TapGesture().onEnded { Spoor.trackClick(NamedElement(name), properties) }
        )
    }
}

/// An element of which nothing is known but the name that the app gave it.
@MainActor
final class NamedElement: Element {
    let tracking: TrackingOptions

    init(_ name: String) {
        var tracking = TrackingOptions()
        tracking.elementID = name
        self.tracking = tracking
    }

    var typeName: String { "View" }
    var kind: ElementKind { .view }
}
#endif
