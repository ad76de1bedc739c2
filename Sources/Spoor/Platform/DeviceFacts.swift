/// What is known about the device and the app: the source of most preset properties (001 §3.3.1).
///
/// What is not known stays nil and is not sent.
public struct DeviceFacts: Equatable, Sendable {
    /// The operating system, `$os`.
    public var os: String?
    /// Its version, `$os_version`.
    public var osVersion: String?
    /// The machine's model, `$model`.
    public var model: String?
    /// Who made it, `$manufacturer`.
    public var manufacturer: String?
    /// The screen's width in points, `$screen_width`.
    public var screenWidth: Int?
    /// The screen's height in points, `$screen_height`.
    public var screenHeight: Int?
    /// The app's identifier, `$app_id`.
    public var appID: String?
    /// The app's name, `$app_name`.
    public var appName: String?
    /// The app's version, `$app_version`.
    public var appVersion: String?
    /// The app's build; no property tells it.
    public var appBuild: String?
    /// Whether the app was built for debugging; records tell it as `APP_MODE`.
    public var isDebug = false
    /// The channel the app came by; records tell it as `APP_MC`.
    public var marketChannel: String?
    /// The kind of network, `$network_type`: `WIFI`, `2G`…`5G`, `NULL` without network, else `UNKNOWN`.
    public var networkType: String?

    /// Creates facts of which nothing is known.
    public init() {}
}

/// What can tell the facts.
///
/// Asked off the caller's thread, at start and when the app comes to the front.
public protocol DeviceFactsSource: Sendable {
    /// Reads the facts; may do I/O.
    func read() -> DeviceFacts

    /// Sets who is told, on any thread, that the facts may be others now, such as another network.
    ///
    /// Called once; sources whose facts never change need not have it.
    func onChange(_ handler: @escaping @Sendable () -> Void)
}

extension DeviceFactsSource {
    /// Facts that never change.
    public func onChange(_ handler: @escaping @Sendable () -> Void) {}
}
