import Testing

@testable import SpoorWire

/// The published vectors of every algorithm: whatever library is below, these bytes come out.
struct PublishedVectorTests {
    private let published: CryptoFixtures.Published

    init() throws { self.published = try CryptoFixtures.published() }

    @Test func aes128CBC() throws {
        for vector in self.published.aesCBC {
            let key = try SharedKey(id: "v", bytes: vector.key.bytes)
            let closed = try AESCBC.encrypt(vector.plain.bytes, key: key, random: scriptedRandom([vector.vector.bytes]))
            #expect(closed == vector.vector.bytes + vector.padded.bytes)
            #expect(closed.dropFirst(16).starts(with: vector.cipher.bytes))
            #expect(closed.count == AESCBC.encryptedCount(vector.plain.bytes.count))
            #expect(try AESCBC.decrypt(closed, key: key) == vector.plain.bytes)
        }
        #expect(!self.published.aesCBC.isEmpty)
    }

    @Test func aes256GCM() throws {
        for vector in self.published.aesGCM {
            let sealer = try #require(PlatformGCM(key: vector.key.bytes, encrypts: true))
            let opener = try #require(PlatformGCM(key: vector.key.bytes, encrypts: false))
            // Twice: one context closes many blocks.
            for _ in 0..<2 {
                var closed = ByteWriter()
                var opened = ByteWriter()
                let (nonce, header) = (vector.nonce.bytes, vector.header.bytes)
                let isClosed = vector.plain.bytes.withUnsafeBytes { plain in
                    header.withUnsafeBytes { sealer.seal(plain, nonce: nonce, header: $0, into: &closed) }
                }
                #expect(isClosed)
                #expect(closed.bytes == vector.cipher.bytes + vector.tag.bytes)
                let isOpened = closed.bytes.withUnsafeBytes { bytes in
                    header.withUnsafeBytes { opener.open(bytes, nonce: nonce, header: $0, into: &opened) }
                }
                #expect(isOpened)
                #expect(opened.bytes == vector.plain.bytes)
            }
        }
        #expect(self.published.aesGCM.count == 3)
    }

    @Test func hkdfSHA256() throws {
        for vector in self.published.hkdf {
            let made = KeyDerivation.hkdf(
                secret: vector.secret.bytes,
                salt: vector.salt.bytes,
                info: vector.info.bytes,
                count: vector.output.bytes.count
            )
            #expect(made == vector.output.bytes)
        }
        #expect(self.published.hkdf.count == 3)
        #expect(KeyDerivation.hkdf(secret: [1], salt: [], info: [], count: 255 * 32 + 1) == nil)
        #expect(KeyDerivation.hkdf(secret: [1], salt: [], info: [], count: 0) == nil)
    }

    @Test func agreementOverP256() throws {
        for vector in self.published.ecdh {
            let first = try OpeningKey(id: "a", privateKey: vector.a.bytes)
            let second = try OpeningKey(id: "b", privateKey: vector.b.bytes)
            #expect(first.sealingKey.publicKey == vector.pointA.bytes)
            #expect(second.sealingKey.publicKey == vector.pointB.bytes)
            #expect(PlatformCrypto.agree(privateKey: vector.a.bytes, point: vector.pointB.bytes) == vector.secret.bytes)
            #expect(PlatformCrypto.agree(privateKey: vector.b.bytes, point: vector.pointA.bytes) == vector.secret.bytes)
        }
        #expect(!self.published.ecdh.isEmpty)
    }

    @Test func signaturesOverP256() throws {
        for vector in self.published.ecdsa {
            let key = try SigningKey(id: "v", privateKey: vector.key.bytes)
            #expect(key.verifyingKey.publicKey == vector.point.bytes)
            let message = Array(vector.message.utf8)
            #expect(key.verifyingKey.isValid(signature: vector.signature.bytes, of: message))
            #expect(!key.verifyingKey.isValid(signature: vector.signature.bytes, of: message + [0]))
        }
        #expect(self.published.ecdsa.count == 2)
    }
}
