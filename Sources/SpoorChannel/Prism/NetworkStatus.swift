/// Which kind of network the device is on, as far as uploading is concerned.
public enum NetworkStatus: String, CaseIterable, Sendable {
    /// No network at all.
    case none

    /// A network that costs nothing: Wi-Fi, a cable, or the device itself.
    case wifi

    /// A network that a person pays for: cellular, a hotspot made of it, or one for which they asked to save data.
    case cellular

    /// There is a network, but nobody can tell which; handled like ``cellular``.
    case unknown

    /// Whether the day's budget counts what is sent over it.
    public var isMetered: Bool { self == .cellular || self == .unknown }
}
