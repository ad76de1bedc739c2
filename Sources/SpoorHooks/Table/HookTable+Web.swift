extension HookTable {
    /// The ways to load a page into a web view, before each of which the bridge is put in, and what takes it out again.
    public static let webKit = HookTable(points: Self.webLoads + Self.webHandlers, delegates: [])

    /// The ways to load a page into a web view.
    public static let webLoads: [HookPoint] = [
        .webLoadRequest, .webLoadText, .webLoadFile, .webLoadData, .webLoadFileRequest, .webLoadSimulated,
        .webLoadSimulatedText, .webRestore,
    ]

    /// What takes the bridge out of a web view, or its name.
    public static let webHandlers: [HookPoint] = [
        .webAddHandler, .webAddHandlerInWorld, .webAddReplyHandler, .webRemoveHandler, .webRemoveHandlerInWorld,
        .webRemoveHandlers, .webRemoveHandlersInWorld, .webRemoveScripts,
    ]

    /// What is hooked of push messages.
    public static let push = HookTable(points: [], delegates: [.notificationCenter])
}

extension HookPoint {
    /// A web view loads an address: `request`.
    public static let webLoadRequest = HookPoint(
        "web.request",
        className: "WKWebView",
        selector: "loadRequest:",
        types: "@@:@"
    )

    /// A web view loads a text: `text, baseURL`.
    public static let webLoadText = HookPoint(
        "web.text",
        className: "WKWebView",
        selector: "loadHTMLString:baseURL:",
        types: "@@:@@"
    )

    /// A web view loads a file: `url, readableURL`.
    public static let webLoadFile = HookPoint(
        "web.file",
        className: "WKWebView",
        selector: "loadFileURL:allowingReadAccessToURL:",
        types: "@@:@@"
    )

    /// A web view loads bytes: `data, type, encoding, baseURL`.
    public static let webLoadData = HookPoint(
        "web.data",
        className: "WKWebView",
        selector: "loadData:MIMEType:characterEncodingName:baseURL:",
        types: "@@:@@@@"
    )

    /// A web view loads a file by a request: `request, readableURL`.
    public static let webLoadFileRequest = HookPoint(
        "web.fileRequest",
        className: "WKWebView",
        selector: "loadFileRequest:allowingReadAccessToURL:",
        types: "@@:@@"
    )

    /// A web view loads an answer that the app has: `request, response, data`.
    public static let webLoadSimulated = HookPoint(
        "web.simulated",
        className: "WKWebView",
        selector: "loadSimulatedRequest:response:responseData:",
        types: "@@:@@@"
    )

    /// A web view loads a text as the answer to a request: `request, text`.
    public static let webLoadSimulatedText = HookPoint(
        "web.simulatedText",
        className: "WKWebView",
        selector: "loadSimulatedRequest:responseHTMLString:",
        types: "@@:@@"
    )

    /// A web view takes up the pages of another: `state`.
    public static let webRestore = HookPoint(
        "web.restore",
        className: "WKWebView",
        selector: "setInteractionState:",
        types: "v@:@"
    )

    /// A handler for messages is added: `handler, name`.
    public static let webAddHandler = HookPoint(
        "web.handler.add",
        className: "WKUserContentController",
        selector: "addScriptMessageHandler:name:",
        types: "v@:@@"
    )

    /// A handler for messages of one world is added: `handler, world, name`.
    public static let webAddHandlerInWorld = HookPoint(
        "web.handler.addInWorld",
        className: "WKUserContentController",
        selector: "addScriptMessageHandler:contentWorld:name:",
        types: "v@:@@@"
    )

    /// A handler that answers messages of one world is added: `handler, world, name`.
    public static let webAddReplyHandler = HookPoint(
        "web.handler.addReply",
        className: "WKUserContentController",
        selector: "addScriptMessageHandlerWithReply:contentWorld:name:",
        types: "v@:@@@"
    )

    /// A handler is removed from one world: `name, world`.
    public static let webRemoveHandlerInWorld = HookPoint(
        "web.handler.removeInWorld",
        className: "WKUserContentController",
        selector: "removeScriptMessageHandlerForName:contentWorld:",
        types: "v@:@@"
    )

    /// All handlers are removed from one world: `world`.
    public static let webRemoveHandlersInWorld = HookPoint(
        "web.handlers.removeInWorld",
        className: "WKUserContentController",
        selector: "removeAllScriptMessageHandlersFromContentWorld:",
        types: "v@:@"
    )

    /// A handler is removed: `name`.
    public static let webRemoveHandler = HookPoint(
        "web.handler.remove",
        className: "WKUserContentController",
        selector: "removeScriptMessageHandlerForName:",
        types: "v@:@"
    )

    /// All handlers are removed.
    public static let webRemoveHandlers = HookPoint(
        "web.handlers.remove",
        className: "WKUserContentController",
        selector: "removeAllScriptMessageHandlers",
        types: "v@:"
    )

    /// All scripts are removed.
    public static let webRemoveScripts = HookPoint(
        "web.scripts.remove",
        className: "WKUserContentController",
        selector: "removeAllUserScripts",
        types: "v@:"
    )
}

extension DelegatePoint {
    /// A push message was opened: `center, response, completion`.
    public static let notificationCenter = DelegatePoint(
        "push",
        className: "UNUserNotificationCenter",
        methods: [
            Method("userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:", types: "v@:@@@?")
        ]
    )
}
