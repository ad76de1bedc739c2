#if canImport(Darwin)
import Foundation

/// Whether this process is an app or a part of one that runs on its own, such as a share sheet or a widget.
enum AppExtension {
    /// Whether it is a part; a watch's app that lives in an extension is a whole app.
    static let isCurrent = Bundle.main.bundlePath.hasSuffix(".appex") && !Self.isWatchApp

    /// Whether it is a watch's app of the older kind, which is packed as an extension.
    static let isWatchApp: Bool = {
        let about = Bundle.main.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
        return about?["NSExtensionPointIdentifier"] as? String == "com.apple.watchkit"
    }()
}
#endif
