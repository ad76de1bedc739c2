import SpoorWire
import Testing

struct PacketV2Tests {
    /// Two texts with the same 64 bits of FNV-1a.
    private static let twins = ["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"]

    // The source's defect: a meta without a payload broke the positions of all behind it.
    @Test func recordsWithAndWithoutPayloadMix() throws {
        let records = (0..<50).map { index in
            PacketWorld.record(
                "p-\(index)",
                payload: index % 3 == 1 ? [UInt8](repeating: UInt8(index), count: index) : nil
            )
        }
        let bytes = try PacketV2.encode(records: records)
        #expect(bytes.starts(with: Array("SPOR".utf8) + [2, 0]))
        #expect(try PacketV2.decode(bytes: bytes) == records)
    }

    // What overflows version 1 fits here: a hundred metas of 10 KB, and more than 255 payloads.
    @Test func whatOverflowsVersion1Fits() throws {
        var random = SeededRandom(seed: 9)
        let records = (0..<300).map { index in
            let text = (0..<200).map { _ in String(random.next(), radix: 36) }.joined()
            return PacketWorld.record("p-\(index)", ",\"x\":\"\(text)\"", payload: [UInt8(index & 255)])
        }
        let error = try #require(throws: PacketError.self) { try PacketV1.encode(records: Array(records.prefix(200))) }
        #expect(error.asksToSplit)
        let bytes = try PacketV2.encode(records: records)
        #expect(bytes.count > 300_000)
        #expect(try PacketV2.decode(bytes: bytes) == records)
    }

    @Test func idsThatHashAlikeAskForASplit() throws {
        let first = PacketWorld.record(Self.twins[0], payload: [1])
        let second = PacketWorld.record(Self.twins[1], payload: [2])
        let between = PacketWorld.record("p-1", payload: [3])
        let bare = PacketWorld.record(Self.twins[1])
        for pair in [
            [first, between, second], [first, between, bare], [bare, between, first], [first, between, first],
        ] {
            let error = try #require(throws: PacketError.self) { try PacketV2.encode(records: pair) }
            #expect(error.fault == .collision(first: 0, second: 2))
            #expect(error.asksToSplit)
            for record in pair {
                #expect(try PacketV2.decode(bytes: PacketV2.encode(records: [record])) == [record])
            }
        }
        // Nobody has to choose between two that have no payload.
        let bares = [bare, PacketWorld.record(Self.twins[0]), between]
        #expect(try PacketV2.decode(bytes: PacketV2.encode(records: bares)) == bares)
    }

    @Test func aPacketWhosePayloadFitsTwoMetasIsRefused() throws {
        let packet = try PacketV2.encode(records: [PacketWorld.record(Self.twins[0], payload: [1])])
        let metas = [PacketWorld.record(Self.twins[0]), PacketWorld.record(Self.twins[1])]
        #expect(throws: PacketError(fault: .ambiguousPayload(0))) {
            try PacketV2.decode(bytes: PacketSurgery.replacingMetas(of: packet, by: metas.map(\.meta)))
        }
        #expect(throws: PacketError(fault: .unmatchedPayload(0))) {
            try PacketV2.decode(bytes: PacketSurgery.replacingMetas(of: packet, by: [PacketWorld.record("p-1").meta]))
        }
        #expect(throws: PacketError(fault: .emptyLine(1))) {
            try PacketV2.decode(bytes: PacketSurgery.replacingMetas(of: packet, by: [metas[0].meta, []]))
        }
    }

    @Test(arguments: [
        "{\"REPORT_ID\":\"p-2\"}", "{\"report_id\":\"p-1\"}", "{}", "[\"REPORT_ID\",\"p-1\"]", "\"p-1\"",
        "{\"REPORT_ID\":1}", "{\"a\":{\"REPORT_ID\":\"p-1\"}}", "{\"a\":}", "{\"a\":1 \"REPORT_ID\":\"p-1\"}",
    ])
    func aMetaThatDoesNotNameItsReportIsRefusedWithAPayload(meta: String) throws {
        let record = PacketRecord(reportID: "p-1", meta: Array(meta.utf8), payload: [1])
        let error = try #require(throws: PacketError.self) { try PacketV2.encode(records: [record]) }
        #expect(error.fault == .reportID(record: 0))
        #expect(error.record == 0 && !error.asksToSplit)
    }

    @Test(arguments: [
        " {\"REPORT_ID\":\"p-1\"}", "{\"a\":{\"REPORT_ID\":\"x\"},\"REPORT_ID\" : \"p-1\"}",
        "{\"REPORT_ID\":\"p\\u002d1\",\"REPORT_ID\":\"other\"}",
    ])
    func theFirstMemberOfThatNameCounts(meta: String) throws {
        let record = PacketRecord(reportID: "p-1", meta: Array(meta.utf8), payload: [1])
        #expect(try PacketV2.decode(bytes: PacketV2.encode(records: [record])) == [record])
    }

    @Test func aMetaWithALineBreakOrWithoutBytesIsRefused() throws {
        let good = PacketWorld.record("p-1")
        for form in PacketForm.allCases where form != .body {
            for (meta, fault) in [
                ("{\"a\":\n1}", PacketError.Fault.lineBreak(record: 1)), ("{}\n", .lineBreak(record: 1)),
                ("\n", .lineBreak(record: 1)), ("", .emptyMeta(record: 1)),
            ] {
                let bad = PacketRecord(reportID: "p-2", meta: Array(meta.utf8))
                var records = [good, bad]
                if form == .v1 { for index in records.indices { records[index].payload = [] } }
                // With a payload the id is looked at first where the form goes by it.
                let error = try #require(throws: PacketError.self) {
                    try form.encode(records, .none, with: PacketEncoder())
                }
                #expect(error.fault == fault)
                #expect(error.record == 1)
            }
        }
    }

    @Test func morePayloadsThanSixteenBitsAskForASplit() throws {
        let many = (0...65_535).map { PacketRecord(reportID: "\($0)", meta: [0x7B, 0x7D], payload: []) }
        let error = try #require(throws: PacketError.self) { try PacketV2.encode(records: many) }
        #expect(error.fault == .tooManyPayloads(count: 65_536, limit: 65_535) && error.asksToSplit)
    }

    @Test func otherVersionsFlagsAndBodiesAreNamed() throws {
        let bytes = try PacketV2.encode(records: [PacketWorld.record("p-1")])
        for (place, value, fault) in [
            (0, 0x73, PacketError.Fault.notPacket), (4, 1, .version(1)), (4, 3, .version(3)), (5, 3, .flags(3)),
            (5, 0x80, .flags(0x80)),
        ] as [(Int, UInt8, PacketError.Fault)] {
            var changed = bytes
            changed[place] = value
            #expect(throws: PacketError(fault: fault)) { try PacketV2.decode(bytes: changed) }
            #expect(throws: PacketError(fault: fault)) {
                try PacketV2.decode(bytes: PacketSurgery.checksummed(changed))
            }
        }
        #expect(throws: PacketError(fault: .notPacket)) { try PacketV2.decode(bytes: []) }
        #expect(throws: PacketError(fault: .notPacket)) { try PacketV2.decode(bytes: Array("[{}]".utf8)) }
    }
}

/// Changes packets of version 2 without encryption as an attacker would: with the checksum made anew.
enum PacketSurgery {
    static func checksummed(_ packet: [UInt8]) -> [UInt8] {
        guard packet.count >= 4 else { return packet }
        let body = Array(packet.dropLast(4))
        return body + self.big(self.crc32(body), 4)
    }

    static func replacingMetas(of packet: [UInt8], by metas: [[UInt8]]) -> [UInt8] {
        let old = packet[6..<10].reduce(0) { $0 << 8 | Int($1) }
        let count = Int(packet[10]) << 8 | Int(packet[11])
        let joined = Array(metas.joined(separator: [0x0A]))
        let block = Gzip.compress(joined) ?? []
        let start = 12 + 12 * count
        var made = Array(packet[..<6]) + self.big(UInt32(block.count), 4) + Array(packet[10..<start]) + block
        made += packet[(start + old)...]
        return self.checksummed(made)
    }

    static func big(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32(count - 1 - $0))) }
    }

    /// The checksum by another way than the packets' own: the one that gzip puts behind its bytes.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        let packed = Gzip.compress(bytes, level: 0) ?? []
        return packed.suffix(8).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
