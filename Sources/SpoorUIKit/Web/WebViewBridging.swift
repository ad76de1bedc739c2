#if canImport(UIKit) && os(iOS)
public import WebKit

extension WebBridgeOptions {
    /// Puts the bridge into one web view, for what it loads from now on.
    ///
    /// - Parameter view: the web view.
    @MainActor
    public func put(into view: WKWebView) {
        WebBridge.put(self, into: view)
    }
}
#endif
