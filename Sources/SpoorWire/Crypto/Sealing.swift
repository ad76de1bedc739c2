/// One agreement between a sender's fresh key and a receiver's, and the blocks that are closed under it.
///
/// P-256 ECDH, HKDF-SHA-256, AES-256-GCM. There is one agreement for each body or packet: its ephemeral key is sent
/// along and used never again, and its blocks are told apart by their numbers, which are part of the nonce. A block
/// opens only with its number and the same associated data. Confined to one thread at a time.
public final class Sealing {
    /// The bytes of the ephemeral public key.
    public static let ephemeralCount = KeyRules.publicCount

    /// How many bytes longer a block is when it is closed.
    public static let tagCount = 16

    /// The public half of the sender's key, which the receiver needs.
    public let ephemeralKey: [UInt8]

    static let info = Array("spoor sealed 1".utf8)

    private static let keyCount = 32
    private static let nonceCount = 12

    private let keyID: String
    private let cipher: PlatformGCM
    private let nonce: [UInt8]

    /// Begins to seal for the holder of a private key.
    ///
    /// - Parameters:
    ///   - key: The receiver's public key.
    ///   - random: Where the ephemeral key comes from; the same bytes twice would break the encryption.
    /// - Throws: ``CryptoError`` for bad random bytes.
    public convenience init(to key: SealingKey, random: RandomBytes = SystemRandom.bytes) throws(CryptoError) {
        let own = try KeyRules.newPrivateKey(random)
        guard let secret = PlatformCrypto.agree(privateKey: own.key, point: key.publicKey) else {
            throw CryptoError(fault: .invalidKey(id: key.id))
        }
        try self.init(secret: secret, ephemeral: own.point, receiver: key, encrypts: true)
    }

    /// Begins to open what was sealed for a key.
    ///
    /// - Parameters:
    ///   - ephemeralKey: The sender's, as it came along.
    ///   - key: The receiver's private key.
    /// - Throws: ``CryptoError`` when the ephemeral key is no point of the curve.
    public convenience init(from ephemeralKey: [UInt8], with key: OpeningKey) throws(CryptoError) {
        guard ephemeralKey.count == Self.ephemeralCount,
            let secret = PlatformCrypto.agree(privateKey: key.privateKey, point: ephemeralKey)
        else { throw CryptoError(fault: .wrongKeyOrChanged(id: key.id)) }
        try self.init(secret: secret, ephemeral: ephemeralKey, receiver: key.sealingKey, encrypts: false)
    }

    private init(secret: [UInt8], ephemeral: [UInt8], receiver: SealingKey, encrypts: Bool) throws(CryptoError) {
        let derived = KeyDerivation.hkdf(
            secret: secret,
            salt: ephemeral + receiver.publicKey,
            info: Self.info,
            count: Self.keyCount + Self.nonceCount
        )
        guard let derived, let cipher = PlatformGCM(key: Array(derived.prefix(Self.keyCount)), encrypts: encrypts)
        else {
            throw CryptoError(fault: .system)
        }
        self.ephemeralKey = ephemeral
        self.keyID = receiver.id
        self.cipher = cipher
        self.nonce = Array(derived.suffix(Self.nonceCount))
    }

    /// Closes one block onto the end of `writer`.
    ///
    /// - Parameters:
    ///   - bytes: What is closed.
    ///   - block: Its number; each is used once.
    ///   - header: What must be the same at the receiver's, though it is not hidden.
    ///   - writer: Gets the closed block and its tag.
    /// - Throws: ``CryptoError`` for too many bytes, or for want of memory.
    public func seal(
        _ bytes: UnsafeRawBufferPointer,
        block: UInt32,
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) throws(CryptoError) {
        guard max(bytes.count, header.count) <= PlatformCrypto.maxCount else {
            throw CryptoError(fault: .tooLarge(bytes: max(bytes.count, header.count)))
        }
        guard self.cipher.seal(bytes, nonce: self.nonce(of: block), header: header, into: &writer) else {
            throw CryptoError(fault: .system)
        }
    }

    /// Opens one block onto the end of `writer`.
    ///
    /// - Parameters:
    ///   - bytes: The closed block and its tag.
    ///   - block: Its number.
    ///   - header: The associated data.
    ///   - writer: Gets what was closed; nothing on an error.
    /// - Throws: ``CryptoError`` for cut or changed bytes, another number, header or key.
    public func open(
        _ bytes: UnsafeRawBufferPointer,
        block: UInt32,
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) throws(CryptoError) {
        guard bytes.count >= Self.tagCount else { throw CryptoError(fault: .truncated) }
        guard max(bytes.count, header.count) <= PlatformCrypto.maxCount else {
            throw CryptoError(fault: .tooLarge(bytes: max(bytes.count, header.count)))
        }
        guard self.cipher.open(bytes, nonce: self.nonce(of: block), header: header, into: &writer) else {
            throw CryptoError(fault: .wrongKeyOrChanged(id: self.keyID))
        }
    }

    /// The derived nonce with the block's number added to its last four bytes by exclusive or.
    private func nonce(of block: UInt32) -> [UInt8] {
        var nonce = self.nonce
        for index in 0..<4 { nonce[8 + index] ^= UInt8(truncatingIfNeeded: block >> (24 - 8 * UInt32(index))) }
        return nonce
    }
}
