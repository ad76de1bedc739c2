/// What holds for every key: its id, its length, its text form.
enum KeyRules {
    static let maxIDLength = 64
    static let sharedCount = 16
    static let privateCount = 32
    static let publicCount = 65

    static func check(id: String, bytes: [UInt8], count: Int) throws(CryptoError) {
        guard self.isValid(id: id) else { throw CryptoError(fault: .keyID(id)) }
        guard bytes.count == count else {
            throw CryptoError(fault: .keyLength(expected: count, found: bytes.count))
        }
    }

    static func isValid(id: String) -> Bool {
        (1...self.maxIDLength).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            }
    }

    static func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes.withUnsafeBytes { Base64.encode($0) }, as: UTF8.self)
    }

    static func bytes(of text: String) throws(CryptoError) -> [UInt8] {
        guard let bytes = Array(text.utf8).withUnsafeBytes({ Base64.decode($0) }) else {
            throw CryptoError(fault: .keyText(line: nil))
        }
        return bytes
    }

    /// A new private key; some of the 2²⁵⁶ numbers are none, so it may take another try.
    static func newPrivateKey(_ random: RandomBytes) throws(CryptoError) -> (key: [UInt8], point: [UInt8]) {
        for _ in 0..<8 {
            let key = random(self.privateCount)
            guard key.count == self.privateCount else { throw CryptoError(fault: .random) }
            if let point = PlatformCrypto.publicKey(of: key) { return (key, point) }
        }
        throw CryptoError(fault: .random)
    }
}
