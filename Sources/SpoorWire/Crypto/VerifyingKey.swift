/// The public half of a key for signatures, as an app has it built in.
public struct VerifyingKey: Hashable, Sendable {
    /// The name that a signature gives.
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

    /// Whether a signature was made over these bytes with the private half.
    ///
    /// - Parameters:
    ///   - signature: The numbers r and s, 32 bytes each; anything else is no signature.
    ///   - bytes: What was signed.
    /// - Returns: True for a valid signature.
    public func isValid(signature: [UInt8], of bytes: [UInt8]) -> Bool {
        signature.count == 64 && PlatformCrypto.verify(signature, of: bytes, point: self.publicKey)
    }

    /// The key as text, for configurations.
    public var base64: String { KeyRules.text(of: self.publicKey) }
}
