/// The private half of a collector's key: opens what was sealed with the public half.
public struct OpeningKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name by which packets ask for it.
    public let id: String

    /// The 32 bytes of the secret number, big-endian.
    public let privateKey: [UInt8]

    /// The half to give away.
    public let sealingKey: SealingKey

    /// Takes a secret number for a key.
    ///
    /// - Parameters:
    ///   - id: 1 to 64 letters, digits, `_`, `.` or `-`.
    ///   - privateKey: The 32 bytes.
    /// - Throws: ``CryptoError`` for another id or length, or a number that is no key of the curve.
    public init(id: String, privateKey: [UInt8]) throws(CryptoError) {
        try KeyRules.check(id: id, bytes: privateKey, count: KeyRules.privateCount)
        guard let point = PlatformCrypto.publicKey(of: privateKey) else {
            throw CryptoError(fault: .invalidKey(id: id))
        }
        self.init(id: id, key: privateKey, point: point)
    }

    /// Reads a key from Base64.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - base64: Its secret number.
    /// - Throws: ``CryptoError`` for what is no such key.
    public init(id: String, base64: String) throws(CryptoError) {
        try self.init(id: id, privateKey: KeyRules.bytes(of: base64))
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
    ) throws(CryptoError) -> OpeningKey {
        guard KeyRules.isValid(id: id) else { throw CryptoError(fault: .keyID(id)) }
        let made = try KeyRules.newPrivateKey(random)
        return OpeningKey(id: id, key: made.key, point: made.point)
    }

    private init(id: String, key: [UInt8], point: [UInt8]) {
        self.id = id
        self.privateKey = key
        self.sealingKey = SealingKey(id: id, checked: point)
    }

    /// The key as text, for key files.
    public var base64: String { KeyRules.text(of: self.privateKey) }

    /// The id; never the key itself.
    public var description: String { "OpeningKey(\(self.id))" }

    /// Shows the id alone, so that no dump holds the key.
    public var customMirror: Mirror { Mirror(self, children: ["id": self.id]) }
}
