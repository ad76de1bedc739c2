import SpoorWire
import Testing

struct SealingTests {
    private let key: OpeningKey
    private let header = Array("header".utf8)
    private let plain = Array("what is closed".utf8)

    init() throws { self.key = try OpeningKey.generate(id: "k1") }

    private func close(_ sealing: Sealing, _ block: UInt32) throws -> [UInt8] {
        var writer = ByteWriter()
        try self.plain.withUnsafeBytes { bytes in
            try self.header.withUnsafeBytes { try sealing.seal(bytes, block: block, header: $0, into: &writer) }
        }
        return writer.bytes
    }

    private func open(_ opener: Sealing, _ bytes: [UInt8], _ block: UInt32, header: [UInt8]? = nil) throws -> [UInt8] {
        var writer = ByteWriter()
        do {
            try bytes.withUnsafeBytes { bytes in
                try (header ?? self.header).withUnsafeBytes {
                    try opener.open(bytes, block: block, header: $0, into: &writer)
                }
            }
        } catch {
            #expect(writer.count == 0, "nothing of what did not open may come out")
            throw error
        }
        return writer.bytes
    }

    @Test func aBlockOpensWithItsNumberHeaderAndKeyAlone() throws {
        let sealing = try Sealing(to: self.key.sealingKey)
        let opener = try Sealing(from: sealing.ephemeralKey, with: self.key)
        let refusal = CryptoError(fault: .wrongKeyOrChanged(id: "k1"))
        for block in [0, 1, 255, 256, 65_535, UInt32.max] {
            let closed = try self.close(sealing, block)
            #expect(closed.count == self.plain.count + Sealing.tagCount)
            #expect(try self.open(opener, closed, block) == self.plain)
            #expect(throws: refusal) { try self.open(opener, closed, block ^ 1) }
            #expect(throws: refusal) { try self.open(opener, closed, block ^ 0x0100_0000) }
            #expect(throws: refusal) { try self.open(opener, closed, block, header: []) }
            let other = try Sealing(from: sealing.ephemeralKey, with: OpeningKey.generate(id: "k1"))
            #expect(throws: refusal) { try self.open(other, closed, block) }
            for index in closed.indices {
                var changed = closed
                changed[index] ^= 1
                #expect(throws: refusal) { try self.open(opener, changed, block) }
            }
            #expect(throws: refusal) { try self.open(opener, Array(closed.dropLast()), block) }
            #expect(throws: CryptoError(fault: .truncated)) { try self.open(opener, Array(closed.prefix(15)), block) }
        }
    }

    @Test func noTwoBlocksAreClosedAlike() throws {
        var seen: Set<[UInt8]> = []
        for _ in 0..<10 {
            let sealing = try Sealing(to: self.key.sealingKey)
            for block in 0..<10 as Range<UInt32> { seen.insert(try self.close(sealing, block)) }
        }
        #expect(seen.count == 100)
    }

    @Test func anEphemeralKeyThatIsNoPointIsRefused() throws {
        let sealing = try Sealing(to: self.key.sealingKey)
        for odd in [[], Array(sealing.ephemeralKey.dropLast()), [UInt8](repeating: 0, count: 65)] {
            #expect(throws: CryptoError(fault: .wrongKeyOrChanged(id: "k1"))) { try Sealing(from: odd, with: self.key) }
        }
        #expect(throws: CryptoError(fault: .random)) { try Sealing(to: self.key.sealingKey) { _ in [] } }
    }
}

struct AESCBCTests {
    private let key: SharedKey

    init() throws { self.key = try SharedKey.generate(id: "s1") }

    @Test func everyLengthComesBack() throws {
        for count in 0...64 {
            let plain = (0..<count).map { UInt8($0) }
            let closed = try AESCBC.encrypt(plain, key: self.key)
            #expect(closed.count == AESCBC.encryptedCount(count) && closed.count % 16 == 0)
            #expect(try AESCBC.decrypt(closed, key: self.key) == plain)
            #expect(try AESCBC.encrypt(plain, key: self.key) != closed, "the vector is new each time")
        }
    }

    @Test func cutBytesAndBadPaddingAreRefused() throws {
        let closed = try AESCBC.encrypt(Array("sixteen bytes, and more".utf8), key: self.key)
        for count in 0..<closed.count where count % 16 != 0 || count < 32 {
            #expect(throws: CryptoError(fault: .truncated)) {
                try AESCBC.decrypt(Array(closed.prefix(count)), key: self.key)
            }
        }
        // The last byte of the block before the last is the padding's, flipped: 0x09 becomes 0x89.
        var changed = closed
        changed[closed.count - 17] ^= 0x80
        #expect(throws: CryptoError(fault: .wrongKeyOrChanged(id: "s1"))) { try AESCBC.decrypt(changed, key: self.key) }
        #expect(throws: CryptoError(fault: .random)) { try AESCBC.encrypt([1], key: self.key) { _ in [1, 2] } }
    }
}
