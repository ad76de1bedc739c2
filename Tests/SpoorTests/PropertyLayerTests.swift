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
            #expect(tracker.track("layered", self.properties(chosen["own"] ?? [], "own")).isRecorded)
            chosen["preset"] = ["_latest_channel", "$os", "$latest_utm_source"]
            var wanted: [String: String] = [:]
            for key in Self.keys { wanted[key] = Self.layers.first { chosen[$0]?.contains(key) == true } }
            expected.append(wanted)
        }
        _ = await bench.flush(tracker)
        let events = bench.events("layered")
        #expect(events.count == expected.count)
        for (event, wanted) in zip(events, expected) {
            let members = try #require(event["properties"]?.objectValue)
            #expect(Set(members.map(\.key)).count == members.count, "a key stands twice")
            for key in Self.keys { #expect(event["properties"]?[key]?.stringValue == wanted[key], "\(key)") }
        }
        await bench.stop(tracker)
    }
}
