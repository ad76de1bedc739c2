#if canImport(UIKit) && !os(watchOS)
/// A push or local message that a person opened.
public struct PushOpening {
    /// What came with the message.
    public let userInfo: [AnyHashable: Any]

    /// The title that was shown; nil for none.
    public let title: String?

    /// The text that was shown; nil for none.
    public let body: String?

    /// Whether it came by no push: the app itself had planned it.
    public let isLocal: Bool
}
#endif
