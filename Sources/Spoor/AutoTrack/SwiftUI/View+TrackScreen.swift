#if canImport(SwiftUI)
public import SpoorWire
public import SwiftUI

extension View {
    /// Records `$AppViewScreen` whenever this screen appears, and `$AppPageLeave` with the time of stay when it goes; give
    /// it to the outermost view of a screen.
    ///
    /// ```swift
    /// ProductList().trackScreen("product_list", ["category": "shoes"])
    /// ```
    ///
    /// In a hosting controller it is the page of that controller, which has none of its own.
    ///
    /// - Parameters:
    ///   - name: the screen's name, `$screen_name`.
    ///   - properties: what else is known of it.
    /// - Returns: the view, which tells.
    public func trackScreen(_ name: String, _ properties: Properties = Properties()) -> some View {
        self.modifier(ScreenTracking(name, properties))
    }
}

/// Tells when a screen comes and goes.
struct ScreenTracking: ViewModifier {
    private let name: String
    private let properties: Properties
    @State private var stay = ScreenStay()

    init(_ name: String, _ properties: Properties) {
        self.name = name
        self.properties = properties
    }

    func body(content: Content) -> some View {
        self.placed(content)
            .onAppear { self.stay.begin(self.name, self.properties) }
            .onDisappear { self.stay.end() }
    }

    #if canImport(UIKit) && !os(watchOS)
    private func placed(_ content: Content) -> some View {
        content.background { ScreenMarker(stay: self.stay).allowsHitTesting(false).accessibilityHidden(true) }
    }
    #else
    private func placed(_ content: Content) -> some View { content }
    #endif
}
#endif
