#if canImport(UIKit) && os(iOS)
import Foundation
import SpoorHooks
import UIKit
import WebKit

/// The bridge to pages in web views: the message handler that web SDKs look for (sensors protocol, 2.12).
@MainActor
final class WebBridge {
    /// The name under which web SDKs look for the handler.
    static let handlerName = "sensorsdataNativeTracker"

    private static let bridged = Attachment<WebMessageHandler>()

    private let options: WebBridgeOptions
    private let engine: HookEngine

    /// Makes a bridge that is in no web view yet.
    init(_ options: WebBridgeOptions, engine: HookEngine) {
        self.options = options
        self.engine = engine
    }

    /// Puts the bridge into web views before they load something.
    func install() {
        guard self.options.isAutomatic else { return }
        for point in HookTable.webKit.points {
            self.engine.install(point) { [weak self] view, _ in
                guard let self, let view = view as? WKWebView else { return }
                Self.put(self.options, into: view)
            }
        }
    }

    /// Takes the hooks out; web views that have the bridge keep it.
    func uninstall() {
        for point in HookTable.webKit.points { self.engine.uninstall(point.name) }
    }

    /// Puts the bridge into a web view that loaded its page before the hooks were there.
    func adopt(_ view: UIView) {
        guard self.options.isAutomatic, let view = view as? WKWebView else { return }
        guard Self.put(self.options, into: view) else { return }
        view.evaluateJavaScript(self.options.script)
    }

    /// Puts the bridge into a web view, for what it loads from now on.
    ///
    /// - Parameters:
    ///   - options: the script, and who gets the messages.
    ///   - view: the web view; those that share its content controller get the bridge as well.
    /// - Returns: whether it was not there yet.
    @discardableResult
    static func put(_ options: WebBridgeOptions, into view: WKWebView) -> Bool {
        let controller = view.configuration.userContentController
        if let handler = self.bridged[controller] {
            handler.received = options.received
            return false
        }
        let handler = WebMessageHandler(options.received)
        self.bridged[controller] = handler
        // A second handler of one name raises what Swift cannot catch.
        controller.removeScriptMessageHandler(forName: self.handlerName)
        controller.add(handler, name: self.handlerName)
        controller.addUserScript(
            WKUserScript(source: options.script, injectionTime: .atDocumentStart, forMainFrameOnly: false)
        )
        return true
    }
}

/// Gets the messages of pages.
@objc
@MainActor
final class WebMessageHandler: NSObject, WKScriptMessageHandler {
    var received: @MainActor @Sendable (String) -> Void

    init(_ received: @escaping @MainActor @Sendable (String) -> Void) {
        self.received = received
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        if let text = message.body as? String { return self.received(text) }
        guard JSONSerialization.isValidJSONObject(message.body),
            let data = try? JSONSerialization.data(withJSONObject: message.body)
        else { return }
        self.received(String(decoding: data, as: UTF8.self))
    }
}
#endif
