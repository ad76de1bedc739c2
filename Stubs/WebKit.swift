// Declarations for the compiler's eyes only: WebKit, which tvOS and watchOS lack.
@_exported import UIKit

@objc @MainActor open class WKWebView: UIView {
    open var configuration: WKWebViewConfiguration { fatalError() }
    open var url: URL? { fatalError() }
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
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
    open func removeScriptMessageHandler(forName name: String) {}
}

public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

@objc @MainActor open class WKUserScript: NSObject {
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) { fatalError() }
    open var source: String { fatalError() }
}

@objc @MainActor public protocol WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

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
