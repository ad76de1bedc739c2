#if canImport(SwiftUI)
public import SpoorWire
public import SwiftUI

extension View {
    /// Records `$AppViewScreen` whenever this screen appears; give it to the outermost view of a screen.
    ///
    /// ```swift
    /// ProductList().trackScreen("product_list", ["category": "shoes"])
    /// ```
    ///
    /// - Parameters:
    ///   - name: the screen's name, `$screen_name`.
    ///   - properties: what else is known of it.
    /// - Returns: the view, which tells.
    public func trackScreen(_ name: String, _ properties: Properties = Properties()) -> some View {
        self.onAppear { Spoor.trackScreen(name, properties) }
    }
}
#endif
