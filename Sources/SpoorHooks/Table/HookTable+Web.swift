extension HookTable {
    /// The ways to load a page into a web view; before each the bridge is put in, once for a web view.
    public static let webKit = HookTable(
        points: [.webLoadRequest, .webLoadText, .webLoadFile, .webLoadData],
        delegates: []
    )

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
