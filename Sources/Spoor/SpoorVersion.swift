/// What the SDK says of itself.
public enum SpoorVersion {
    /// The SDK's version.
    public static let version = "0.1.0"

    /// The value of `$lib`, after the platform.
    static let library: String = {
        #if os(iOS)
        "iOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(macOS)
        "macOS"
        #else
        "Linux"
        #endif
    }()
}
