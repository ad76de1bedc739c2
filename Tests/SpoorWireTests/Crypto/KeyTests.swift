import SpoorWire
import Testing

struct KeyTests {
    /// The order of the group, which is no private key any more.
    private static let order: [UInt8] =
        [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]

    @Test(arguments: ["", " ", "a b", "a:b", "ä", String(repeating: "k", count: 65), "a/b", "a\n"])
    func oddIDsAreRefused(id: String) {
        #expect(throws: CryptoError(fault: .keyID(id))) { try SharedKey.generate(id: id) }
        #expect(throws: CryptoError(fault: .keyID(id))) { try OpeningKey.generate(id: id) }
        #expect(throws: CryptoError(fault: .keyID(id))) { try SigningKey.generate(id: id) }
    }

    @Test(arguments: ["k", "K-1_2.3", String(repeating: "9", count: 64)])
    func keysSurviveTheirText(id: String) throws {
        let shared = try SharedKey.generate(id: id)
        #expect(try SharedKey(id: id, base64: shared.base64) == shared)
        let opening = try OpeningKey.generate(id: id)
        #expect(try OpeningKey(id: id, base64: opening.base64) == opening)
        #expect(try SealingKey(id: id, base64: opening.sealingKey.base64) == opening.sealingKey)
        let signing = try SigningKey.generate(id: id)
        #expect(try SigningKey(id: id, base64: signing.base64) == signing)
        #expect(try VerifyingKey(id: id, base64: signing.verifyingKey.base64) == signing.verifyingKey)
        #expect(try OpeningKey.generate(id: id) != opening)
    }

    @Test(arguments: [0, 1, 15, 17, 31, 33, 64, 66])
    func otherLengthsAreRefused(count: Int) {
        let bytes = [UInt8](repeating: 4, count: count)
        #expect(throws: CryptoError(fault: .keyLength(expected: 16, found: count))) { try SharedKey(id: "k", bytes: bytes) }
        #expect(throws: CryptoError(fault: .keyLength(expected: 32, found: count))) {
            try OpeningKey(id: "k", privateKey: bytes)
        }
        #expect(throws: CryptoError(fault: .keyLength(expected: 65, found: count))) {
            try SealingKey(id: "k", publicKey: bytes)
        }
        #expect(throws: CryptoError(fault: .keyLength(expected: 65, found: count))) {
            try VerifyingKey(id: "k", publicKey: bytes)
        }
        #expect(throws: CryptoError(fault: .keyText(line: nil))) { try SharedKey(id: "k", base64: "§") }
    }

    @Test func onlyNumbersBelowTheOrderArePrivateKeys() throws {
        for bytes in [[UInt8](repeating: 0, count: 32), Self.order, [UInt8](repeating: 0xFF, count: 32)] {
            #expect(throws: CryptoError(fault: .invalidKey(id: "k"))) { try OpeningKey(id: "k", privateKey: bytes) }
            #expect(throws: CryptoError(fault: .invalidKey(id: "k"))) { try SigningKey(id: "k", privateKey: bytes) }
        }
        var last = Self.order
        last[31] -= 1
        #expect(try OpeningKey(id: "k", privateKey: last).privateKey == last)
        // A source that gives no key at first is asked again, but not for ever.
        let valid = [UInt8](repeating: 7, count: 32)
        #expect(try OpeningKey.generate(id: "k", random: scriptedRandom([Self.order, valid])).privateKey == valid)
        #expect(throws: CryptoError(fault: .random)) { try OpeningKey.generate(id: "k") { _ in Self.order } }
        #expect(throws: CryptoError(fault: .random)) { try OpeningKey.generate(id: "k") { _ in [1] } }
    }

    @Test func onlyPointsOfTheCurveArePublicKeys() throws {
        let point = try OpeningKey.generate(id: "k").sealingKey.publicKey
        for index in point.indices {
            var changed = point
            changed[index] ^= 1
            #expect(throws: CryptoError(fault: .invalidKey(id: "k"))) { try SealingKey(id: "k", publicKey: changed) }
            #expect(throws: CryptoError(fault: .invalidKey(id: "k"))) { try VerifyingKey(id: "k", publicKey: changed) }
        }
        // Infinity, and forms of other lengths in the right length.
        for first in [0, 2, 3, 6, 7] as [UInt8] {
            #expect(throws: CryptoError(fault: .invalidKey(id: "k"))) {
                try SealingKey(id: "k", publicKey: [first] + point.dropFirst())
            }
        }
    }

    @Test func noDescriptionHoldsASecret() throws {
        let shared = try SharedKey.generate(id: "s1")
        let opening = try OpeningKey.generate(id: "o1")
        let signing = try SigningKey.generate(id: "g1")
        #expect("\(shared) \(opening) \(signing)" == "SharedKey(s1) OpeningKey(o1) SigningKey(g1)")
        var dumped = ""
        dump(shared, to: &dumped)
        dump(opening, to: &dumped)
        dump(signing, to: &dumped)
        dump(Encryption.aes128CBC(shared), to: &dumped)
        dumped += "\(Keyring(opening: [opening], shared: [shared]))"
        for secret in [shared.bytes, opening.privateKey, signing.privateKey] {
            #expect(!dumped.contains("\(secret)") && !dumped.contains("- \(secret[0])\n    - \(secret[1])\n"))
        }
        for secret in [shared.base64, opening.base64, signing.base64] { #expect(!dumped.contains(secret)) }
    }

    @Test func aKeyringSurvivesItsText() throws {
        let keyring = Keyring(
            opening: [try .generate(id: "k1"), try .generate(id: "k2")],
            shared: [try .generate(id: "k1")]
        )
        let read = try Keyring(text: "# keys\n\n" + keyring.text)
        #expect(read.openingKeys == keyring.openingKeys)
        #expect(read.sharedKeys == keyring.sharedKeys)
        #expect(read.openingKeys.count == 2 && !read.isEmpty && Keyring().isEmpty)
    }

    @Test(arguments: ["\nopening k1", "\nprivate k1 AAAA", "\nshared k 1 AAAA"])
    func aBadLineIsNamed(text: String) {
        #expect(throws: CryptoError(fault: .keyText(line: 2))) { try Keyring(text: text) }
    }

    @Test func aSignatureHoldsForItsBytesAndKeyAlone() throws {
        let key = try SigningKey.generate(id: "k")
        let bytes = Array("{\"revision\":7}".utf8)
        let signature = try key.signature(of: bytes)
        #expect(signature.count == 64)
        #expect(key.verifyingKey.isValid(signature: signature, of: bytes))
        #expect(try !SigningKey.generate(id: "k").verifyingKey.isValid(signature: signature, of: bytes))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 0x10
            #expect(!key.verifyingKey.isValid(signature: changed, of: bytes))
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(!key.verifyingKey.isValid(signature: signature, of: changed))
        }
        for odd in [[], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: 64)] {
            #expect(!key.verifyingKey.isValid(signature: odd, of: bytes))
        }
        #expect(try key.verifyingKey.isValid(signature: key.signature(of: []), of: []))
    }
}
