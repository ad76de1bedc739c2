import SpoorWire
import Testing

/// One changed byte, one byte less, another key: never a record.
struct PacketChangeTests {
    private let world: PacketWorld
    private let records = [
        PacketWorld.record("p-1", ",\"MONITOR_TYPE\":\"appCrash\"", payload: Array("stack".utf8)),
        PacketWorld.record("p-2", payload: []),
    ]

    init() throws { self.world = try PacketWorld() }

    /// What the form and encryption say for bytes that were changed; nil when they were taken.
    private func refusal(_ form: PacketForm, _ bytes: [UInt8]) -> PacketError? {
        do throws(PacketError) {
            _ = try form.decode(bytes, self.world.keyring)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [PacketForm.v2, .body], [0, 1, 2])
    func everyFlippedBitIsRefused(form: PacketForm, encryption: Int) throws {
        guard form != .body || encryption > 0 else { return }
        let bytes = try form.encode(self.records, self.world.encryptions[encryption], with: PacketEncoder())
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 as Range<UInt8> {
                var changed = bytes
                changed[index] ^= 1 << bit
                let error = self.refusal(form, changed)
                if error == nil { Issue.record("byte \(index), bit \(bit) was changed and taken") }
                refused += error?.description.hasSuffix(".") == true ? 1 : 0
            }
        }
        #expect(refused == bytes.count * 8)
    }

    // A checksum stops accidents only: whoever changes bytes on purpose makes a new one.
    @Test(arguments: PacketForm.allCases)
    func everyFlippedBitOfASealedPacketIsRefusedWithANewChecksumToo(form: PacketForm) throws {
        let bytes = try form.encode(self.records, .sealed(self.world.opening.sealingKey), with: PacketEncoder())
        let isChecksummed = form == .v2 || form == .body
        let end = isChecksummed ? bytes.count - 4 : bytes.count
        for index in 0..<end {
            for bit in 0..<8 as Range<UInt8> {
                var changed = bytes
                changed[index] ^= 1 << bit
                if isChecksummed { changed = PacketSurgery.checksummed(changed) }
                if self.refusal(form, changed) == nil {
                    Issue.record("byte \(index), bit \(bit) was changed and taken")
                }
            }
        }
        #expect(self.refusal(form, isChecksummed ? PacketSurgery.checksummed(bytes) : bytes) == nil)
    }

    @Test(arguments: PacketForm.allCases, [0, 1, 2])
    func everyCutIsRefused(form: PacketForm, encryption: Int) throws {
        guard form != .body || encryption > 0 else { return }
        let bytes = try form.encode(self.records, self.world.encryptions[encryption], with: PacketEncoder())
        for count in bytes.indices {
            let cut = Array(bytes.prefix(count))
            // Version 1 names no shared key and has no checksum: three bytes of 0 are a packet without records there.
            if self.refusal(form, cut) == nil { Issue.record("\(count) of \(bytes.count) bytes were taken") }
            if form == .v2 || form == .body, self.refusal(form, PacketSurgery.checksummed(cut)) == nil {
                Issue.record("\(count) of \(bytes.count) bytes were taken with a new checksum")
            }
        }
        if form != .v1Metas || encryption != 0 {
            #expect(self.refusal(form, bytes + [0]) != nil)
        }
    }

    @Test(arguments: PacketForm.allCases, [1, 2])
    func anotherKeyUnderTheSameIDIsRefused(form: PacketForm, encryption: Int) throws {
        let bytes = try form.encode(self.records, self.world.encryptions[encryption], with: PacketEncoder())
        let other = try PacketWorld().keyring
        let id = encryption == 1 ? "s1" : "k1"
        let isNamed = encryption == 2 || form == .v2 || form == .body
        let expected: PacketError.Fault =
            isNamed ? .crypto(CryptoError(fault: .wrongKeyOrChanged(id: id))) : .unopened(sharedKeys: 1)
        #expect(throws: PacketError(fault: expected)) { try form.decode(bytes, other) }
    }

    @Test(arguments: PacketForm.allCases, [1, 2])
    func anUnknownKeyIDIsNamed(form: PacketForm, encryption: Int) throws {
        let bytes = try form.encode(self.records, self.world.encryptions[encryption], with: PacketEncoder())
        let isNamed = encryption == 2 || form == .v2 || form == .body
        let id = encryption == 1 ? "s1" : "k1"
        let expected: PacketError.Fault =
            isNamed ? .crypto(CryptoError(fault: .unknownKey(id: id))) : .unopened(sharedKeys: 0)
        #expect(throws: PacketError(fault: expected)) { try form.decode(bytes, Keyring()) }
    }

    // Blocks of one packet cannot change places, nor those of two packets be mixed.
    @Test func blocksStayInTheirPlaceAndPacket() throws {
        let records = [PacketWorld.record("p-1", payload: [1]), PacketWorld.record("p-2", payload: [2])]
        let sealed = Encryption.sealed(self.world.opening.sealingKey)
        let one = try PacketV2.encode(records: records, encryption: sealed)
        let two = try PacketV2.encode(records: records, encryption: sealed)
        #expect(one.count == two.count)
        let last = one.count - 4
        let length = (last - 37..<last).count
        var swapped = Array(one[..<(last - 2 * length)])
        swapped += one[(last - length)..<last] + one[(last - 2 * length)..<(last - length)] + one[last...]
        #expect(self.refusal(.v2, one) == nil)
        #expect(self.refusal(.v2, PacketSurgery.checksummed(swapped)) != nil)
        let mixed = Array(one[..<(last - length)]) + two[(last - length)...]
        #expect(self.refusal(.v2, PacketSurgery.checksummed(mixed)) != nil)
    }
}
