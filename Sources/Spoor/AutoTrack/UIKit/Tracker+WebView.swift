#if canImport(WebKit) && canImport(UIKit) && !os(watchOS)
import SpoorUIKit
public import WebKit

extension Tracker {
    /// Puts the bridge into one web view, for what it loads from now on.
    ///
    /// For apps that switched ``WebBridgeConfiguration/isAutomatic`` off; without ``TrackerConfiguration/webBridge`` it
    /// changes nothing, which the log says.
    ///
    /// - Parameter view: the web view; those that share its content controller get the bridge as well.
    @MainActor
    public func bridge(_ view: WKWebView) {
        guard let options = self.webBridgeOptions else {
            return self.warn("The web view got no bridge: set 'webBridge' of the configuration first.")
        }
        options.put(into: view)
    }
}
#endif
