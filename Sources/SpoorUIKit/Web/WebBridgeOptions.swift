#if canImport(UIKit) && !os(watchOS)
/// How pages in web views hand their events to the app.
public struct WebBridgeOptions: Sendable {
    /// The script that tells a page of the bridge: before anything of the page runs, but where that was loaded before.
    public var script: String

    /// Whether every web view gets the bridge when it loads something or is found; else only those that the app names.
    public var isAutomatic: Bool

    /// Gets each message of a page: a text as it is, anything else as JSON; what has no JSON is left out.
    public var received: @MainActor @Sendable (_ message: String) -> Void

    /// Makes options.
    ///
    /// - Parameters:
    ///   - script: the script that tells a page of the bridge.
    ///   - isAutomatic: whether every web view gets the bridge.
    ///   - received: gets each message of a page: a text as it is, anything else as JSON.
    public init(
        script: String,
        isAutomatic: Bool,
        received: @escaping @MainActor @Sendable (_ message: String) -> Void
    ) {
        self.script = script
        self.isAutomatic = isAutomatic
        self.received = received
    }
}
#endif
