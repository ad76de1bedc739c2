/// AES-128 in CBC mode with PKCS#7 padding; the random initialisation vector stands in front.
public enum AESCBC {
    /// The bytes of a block, and of the initialisation vector.
    public static let blockCount = 16

    /// How many bytes come out for `count` bytes.
    public static func encryptedCount(_ count: Int) -> Int {
        self.blockCount + (count / self.blockCount + 1) * self.blockCount
    }

    /// Encrypts bytes onto the end of `writer`.
    ///
    /// - Parameters:
    ///   - bytes: What is encrypted.
    ///   - key: The key.
    ///   - random: Where the initialisation vector comes from.
    ///   - writer: Gets the vector and what was encrypted.
    /// - Throws: ``CryptoError`` for bad random bytes, too many bytes, or for want of memory.
    public static func encrypt(
        _ bytes: UnsafeRawBufferPointer,
        key: SharedKey,
        random: RandomBytes = SystemRandom.bytes,
        into writer: inout ByteWriter
    ) throws(CryptoError) {
        guard bytes.count <= PlatformCrypto.maxCount else { throw CryptoError(fault: .tooLarge(bytes: bytes.count)) }
        let vector = random(self.blockCount)
        guard vector.count == self.blockCount else { throw CryptoError(fault: .random) }
        let start = writer.count
        writer.append(bytes: vector)
        guard PlatformCrypto.cbc(encrypts: true, key: key.bytes, vector: vector, bytes: bytes, into: &writer) else {
            writer.truncate(to: start)
            throw CryptoError(fault: .system)
        }
    }

    /// Encrypts bytes; see the form over a buffer.
    public static func encrypt(
        _ bytes: [UInt8],
        key: SharedKey,
        random: RandomBytes = SystemRandom.bytes
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: self.encryptedCount(bytes.count))
        try bytes.withUnsafeBufferPointer { buffer throws(CryptoError) in
            try self.encrypt(UnsafeRawBufferPointer(buffer), key: key, random: random, into: &writer)
        }
        return writer.bytes
    }

    /// Decrypts bytes onto the end of `writer`.
    ///
    /// A wrong key is found by its padding only, and not always: what comes out must be checked by other means.
    ///
    /// - Parameters:
    ///   - bytes: The initialisation vector and what was encrypted.
    ///   - key: The key.
    ///   - writer: Gets what was encrypted; nothing on an error.
    /// - Throws: ``CryptoError`` for cut bytes and bad padding.
    public static func decrypt(
        _ bytes: UnsafeRawBufferPointer,
        key: SharedKey,
        into writer: inout ByteWriter
    ) throws(CryptoError) {
        guard bytes.count <= PlatformCrypto.maxCount else { throw CryptoError(fault: .tooLarge(bytes: bytes.count)) }
        guard bytes.count >= 2 * self.blockCount, bytes.count % self.blockCount == 0 else {
            throw CryptoError(fault: .truncated)
        }
        let vector = Array(bytes[..<self.blockCount])
        let body = UnsafeRawBufferPointer(rebasing: bytes[self.blockCount...])
        let start = writer.count
        guard PlatformCrypto.cbc(encrypts: false, key: key.bytes, vector: vector, bytes: body, into: &writer) else {
            writer.truncate(to: start)
            throw CryptoError(fault: .wrongKeyOrChanged(id: key.id))
        }
    }

    /// Decrypts bytes; see the form over a buffer.
    public static func decrypt(_ bytes: [UInt8], key: SharedKey) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: bytes.count + self.blockCount)
        try bytes.withUnsafeBufferPointer { buffer throws(CryptoError) in
            try self.decrypt(UnsafeRawBufferPointer(buffer), key: key, into: &writer)
        }
        return writer.bytes
    }
}
