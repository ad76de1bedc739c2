import CollectorServer
import SpoorWire
import Testing

/// What the packets of the SDK carry is what the collector holds.
struct RecordRoundTripTests {
    /// Makes the bodies of records, fewer at a time where the form has no room for all of them.
    private static func bodies(
        _ form: PacketBench.Form,
        _ records: ArraySlice<PacketRecord>,
        _ encryption: Encryption
    ) throws -> [(body: [UInt8], count: Int)] {
        guard !records.isEmpty else { return [] }
        do throws(PacketError) {
            let list = Array(records)
            let body =
                switch form {
                case .metasV1: try PacketV1.encodeMetas(records: list, encryption: encryption)
                case .packetV1: try PacketV1.encode(records: list, encryption: encryption)
                default: try PacketV2.encode(records: list, encryption: encryption)
                }
            return [(body, list.count)]
        } catch {
            guard error.asksToSplit, records.count > 1 else { throw error }
            let middle = records.startIndex + records.count / 2
            return try self.bodies(form, records[..<middle], encryption)
                + self.bodies(form, records[middle...], encryption)
        }
    }

    /// Sends records in batches of many sizes; each must be stored whole.
    private static func send(
        _ records: [PacketRecord],
        _ form: PacketBench.Form,
        _ kind: PacketBench.Kind,
        to bench: RoundTripBench,
        _ values: inout RandomValues
    ) throws {
        var rest = records[...]
        while !rest.isEmpty {
            let batch = rest.prefix(values.count(1...60))
            rest = rest.dropFirst(batch.count)
            for (body, count) in try self.bodies(form, batch, bench.keys.encryption(kind)) {
                let target = "\(form.rawValue)?project=\(bench.keys.project)"
                let response = bench.post(target, headers: PacketBench.headers(form, kind), body)
                try #require(response.headers["Spoor-Receipt"] == "stored=\(count) duplicate=0")
            }
        }
    }

    @Test(arguments: [1, 2], PacketBench.Kind.allCases)
    func recordsAndPayloadsComeBackAsTheyWent(version: Int, kind: PacketBench.Kind) throws {
        let bench = try RoundTripBench()
        var values = RandomValues(seed: RoundTripBench.seed)
        let made = (0..<RoundTripBench.count).map { RandomRecord(number: $0, from: &values) }
        let records = made.map(\.record)
        if version == 1 {
            try Self.send(records.filter { $0.payload == nil }, .metasV1, kind, to: bench, &values)
            try Self.send(records.filter { $0.payload != nil }, .packetV1, kind, to: bench, &values)
        } else {
            try Self.send(records, .packetV2, kind, to: bench, &values)
        }
        var held: [String: JSONValue] = [:]
        for event in try bench.events() {
            let id = try #require(event["_id"]?.stringValue)
            #expect(held.updateValue(event, forKey: id) == nil, "\(id) is there twice")
        }
        #expect(held.count == made.count)
        for one in made {
            let id = one.record.reportID
            let seed = RoundTripBench.seed
            let event = held[id]
            #expect(event == one.event, "seed \(seed): \(event?.jsonText ?? "none") for \(one.event.jsonText)")
            #expect(bench.payload(id) == one.record.payload, "seed \(seed): the payload of \(id)")
        }
    }
}
