import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Names of properties that differ in letter case alone are one name.
struct LetterCaseTests {
    private let bench = TestBench()

    private func names(_ event: String) throws -> [String] {
        try #require(self.bench.events(event).last?["properties"]?.objectValue).map(\.key).filter { !$0.hasPrefix("$") }
    }

    @Test("A super property takes the place of one that differs in letter case, also after a restart")
    func registeringReplaces() async throws {
        var tracker = self.bench.start()
        tracker.registerSuperProperties(["Plan": "A", "other": 1])
        tracker.registerSuperProperties(["plan": "B"])
        tracker.track("s1", ["PLAN": "own"])
        tracker.track("s2")
        #expect(tracker.superProperties == ["plan": "B", "other": 1])
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        tracker.track("s3", ["pLAN": "own"])
        tracker.registerSuperProperties(["PLAN": "C"])
        tracker.track("s4")
        tracker.unregisterSuperProperty("Plan")
        tracker.track("s5")
        tracker.registerSuperProperties(["a": 1, "A": 2])
        tracker.track("s6")
        _ = await self.bench.flush(tracker)
        #expect(try self.names("s1") == ["PLAN", "other"] && self.names("s2") == ["plan", "other"])
        #expect(try self.bench.properties("s1")["PLAN"] == "own")
        #expect(try self.names("s3") == ["pLAN", "other"] && self.names("s4") == ["PLAN", "other"])
        #expect(try self.bench.properties("s4")["PLAN"] == "C")
        #expect(try self.names("s5") == ["other"] && self.names("s6") == ["other", "A"])
        await self.bench.stop(tracker)
    }

    /// Names that are alike in all but one letter, a sign or the length stay two.
    @Test(arguments: ["plan_", "plam", "PLAN2", "_plan", "pla", "PL_N", "PLA@"])
    func otherNamesStay(name: String) {
        var properties: Properties = ["plan": 1]
        #expect(!properties.hasName(name))
        properties.removeName(name)
        #expect(properties == ["plan": 1])
        properties.mergeNames(Properties([name: 2]), overriding: true)
        #expect(properties.count == 2)
    }

    @Test("A timer's duration gives way to the call's own, whatever its letter case")
    func measuredGivesWay() async throws {
        let tracker = self.bench.start()
        tracker.startTimer("e")
        self.bench.scheduler.advance(by: .seconds(1))
        tracker.endTimer("e", ["Event_Duration": 5])
        _ = await self.bench.flush(tracker)
        #expect(try self.names("e") == ["Event_Duration"])
        await self.bench.stop(tracker)
    }

    @Test("What a plug-in or the hook spells otherwise takes the place of what was there")
    func othersReplace() async throws {
        let tracker = self.bench.start()
        tracker.setDynamicProperties { ["Theme": "night", "left": 1] }
        tracker.addPlugin(PropertyPlugin("p") { _ in ["THEME": "day"] })
        tracker.track("plugged")
        tracker.setEventHook { event in
            event.properties["theme"] = "dusk"
            return .keep
        }
        tracker.track("hooked")
        _ = await self.bench.flush(tracker)
        #expect(try self.names("plugged") == ["THEME", "left"])
        #expect(try self.bench.properties("plugged")["THEME"] == "day")
        #expect(try self.names("hooked").sorted() == ["left", "theme"])
        await self.bench.stop(tracker)
    }

    /// Around the size from which names are hashed.
    @Test(arguments: [1, 32, 33, 400], [true, false])
    func manyAreAsFew(count: Int, overriding: Bool) throws {
        func properties(_ value: Int64, _ name: (Int) -> String) -> Properties {
            (0..<count).reduce(into: Properties()) { $0[name($1)] = .integer(value) }
        }
        let lower = properties(1) { "name_\($0)" }
        let upper = properties(2) { $0 % 2 == 0 ? "NAME_\($0)" : "other_\($0)" }
        var merged = lower
        merged.mergeNames(upper, overriding: overriding)
        #expect(merged.count == count + count / 2)
        #expect(merged.hasName("Name_0") && merged["name_0"] == (overriding ? nil : .integer(1)))
        let layers = PropertyLayers(above: Properties(), own: upper, dynamic: lower, below: Properties())
        var writer = ByteWriter()
        PropertyEncoding.append(layers, zone: FixedZone.gmt, to: &writer)
        let names = try #require(try JSONValue(parsing: writer.text).objectValue).map { $0.key.lowercased() }
        #expect(names.count == count + count / 2 && Set(names).count == names.count)
        #expect(layers.merged.count == names.count)
    }
}
