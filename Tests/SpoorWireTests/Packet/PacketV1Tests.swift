import SpoorWire
import Testing

struct PacketV1Tests {
    private let world: PacketWorld
    private let records = [
        PacketWorld.record("p-1", payload: [1, 2, 3]),
        PacketWorld.record("p-2", payload: [UInt8](repeating: 9, count: 5000)),
    ]

    init() throws { self.world = try PacketWorld() }

    @Test func theHeaderIsTheSeeds() throws {
        let bytes = try PacketV1.encode(records: self.records)
        let metaLength = Int(bytes[0]) << 8 | Int(bytes[1])
        #expect(bytes[2] == 2)
        let lengths = [3, 7].map { place in bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(bytes.count == 11 + metaLength + lengths[0] + lengths[1])
        let metas = try Gzip.decompress(Array(bytes[11..<11 + metaLength]), limit: 1000)
        #expect(metas == self.records[0].meta + [0x0A] + self.records[1].meta)
        let first = Array(bytes[(11 + metaLength)..<(11 + metaLength + lengths[0])])
        #expect(try Gzip.decompress(first, limit: 1000) == [1, 2, 3])
    }

    // The source's defect 9: a hundred metas of 10 KB overflowed its 16 bits, and the length was cut.
    @Test(arguments: [65_535, 65_536])
    func metasBeyondSixteenBitsAskForASplit(count: Int) throws {
        // gzip of level 0 adds 18 bytes around and 5 for each stored block: the length is exact.
        let encoder = PacketEncoder(level: 0)
        let frame = PacketWorld.record("p-1", ",\"x\":\"\"", payload: [])
        var writer = ByteWriter()
        var fill = count - frame.meta.count - 18
        func encode() throws(PacketError) -> Int {
            let text = String(repeating: "y", count: fill)
            writer.removeAll()
            try encoder.encodeV1Metas(
                [PacketWorld.record("p-1", ",\"x\":\"\(text)\"")],
                encryption: .none,
                into: &writer
            )
            return writer.count
        }
        while try encode() > count { fill -= 1 }
        #expect(writer.count == count)
        let record = PacketWorld.record("p-1", ",\"x\":\"\(String(repeating: "y", count: fill))\"", payload: [])
        if count == 65_535 {
            writer.removeAll()
            try encoder.encodeV1([record], encryption: .none, into: &writer)
            #expect(try PacketV1.decode(bytes: writer.bytes) == [record])
        } else {
            let error = try #require(throws: PacketError.self) {
                try encoder.encodeV1([record], encryption: .none, into: &writer)
            }
            #expect(error.fault == .tooLarge(.metas, bytes: 65_536, limit: 65_535))
            #expect(error.asksToSplit && error.record == nil)
        }
    }

    @Test func payloadsBeyondEightBitsAskForASplit() throws {
        let many = (0..<256).map { PacketWorld.record("p-\($0)", payload: [UInt8($0)]) }
        let error = try #require(throws: PacketError.self) { try PacketV1.encode(records: many) }
        #expect(error.fault == .tooManyPayloads(count: 256, limit: 255) && error.asksToSplit)
        let most = Array(many.dropLast())
        for encryption in self.world.encryptions {
            let bytes = try PacketV1.encode(records: most, encryption: encryption)
            #expect(bytes[2] == 255)
            #expect(try PacketV1.decode(bytes: bytes, keyring: self.world.keyring) == most)
        }
    }

    // The source matched payloads by position, and a meta without one shifted all behind it.
    @Test func aRecordWithoutPayloadIsNotPutInAPacket() throws {
        let error = try #require(throws: PacketError.self) {
            try PacketV1.encode(records: self.records + [PacketWorld.record("p-3")])
        }
        #expect(error.fault == .noPayload(record: 2))
        #expect(!error.asksToSplit && error.record == 2)
    }

    @Test func oneMetaTooManyIsRefused() throws {
        let metas = try #require(Gzip.compress(Array("{}\n{}".utf8)))
        let payload = try #require(Gzip.compress([7]))
        let header: [UInt8] = [0, UInt8(metas.count), 1, 0, 0, 0, UInt8(payload.count)]
        #expect(throws: PacketError(fault: .payloadCount(metas: 2, payloads: 1))) {
            try PacketV1.decode(bytes: header + metas + payload)
        }
        // Without any payload there is nothing to mistake.
        let read = try PacketV1.decode(bytes: [0, UInt8(metas.count), 0] + metas)
        #expect(read.map(\.meta) == [Array("{}".utf8), Array("{}".utf8)])
        #expect(read.map(\.reportID) == ["", ""])
    }

    @Test func everySharedKeyIsTried() throws {
        let others = try (0..<5).map { try SharedKey.generate(id: "o\($0)") }
        let bytes = try PacketV1.encode(records: self.records, encryption: .aes128CBC(self.world.shared))
        #expect(
            try PacketV1.decode(bytes: bytes, keyring: Keyring(shared: others + [self.world.shared])) == self.records
        )
        #expect(throws: PacketError(fault: .unopened(sharedKeys: 5))) {
            try PacketV1.decode(bytes: bytes, keyring: Keyring(shared: others))
        }
        #expect(throws: PacketError(fault: .unopened(sharedKeys: 0))) { try PacketV1.decode(bytes: bytes) }
    }

    // Nothing in the form says how it is encrypted, and a random vector may begin like anything.
    @Test(arguments: [[0x1F, 0x8B, 8, 0], Array("SPOE".utf8), Array("SPOE\u{1}\u{2}".utf8)])
    func aVectorThatLooksLikeSomethingElseIsNoObstacle(start: [UInt8]) throws {
        let vector = start + [UInt8](repeating: 0, count: 16 - start.count)
        let encoder = PacketEncoder { _ in vector }
        let bytes = try PacketForm.v1.encode(self.records, .aes128CBC(self.world.shared), with: encoder)
        #expect(try PacketV1.decode(bytes: bytes, keyring: self.world.keyring) == self.records)
        let metas = try PacketForm.v1Metas.encode(self.records, .aes128CBC(self.world.shared), with: encoder)
        #expect(
            try PacketV1.decodeMetas(bytes: metas, keyring: self.world.keyring).map(\.meta) == self.records.map(\.meta)
        )
    }
}
