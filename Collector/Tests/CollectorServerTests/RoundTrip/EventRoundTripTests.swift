import CollectorServer
import Foundation
import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// What an app tracks is what the collector holds.
struct EventRoundTripTests {
    /// How the SDK's bodies reach the collector.
    enum Way: String, CaseIterable {
        case json, jsonShared, jsonSealed, form

        var encoding: ChannelEncoding { self == .form ? .sensorsForm : .json }

        func encryption(_ keys: PacketBench) -> Encryption {
            switch self {
            case .json, .form: .none
            case .jsonShared: keys.encryption(.shared)
            case .jsonSealed: keys.encryption(.sealed)
            }
        }
    }

    private static let zone = FixedZone(seconds: 9 * 3600)

    /// A property, and whether what arrived is the same.
    private struct Expectation {
        let value: PropertyValue
        let holds: (JSONValue) -> Bool
    }

    private static func property(_ values: inout RandomValues) -> Expectation {
        switch values.count(0...6) {
        case 0:
            let text = values.text(0...300)
            return Expectation(value: .string(text)) { $0.stringValue == text }
        case 1:
            let number = values.integer()
            return Expectation(value: .integer(number)) { $0.int64Value == number }
        case 2:
            let number = values.generator.next() | 1 << 63
            return Expectation(value: .unsigned(number)) { $0.uint64Value == number }
        case 3:
            let number = values.double()
            return Expectation(value: .number(number)) { $0.doubleValue == number }
        case 4:
            let flag = values.chance(50)
            return Expectation(value: .boolean(flag)) { $0.boolValue == flag }
        case 5:
            let list = (0..<values.count(0...5)).map { _ in values.text() }
            return Expectation(value: .list(list)) { $0.arrayValue?.map(\.stringValue) == list }
        default:
            let time = PacketBench.time + values.integer() % 1_000_000_000_000
            let text = WireDate.text(milliseconds: time, zone: Self.zone)
            return Expectation(value: .date(milliseconds: time)) { $0.stringValue == text }
        }
    }

    private func tracker(_ bench: RoundTripBench, _ way: Way) -> Tracker {
        let path = way == .form ? "/sa?project=\(bench.keys.project)" : ""
        var configuration = TrackerConfiguration(endpoint: "http://collector.test" + path, project: bench.keys.project)
        configuration.folder = bench.folder + "-queue"
        configuration.startWait = .seconds(30)
        configuration.channel.encoding = way.encoding
        configuration.log = { _ in }
        let environment = TrackerEnvironment(
            scheduler: DispatchScheduler(label: "trip"),
            transport: RouterTransport(bench: bench, encryption: way.encryption(bench.keys)),
            zone: Self.zone
        )
        return Tracker(configuration, environment: environment)
    }

    @Test(arguments: Way.allCases)
    func trackedEventsComeBackAsTheyWent(way: Way) async throws {
        let bench = try RoundTripBench()
        defer { try? FileManager.default.removeItem(atPath: bench.folder + "-queue") }
        var values = RandomValues(seed: RoundTripBench.seed)
        let tracker = self.tracker(bench, way)
        var made: [(name: String, properties: [String: Expectation])] = []
        for number in 0..<RoundTripBench.count {
            let name = "event_\(values.count(0...20))"
            var own = ["n": Expectation(value: .integer(Int64(number))) { $0.int64Value == Int64(number) }]
            for index in 0..<values.count(0...12) { own["p\(index)"] = Self.property(&values) }
            var properties = Properties()
            for (key, expectation) in own { properties[key] = expectation.value }
            try #require(tracker.track(name, properties).isRecorded)
            made.append((name, own))
        }
        let report = await tracker.flush()
        // The channel may have begun by itself before the flush.
        #expect(report.outcome == .complete && report.remaining == 0 && report.rejected == 0)
        await tracker.stop()
        let events = try bench.events()
        #expect(events.count == made.count)
        var seen: Set<Int> = []
        for event in events {
            let number = try #require(event["properties"]?["n"]?.int64Value.map { Int($0) })
            #expect(made.indices.contains(number) && seen.insert(number).inserted)
            let (name, own) = made[number]
            #expect(event["event"]?.stringValue == name)
            for (key, expectation) in own {
                let holds = (event["properties"]?[key]).map(expectation.holds) ?? false
                #expect(holds, "seed \(RoundTripBench.seed): \(key) of \(event.jsonText) was \(expectation.value)")
            }
            // Beside them stand presets only.
            let others = (event["properties"]?.objectValue ?? []).filter { own[$0.key] == nil }
            #expect(others.allSatisfy { $0.key.hasPrefix("$") }, "\(others.map(\.key))")
        }
    }
}
