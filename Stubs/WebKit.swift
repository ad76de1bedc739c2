// Declarations for the compiler's eyes only: WebKit, which tvOS and watchOS lack.
@_exported import UIKit

@objc @MainActor open class WKWebView: UIView {
    open var configuration: WKWebViewConfiguration { fatalError() }
    open var url: URL? { fatalError() }
    // Addresses, requests and bytes are `Any` here: Linux's cannot stand in an Objective-C signature.
    @objc(loadRequest:) open func load(_ request: Any) -> Any? { fatalError() }
    @objc(loadHTMLString:baseURL:) open func loadHTMLString(_ string: String, baseURL: Any?) -> Any? { fatalError() }
    @objc(loadFileURL:allowingReadAccessToURL:)
    open func loadFileURL(_ url: Any, allowingReadAccessTo readAccessURL: Any) -> Any? { fatalError() }
    @objc(loadData:MIMEType:characterEncodingName:baseURL:)
    open func load(_ data: Any, mimeType: String, characterEncodingName: String, baseURL: Any) -> Any? { fatalError() }
    @objc(loadFileRequest:allowingReadAccessToURL:)
    open func loadFileRequest(_ request: Any, allowingReadAccessTo readAccessURL: Any) -> Any { fatalError() }
    @objc(loadSimulatedRequest:response:responseData:)
    open func loadSimulatedRequest(_ request: Any, response: Any, responseData: Any) -> Any { fatalError() }
    @objc(loadSimulatedRequest:responseHTMLString:)
    open func loadSimulatedRequest(_ request: Any, responseHTML string: String) -> Any { fatalError() }
    @objc open var interactionState: Any?
    open func evaluateJavaScript(
        _ javaScriptString: String,
        completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {}
}

@objc @MainActor open class WKWebViewConfiguration: NSObject {
    open var userContentController: WKUserContentController { fatalError() }
}

@objc @MainActor open class WKUserContentController: NSObject {
    open var userScripts: [WKUserScript] { fatalError() }
    open func addUserScript(_ script: WKUserScript) {}
    @objc(addScriptMessageHandler:name:)
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
    @objc(removeScriptMessageHandlerForName:) open func removeScriptMessageHandler(forName name: String) {}
    @objc open func removeAllScriptMessageHandlers() {}
    @objc(addScriptMessageHandler:contentWorld:name:)
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String)
    {}
    @objc(addScriptMessageHandlerWithReply:contentWorld:name:)
    open func addScriptMessageHandler(
        _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply,
        contentWorld: WKContentWorld,
        name: String
    ) {}
    @objc(removeScriptMessageHandlerForName:contentWorld:)
    open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {}
    @objc(removeAllScriptMessageHandlersFromContentWorld:)
    open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {}
    @objc open func removeAllUserScripts() {}
}

@objc @MainActor open class WKContentWorld: NSObject {
    open class var page: WKContentWorld { fatalError() }
}

public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

@objc @MainActor open class WKUserScript: NSObject {
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) { fatalError() }
    open var source: String { fatalError() }
}

@objc @MainActor public protocol WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@objc @MainActor public protocol WKScriptMessageHandlerWithReply {}

@objc @MainActor open class WKScriptMessage: NSObject {
    open var body: Any { fatalError() }
    open var name: String { fatalError() }
    open weak var webView: WKWebView?
    open var frameInfo: WKFrameInfo { fatalError() }
}

@objc @MainActor open class WKFrameInfo: NSObject {
    open var isMainFrame: Bool { fatalError() }
    open var request: URLRequest { fatalError() }
}
