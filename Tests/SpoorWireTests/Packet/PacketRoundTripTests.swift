import SpoorWire
import Testing

struct PacketRoundTripTests {
    @Test func randomRecordsComeBackInEveryFormAndEncryption() throws {
        let world = try PacketWorld()
        let encoder = PacketEncoder()
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            let records = PacketWorld.records(Int.random(in: 1...30, using: &random), using: &random)
            for (form, encryption) in world.all {
                let carried = form.carried(records)
                guard !carried.isEmpty else { continue }
                let bytes = try form.encode(carried, encryption, with: encoder)
                #expect(try form.decode(bytes, world.keyring) == carried, "seed \(seed), \(form), \(encryption)")
            }
        }
    }

    @Test func noRecordsAreAPacketToo() throws {
        let world = try PacketWorld()
        for (form, encryption) in world.all where form != .body {
            let bytes = try form.encode([], encryption, with: PacketEncoder())
            #expect(try form.decode(bytes, world.keyring).isEmpty)
        }
    }

    // A caller's buffer may hold something already, and keeps it whatever happens.
    @Test func packetsAreAppended() throws {
        let world = try PacketWorld()
        let encoder = PacketEncoder()
        let records = [PacketWorld.record("p-1", payload: [1, 2, 3])]
        for encryption in world.encryptions {
            var writer = ByteWriter()
            writer.append("front")
            try encoder.encodeV2(records, encryption: encryption, into: &writer)
            #expect(try PacketV2.decode(bytes: Array(writer.bytes.dropFirst(5)), keyring: world.keyring) == records)
            let whole = writer.bytes
            let bad = records + [PacketRecord(reportID: "p-2", meta: [])]
            #expect(throws: PacketError.self) { try encoder.encodeV2(bad, encryption: encryption, into: &writer) }
            #expect(writer.bytes == whole)
        }
        var writer = ByteWriter()
        writer.append("front")
        let failing = PacketEncoder { _ in [] }
        for encryption in world.encryptions.dropFirst() {
            #expect(throws: PacketError(fault: .crypto(CryptoError(fault: .random)))) {
                try failing.encodeV2(records, encryption: encryption, into: &writer)
            }
            #expect(writer.text == "front")
        }
    }
}
