/// A key of AES-128 that both ends hold.
///
/// Whoever has it can both write and read, and it is inside every app that uses it: prefer ``SealingKey``.
public struct SharedKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name by which the receiver finds it.
    public let id: String

    /// The 16 bytes of the key.
    public let bytes: [UInt8]

    /// Takes 16 bytes for a key.
    ///
    /// - Parameters:
    ///   - id: 1 to 64 letters, digits, `_`, `.` or `-`.
    ///   - bytes: The 16 bytes.
    /// - Throws: ``CryptoError`` for another id or length.
    public init(id: String, bytes: [UInt8]) throws(CryptoError) {
        try KeyRules.check(id: id, bytes: bytes, count: KeyRules.sharedCount)
        self.id = id
        self.bytes = bytes
    }

    /// Reads a key from Base64.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - base64: Its bytes.
    /// - Throws: ``CryptoError`` for what is no such key.
    public init(id: String, base64: String) throws(CryptoError) {
        try self.init(id: id, bytes: KeyRules.bytes(of: base64))
    }

    /// Makes a new key.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - random: Where its bytes come from.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` for an id that cannot be one.
    public static func generate(
        id: String,
        random: RandomBytes = SystemRandom.bytes
    ) throws(CryptoError) -> SharedKey {
        try SharedKey(id: id, bytes: random(KeyRules.sharedCount))
    }

    /// The key as text, for configurations and key files.
    public var base64: String { KeyRules.text(of: self.bytes) }

    /// The id; never the key itself.
    public var description: String { "SharedKey(\(self.id))" }

    /// Shows the id alone, so that no dump of a configuration holds the key.
    public var customMirror: Mirror { Mirror(self, children: ["id": self.id]) }
}
