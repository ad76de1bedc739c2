/// How pages in the app's web views hand their events to the app.
///
/// Pages with the Sensors library for the web find the bridge by themselves; what they record becomes an event of the
/// app's person, in the app's queue.
public struct WebBridgeConfiguration: Hashable, Sendable {
    /// Whether every web view gets the bridge when it loads something; else only those that the app names.
    ///
    /// The default is true.
    public var isAutomatic = true

    /// Whether only events that name this app's collector and project are taken.
    ///
    /// The default is true: any page can call the bridge, and only those that were written for the app's project name it.
    public var checksAddress = true

    /// Makes a configuration with the defaults.
    public init() {}
}
