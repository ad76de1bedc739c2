public import SpoorWire

/// An identifier of this device, and under which key it stands in an event's `identities`.
public struct DeviceIdentifier: Equatable, Sendable {
    /// The key, such as ``SpoorWire/IdentityKey/vendor``.
    public var key: String

    /// The identifier, never empty.
    public var value: String

    /// Creates an identifier.
    ///
    /// - Parameters:
    ///   - key: the key it stands under.
    ///   - value: the identifier.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// What knows the platform's own identifier of the device: IDFV, or a Mac's serial number.
///
/// The advertising identifier is none of its business: that one comes only from the app.
public protocol DeviceIdentifierSource: Sendable {
    /// The key of the random identifier that takes its place where the platform has none.
    var randomKey: String { get }

    /// Reads the identifier; from the channel's queue only, may do I/O.
    ///
    /// - Returns: ``VaultReading/absent`` where the platform has none for good, ``VaultReading/unreadable(_:)`` while it
    ///   is not known yet (before the first unlock, or until the main thread was asked): the tracker asks again.
    func read() -> VaultReading<DeviceIdentifier>
}

/// A platform that has no identifier of its own: the tracker makes a random one and keeps it.
public struct NoDeviceIdentifier: DeviceIdentifierSource {
    /// The key of the random identifier.
    public let randomKey: String

    /// Creates the source.
    ///
    /// - Parameter randomKey: the key of the random identifier.
    public init(randomKey: String = IdentityKey.anonymous) {
        self.randomKey = randomKey
    }

    /// Answers that there is none.
    public func read() -> VaultReading<DeviceIdentifier> { .absent }
}
