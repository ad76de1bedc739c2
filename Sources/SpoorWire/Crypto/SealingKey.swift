/// The public half of a collector's key: whoever has it can write to the collector and read nothing.
public struct SealingKey: Hashable, Sendable {
    /// The name by which the receiver finds the private half.
    public let id: String

    /// The point of the curve P-256, uncompressed: 65 bytes that begin with 4 (ANSI X9.63).
    public let publicKey: [UInt8]

    /// Takes a point of the curve for a key.
    ///
    /// - Parameters:
    ///   - id: 1 to 64 letters, digits, `_`, `.` or `-`.
    ///   - publicKey: The 65 bytes.
    /// - Throws: ``CryptoError`` for another id or length, or a point that is not of the curve.
    public init(id: String, publicKey: [UInt8]) throws(CryptoError) {
        try KeyRules.check(id: id, bytes: publicKey, count: KeyRules.publicCount)
        guard PlatformCrypto.isPoint(publicKey) else { throw CryptoError(fault: .invalidKey(id: id)) }
        self.init(id: id, checked: publicKey)
    }

    /// Reads a key from Base64.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - base64: Its point.
    /// - Throws: ``CryptoError`` for what is no such key.
    public init(id: String, base64: String) throws(CryptoError) {
        try self.init(id: id, publicKey: KeyRules.bytes(of: base64))
    }

    init(id: String, checked publicKey: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
    }

    /// The key as text, for configurations.
    public var base64: String { KeyRules.text(of: self.publicKey) }
}
