/// HKDF with HMAC-SHA-256 (RFC 5869).
enum KeyDerivation {
    /// The most bytes that the construction gives.
    static let maxCount = 255 * 32

    static func hkdf(secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8]? {
        guard (1...self.maxCount).contains(count) else { return nil }
        return PlatformCrypto.hkdf(secret: secret, salt: salt, info: info, count: count)
    }
}
