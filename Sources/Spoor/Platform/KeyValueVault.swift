/// What asking a vault, or the device for its identifier, came to.
///
/// "Not now" and "not there" are different answers everywhere (bug case O-27): before a device's first unlock nothing can
/// be read, and an app that took that for a fresh install would make a new visitor of every old one.
public enum VaultReading<Value: Equatable & Sendable>: Equatable, Sendable {
    /// There is none, and that is certain; also where there will never be one, such as in an app that may not use it.
    case absent

    /// There may be one, but it cannot be read now, for this reason; the tracker holds its calls and asks again.
    case unreadable(String)

    /// What was kept.
    case value(Value)
}

/// A small place beside the queue's folder that outlives it: the Keychain on Apple's platforms.
///
/// The tracker keeps the device id and the visitor's id in its own state first and in the vault as well, so that an app
/// that was deleted and installed again finds its visitor. Calls come from the channel's queue only, never from the
/// app's threads, and may do I/O.
public protocol KeyValueVault: Sendable {
    /// Reads one text.
    ///
    /// - Parameter key: ASCII letters, digits, `.`, `_`, `-` and `%`; at most 300 bytes.
    /// - Returns: the text, or which of the two kinds of "no" it is.
    func read(_ key: String) -> VaultReading<String>

    /// Keeps one text, replacing what was there.
    ///
    /// - Parameters:
    ///   - value: the text.
    ///   - key: as for ``read(_:)``.
    /// - Returns: nil, or a sentence that says why it could not be kept; it is logged, and the tracker goes on.
    func write(_ value: String, forKey key: String) -> String?

    /// Removes one text; one that is not there is no failure.
    ///
    /// - Parameter key: as for ``read(_:)``.
    /// - Returns: nil, or a sentence that says why it could not be removed.
    func remove(_ key: String) -> String?
}

/// A vault that keeps nothing, for platforms where the queue's own state is the only place there is.
public struct NoVault: KeyValueVault {
    /// Creates the vault.
    public init() {}

    /// Answers that there is none.
    public func read(_ key: String) -> VaultReading<String> { .absent }

    /// Keeps nothing.
    public func write(_ value: String, forKey key: String) -> String? { nil }

    /// Has nothing to remove.
    public func remove(_ key: String) -> String? { nil }
}
