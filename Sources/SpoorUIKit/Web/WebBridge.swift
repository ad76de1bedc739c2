#if canImport(UIKit) && os(iOS)
import Foundation
import SpoorAutoTrack
import SpoorHooks
import UIKit
import WebKit

/// The bridge to pages in web views: the message handler that web SDKs look for (sensors protocol, 2.12).
@MainActor
final class WebBridge {
    /// The name under which web SDKs look for the handler.
    static let handlerName = "sensorsdataNativeTracker"

    /// What a content controller has of the bridge.
    private final class Presence {
        let handler: WebMessageHandler
        var rule = BridgePresence()
        /// Whether the calls of the controller come from the bridge itself.
        var isWorking = false
        init(_ handler: WebMessageHandler) { self.handler = handler }
    }

    private static let bridged = Attachment<Presence>()

    private let options: WebBridgeOptions
    private let engine: HookEngine

    /// Makes a bridge that is in no web view yet.
    init(_ options: WebBridgeOptions, engine: HookEngine) {
        self.options = options
        self.engine = engine
    }

    /// Puts the bridge into all web views before they load something, where that is wanted.
    ///
    /// It follows what the app puts in its place, and takes out.
    func install() {
        if self.options.isAutomatic {
            for point in HookTable.webLoads {
                self.engine.install(point) { [weak self] view, _ in
                    guard let self, let view = view as? WKWebView else { return }
                    Self.put(self.options, into: view)
                }
            }
        }
        self.follow(.webAddHandler) { $0.object(at: 1) as? String == Self.handlerName ? .foreignHandler : nil }
        for point in [HookPoint.webAddHandlerInWorld, .webAddReplyHandler] {
            self.follow(point) {
                Self.isPages($0, at: 1) && $0.object(at: 2) as? String == Self.handlerName ? .foreignHandler : nil
            }
        }
        self.follow(.webRemoveHandler) { $0.object(at: 0) as? String == Self.handlerName ? .handlersRemoved : nil }
        self.follow(.webRemoveHandlerInWorld) {
            Self.isPages($0, at: 1) && $0.object(at: 0) as? String == Self.handlerName ? .handlersRemoved : nil
        }
        self.follow(.webRemoveHandlersInWorld) { Self.isPages($0, at: 0) ? .handlersRemoved : nil }
        self.follow(.webRemoveHandlers) { _ in .handlersRemoved }
        self.follow(.webRemoveScripts) { _ in .scriptsRemoved }
    }

    /// Whether a world is that of the page's own scripts, where the bridge is.
    private static func isPages(_ arguments: HookArguments, at index: Int) -> Bool {
        arguments.object(at: index) as? WKContentWorld === WKContentWorld.page
    }

    /// Takes the hooks out; web views that have the bridge keep it.
    func uninstall() {
        for point in HookTable.webKit.points { self.engine.uninstall(point.name) }
    }

    /// Puts the bridge into a web view that was found without it; answers whether it did.
    ///
    /// Such a one may have loaded its page before the hooks were there.
    func adopt(_ view: UIView) -> Bool {
        guard self.options.isAutomatic, let view = view as? WKWebView else { return false }
        guard Self.put(self.options, into: view) else { return false }
        view.evaluateJavaScript(self.options.script)
        return true
    }

    /// Puts the bridge into a web view, for what it loads from now on.
    ///
    /// - Parameters:
    ///   - options: the script, and who gets the messages.
    ///   - view: the web view; those that share its content controller get the bridge as well.
    /// - Returns: whether something of it was missing, and was put in.
    @discardableResult
    static func put(_ options: WebBridgeOptions, into view: WKWebView) -> Bool {
        let controller = view.configuration.userContentController
        let presence = self.bridged[controller] ?? Presence(WebMessageHandler(options.received))
        presence.handler.received = options.received
        self.bridged[controller] = presence
        let steps = presence.rule.handle(.wanted)
        self.take(steps, presence, controller, options.script)
        return !steps.isEmpty
    }

    /// Tells the rule of what the app does to a content controller that has the bridge.
    private func follow(_ point: HookPoint, _ input: @escaping @MainActor (HookArguments) -> BridgePresence.Input?) {
        let script = self.options.script
        self.engine.install(point) { controller, arguments in
            guard let controller = controller as? WKUserContentController, let presence = Self.bridged[controller],
                !presence.isWorking, let input = input(arguments)
            else { return }
            Self.take(presence.rule.handle(input), presence, controller, script)
        }
    }

    private static func take(
        _ steps: [BridgePresence.Step],
        _ presence: Presence,
        _ controller: WKUserContentController,
        _ script: String
    ) {
        presence.isWorking = true
        defer { presence.isWorking = false }
        for step in steps {
            switch step {
            case .removeHandler: controller.removeScriptMessageHandler(forName: self.handlerName)
            case .addHandler: controller.add(presence.handler, name: self.handlerName)
            case .addScript:
                controller.addUserScript(
                    WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false)
                )
            }
        }
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
