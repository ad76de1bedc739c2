import CollectorServer
import Foundation
import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// What an app sends through a Prism channel is what the collector holds, whatever the form and the encryption.
struct ChannelRoundTripTests {
    /// What an app sends.
    private struct Report {
        let type: String
        let fields: [String: JSONValue]
        let payload: [UInt8]?

        init(number: Int, from values: inout RandomValues) {
            self.type = RandomRecord.types[values.count(0...(RandomRecord.types.count - 1))]
            var fields: [String: JSONValue] = ["N": .integer(Int64(number))]
            for index in 0..<values.count(0...12) {
                let value = values.json(levels: 3)
                // With all of them a meta stays under its 10 KiB.
                if value.jsonText.utf8.count <= 600 { fields["FIELD_\(index)"] = value }
            }
            if values.chance(20) { fields["größe_数"] = .string(values.text()) }
            if values.chance(10) { fields["EMPTY"] = .null }
            self.fields = fields
            let size = values.chance(2) ? 200 * 1024 : 2048
            self.payload = values.chance(60) ? values.bytes(values.count(1...size)) : nil
        }

        /// The properties that its fields become.
        var properties: [String: JSONValue] {
            var properties: [String: JSONValue] = [:]
            for (name, value) in self.fields where !value.isNull {
                properties[name == "größe_数" ? "gr__e__" : name] = RandomRecord.property(value)
            }
            return properties
        }
    }

    private func tracker(
        _ bench: RoundTripBench,
        _ encoding: ChannelEncoding,
        _ encryption: Encryption
    ) -> Tracker {
        var prism = ChannelConfiguration.prism(endpoint: "http://collector.test", project: bench.keys.project)
        prism.encoding = encoding
        prism.encryption = encryption
        prism.rules = RandomRecord.types.map { TypeRule(type: $0, isUploadPayload: true) }
        var configuration = TrackerConfiguration(endpoint: "http://collector.test", project: bench.keys.project)
        configuration.folder = bench.folder + "-queue"
        configuration.startWait = .seconds(30)
        configuration.channels = ["apm": prism]
        configuration.log = { _ in }
        let environment = TrackerEnvironment(
            scheduler: DispatchScheduler(label: "trip"),
            transport: RouterTransport(bench: bench, encryption: .none)
        )
        return Tracker(configuration, environment: environment)
    }

    @Test(arguments: [ChannelEncoding.packet, .packetV1], PacketBench.Kind.allCases)
    func reportsAndPayloadsComeBackAsTheyWent(encoding: ChannelEncoding, kind: PacketBench.Kind) async throws {
        let bench = try RoundTripBench()
        defer { try? FileManager.default.removeItem(atPath: bench.folder + "-queue") }
        var values = RandomValues(seed: RoundTripBench.seed)
        let tracker = self.tracker(bench, encoding, bench.keys.encryption(kind))
        let channel = try #require(tracker.channel("apm"))
        var made: [Report] = []
        for number in 0..<RoundTripBench.count {
            let report = Report(number: number, from: &values)
            let answer = channel.send(type: report.type, meta: report.fields, payload: report.payload)
            // Held: a busy disk was not ready for it, so that it waits in memory until the next drain.
            if case .dropped = answer {
                Issue.record("seed \(RoundTripBench.seed): \(number) was \(answer)")
                return
            }
            made.append(report)
            // A caller is faster than the disk; what is meant here is that nothing is changed.
            if number % 200 == 199 { #expect(await channel.flush().outcome == .complete) }
        }
        let end = await channel.flush()
        #expect(end.outcome == .complete && end.remaining == 0)
        let status = await channel.status()
        #expect(status.delivered == made.count && status.duplicates == 0 && status.deadLetters == 0 && status.lost == 0)
        await tracker.stop()
        var seen: Set<Int> = []
        for event in try bench.events() {
            guard let number = event["properties"]?["N"]?.int64Value.map({ Int($0) }) else { continue }
            #expect(made.indices.contains(number) && seen.insert(number).inserted)
            let report = made[number]
            let seed = RoundTripBench.seed
            #expect(event["event"]?.stringValue == report.type)
            for (name, value) in report.properties {
                let found = event["properties"]?[name]
                #expect(found == value, "seed \(seed): \(name) of \(event.jsonText) was \(value.jsonText)")
            }
            let id = try #require(event["_id"]?.stringValue)
            #expect(bench.payload(id) == report.payload, "seed \(seed): the payload of \(number)")
        }
        #expect(seen.count == made.count)
    }
}
