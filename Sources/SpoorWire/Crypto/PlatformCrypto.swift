#if !canImport(CryptoKit)
import CCrypto

/// The cryptographic operations of the platform: here libcrypto's.
enum PlatformCrypto {
    /// The most bytes of one operation; libcrypto counts in 32 bits.
    static let maxCount = 1 << 30

    static func hkdf(secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8]? {
        let salt = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
        guard let extracted = self.hmac(key: salt, bytes: secret) else { return nil }
        var result: [UInt8] = []
        var last: [UInt8] = []
        var counter: UInt8 = 0
        while result.count < count {
            counter &+= 1
            guard let next = self.hmac(key: extracted, bytes: last + info + [counter]) else { return nil }
            last = next
            result += next
        }
        return Array(result.prefix(count))
    }

    static func cbc(
        encrypts: Bool,
        key: [UInt8],
        vector: [UInt8],
        bytes: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) -> Bool {
        var written: Int32 = 0
        let place = writer.reserve(bytes.count + 16)
        guard
            spoor_aes_cbc(
                encrypts ? 1 : 0,
                key,
                vector,
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int32(bytes.count),
                place,
                &written
            ) == 1
        else { return false }
        writer.advance(by: Int(written))
        return true
    }

    static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
        self.bytes(65) { spoor_p256_public(privateKey, $0) }
    }

    static func isPoint(_ point: [UInt8]) -> Bool { spoor_p256_is_point(point) == 1 }

    static func agree(privateKey: [UInt8], point: [UInt8]) -> [UInt8]? {
        self.bytes(32) { spoor_p256_agree(privateKey, point, $0) }
    }

    static func sign(_ bytes: [UInt8], key: SigningKey) -> [UInt8]? {
        self.bytes(64) { spoor_p256_sign(key.privateKey, key.verifyingKey.publicKey, bytes, bytes.count, $0) }
    }

    static func verify(_ signature: [UInt8], of bytes: [UInt8], point: [UInt8]) -> Bool {
        spoor_p256_verify(point, bytes, bytes.count, signature) == 1
    }

    private static func hmac(key: [UInt8], bytes: [UInt8]) -> [UInt8]? {
        self.bytes(32) { spoor_hmac_sha256(key, Int32(key.count), bytes, bytes.count, $0) }
    }

    private static func bytes(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8]? {
        var isDone = false
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let base = buffer.baseAddress, body(base) == 1 else { return }
            isDone = true
            initialized = count
        }
        return isDone ? result : nil
    }
}

/// AES-256-GCM under one key, for many blocks.
final class PlatformGCM {
    private let context: OpaquePointer

    init?(key: [UInt8], encrypts: Bool) {
        guard key.count == 32, let context = spoor_gcm_new(key, encrypts ? 1 : 0) else { return nil }
        self.context = context
    }

    deinit {
        EVP_CIPHER_CTX_free(self.context)
    }

    func seal(
        _ bytes: UnsafeRawBufferPointer,
        nonce: [UInt8],
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) -> Bool {
        let place = writer.reserve(bytes.count + 16)
        let isDone = spoor_gcm_seal(
            self.context,
            nonce,
            header.baseAddress?.assumingMemoryBound(to: UInt8.self),
            Int32(header.count),
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            Int32(bytes.count),
            place,
            place + bytes.count
        )
        guard isDone == 1 else { return false }
        writer.advance(by: bytes.count + 16)
        return true
    }

    func open(
        _ bytes: UnsafeRawBufferPointer,
        nonce: [UInt8],
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) -> Bool {
        let count = bytes.count - 16
        guard count >= 0, let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
        let isDone = spoor_gcm_open(
            self.context,
            nonce,
            header.baseAddress?.assumingMemoryBound(to: UInt8.self),
            Int32(header.count),
            base,
            Int32(count),
            writer.reserve(count + 1),
            base + count
        )
        guard isDone == 1 else { return false }
        writer.advance(by: count)
        return true
    }
}
#endif
