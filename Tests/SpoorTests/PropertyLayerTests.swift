import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Every key of an event stands once, with the value of the highest layer that has it (001 §3.3.3).
struct PropertyLayerTests {
    private static let keys = ["a", "b", "_latest_channel", "$os", "$title", "$latest_utm_source"]

    /// The layers, highest first, by the text that each writes.
    private static let layers = ["high", "own", "normal", "dynamic", "static", "low", "preset"]

    private func properties(_ keys: [String], _ layer: String) -> Properties {
        keys.reduce(into: Properties()) { $0[$1] = .string(layer) }
    }

    /// The same in the letter case of a layer's own: names that differ in that alone are one.
    private func spelled(_ keys: [String], _ layer: String) -> [String] {
        let number = Self.layers.firstIndex(of: layer) ?? 0
        return keys.map { key in
            guard !key.hasPrefix("$"), number > 0 else { return key }
            return String(key.enumerated().map { ($0 + number) % 3 == 0 ? Character($1.uppercased()) : $1 })
        }
    }

    @Test(arguments: 0..<8)
    func everyKeyStandsOnceWithTheHighestValue(part: UInt64) async throws {
        let bench = TestBench()
        var facts = DeviceFacts()
        facts.os = "preset"
        let tracker = bench.start(facts: facts) { $0.channelKeys = ["channel"] }
        tracker.trackDeepLink(try #require(URL(string: "app://x?channel=preset&utm_source=preset")))
        var random = SeededGenerator(seed: 40 + part)
        var expected: [[String: String]] = []
        for _ in 0..<40 {
            var chosen: [String: [String]] = [:]
            for layer in Self.layers.dropLast() {
                chosen[layer] = random.below(2) == 0 ? [] : Self.keys.filter { _ in random.below(3) == 0 }
                if part % 2 == 1 { chosen[layer] = self.spelled(chosen[layer] ?? [], layer) }
            }
            tracker.clearSuperProperties()
            tracker.registerSuperProperties(self.properties(chosen["static"] ?? [], "static"))
            let dynamic = self.properties(chosen["dynamic"] ?? [], "dynamic")
            if dynamic.isEmpty {
                tracker.setDynamicProperties(nil)
            } else {
                tracker.setDynamicProperties { dynamic }
            }
            for priority in PropertyPriority.allCases {
                let name = "\(priority)"
                let answer = self.properties(chosen[name] ?? [], name)
                if answer.isEmpty {
                    tracker.removePlugin(named: name)
                } else {
                    tracker.addPlugin(PropertyPlugin(name, priority: priority) { _ in answer })
                }
            }
            // What a hook changes takes another way.
            let isHooked = random.below(3) == 0
            tracker.setEventHook { event in
                if isHooked { event.properties["hooked"] = true }
                return .keep
            }
            #expect(tracker.track("layered", self.properties(chosen["own"] ?? [], "own")).isRecorded)
            chosen["preset"] = ["_latest_channel", "$os", "$latest_utm_source"]
            var wanted: [String: String] = [:]
            for key in Self.keys {
                wanted[key] = Self.layers.first { chosen[$0]?.contains { $0.lowercased() == key } == true }
            }
            expected.append(wanted)
        }
        _ = await bench.flush(tracker)
        let events = bench.events("layered")
        #expect(events.count == expected.count)
        for (event, wanted) in zip(events, expected) {
            let members = try #require(event["properties"]?.objectValue)
            let found = Dictionary(members.map { ($0.key.lowercased(), $0.value.stringValue) }) { first, _ in first }
            #expect(found.count == members.count, "a name stands twice")
            for key in Self.keys { #expect(found[key] ?? nil == wanted[key], "\(key)") }
        }
        await bench.stop(tracker)
    }
}
