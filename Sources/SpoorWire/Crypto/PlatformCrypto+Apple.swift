#if canImport(CryptoKit)
import CommonCrypto
import CryptoKit
import Foundation

/// The cryptographic operations of the platform: here CryptoKit's, and CommonCrypto's for CBC.
enum PlatformCrypto {
    /// The most bytes of one operation.
    static let maxCount = 1 << 30

    static func hkdf(secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8]? {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret),
            salt: salt,
            info: info,
            outputByteCount: count
        )
        return key.withUnsafeBytes { Array($0) }
    }

    static func cbc(
        encrypts: Bool,
        key: [UInt8],
        vector: [UInt8],
        bytes: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) -> Bool {
        var written = 0
        let status = CCCrypt(
            CCOperation(encrypts ? kCCEncrypt : kCCDecrypt),
            CCAlgorithm(kCCAlgorithmAES),
            CCOptions(kCCOptionPKCS7Padding),
            key,
            key.count,
            vector,
            bytes.baseAddress,
            bytes.count,
            writer.reserve(bytes.count + 16),
            bytes.count + 16,
            &written
        )
        guard status == CCCryptorStatus(kCCSuccess) else { return false }
        writer.advance(by: written)
        return true
    }

    static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
        let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        return key.map { Array($0.publicKey.x963Representation) }
    }

    static func isPoint(_ point: [UInt8]) -> Bool {
        (try? P256.KeyAgreement.PublicKey(x963Representation: point)) != nil
    }

    static func agree(privateKey: [UInt8], point: [UInt8]) -> [UInt8]? {
        guard let own = try? P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey),
            let other = try? P256.KeyAgreement.PublicKey(x963Representation: point),
            let secret = try? own.sharedSecretFromKeyAgreement(with: other)
        else { return nil }
        return secret.withUnsafeBytes { Array($0) }
    }

    static func sign(_ bytes: [UInt8], key: SigningKey) -> [UInt8]? {
        guard let own = try? P256.Signing.PrivateKey(rawRepresentation: key.privateKey),
            let signature = try? own.signature(for: bytes)
        else { return nil }
        return Array(signature.rawRepresentation)
    }

    static func verify(_ signature: [UInt8], of bytes: [UInt8], point: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: point),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}

/// AES-256-GCM under one key, for many blocks.
final class PlatformGCM {
    private let key: SymmetricKey

    init?(key: [UInt8], encrypts: Bool) {
        guard key.count == 32 else { return nil }
        self.key = SymmetricKey(data: key)
    }

    func seal(
        _ bytes: UnsafeRawBufferPointer,
        nonce: [UInt8],
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) -> Bool {
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(bytes, using: self.key, nonce: nonce, authenticating: header)
        else { return false }
        box.ciphertext.withUnsafeBytes { writer.append(bytes: $0) }
        box.tag.withUnsafeBytes { writer.append(bytes: $0) }
        return true
    }

    func open(
        _ bytes: UnsafeRawBufferPointer,
        nonce: [UInt8],
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) -> Bool {
        guard bytes.count >= 16, let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce,
                ciphertext: UnsafeRawBufferPointer(rebasing: bytes.dropLast(16)),
                tag: UnsafeRawBufferPointer(rebasing: bytes.suffix(16))
            ), let opened = try? AES.GCM.open(box, using: self.key, authenticating: header)
        else { return false }
        opened.withUnsafeBytes { writer.append(bytes: $0) }
        return true
    }
}
#endif
