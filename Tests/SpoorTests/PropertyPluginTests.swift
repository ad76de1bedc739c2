import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct PropertyPluginTests {
    private let bench = TestBench()

    private func properties(of name: String) throws -> JSONValue {
        try #require(self.bench.collector.events.first { $0["event"]?.stringValue == name }?["properties"])
    }

    /// Where each origin stands against a plug-in of each priority, and which of the two wins.
    @Test(
        "001 §3.3.3 a plug-in's priority decides against each other origin",
        arguments: [
            (PropertyPriority.high, ["own": true, "dynamic": true, "static": true, "preset": true]),
            (.normal, ["own": false, "dynamic": true, "static": true, "preset": true]),
            (.low, ["own": false, "dynamic": false, "static": false, "preset": true]),
        ]
    )
    func priorityDecides(priority: PropertyPriority, wins: [String: Bool]) async throws {
        var facts = DeviceFacts()
        facts.model = "preset"
        let tracker = self.bench.start(facts: facts)
        tracker.registerSuperProperties(["static": "static"])
        tracker.setDynamicProperties { ["dynamic": "dynamic"] }
        tracker.addPlugin(
            PropertyPlugin("p", priority: priority) { _ in
                ["own": "plugin", "dynamic": "plugin", "static": "plugin", "$model": "plugin", "alone": true]
            }
        )
        tracker.track("x", ["own": "own"])
        _ = await self.bench.flush(tracker)
        let properties = try self.properties(of: "x")
        #expect(properties["alone"] == .bool(true))
        for (origin, wins) in wins {
            let key = origin == "preset" ? "$model" : origin
            #expect(properties[key]?.stringValue == (wins ? "plugin" : origin), "\(origin)")
        }
        guard case .object(let members) = properties else {
            Issue.record("the properties are no object")
            return
        }
        #expect(Set(members.map(\.key)).count == members.count)
        await self.bench.stop(tracker)
    }

    @Test func amongEqualsTheLaterWinsAndANameIsTakenOver() async throws {
        let tracker = self.bench.start()
        for value in ["first", "second"] {
            tracker.addPlugin(PropertyPlugin(value) { _ in ["who": .init(value), "only_\(value)": 1] })
        }
        tracker.track("a")
        // The first one again, under its own name: now it is the later one.
        tracker.addPlugin(PropertyPlugin("first") { _ in ["who": "third"] })
        tracker.track("b")
        tracker.removePlugin(named: "first")
        tracker.removePlugin(named: "nobody")
        tracker.track("c")
        _ = await self.bench.flush(tracker)
        #expect(try self.properties(of: "a")["who"]?.stringValue == "second")
        #expect(try self.properties(of: "b")["who"]?.stringValue == "third")
        #expect(try self.properties(of: "b")["only_first"] == nil)
        #expect(try self.properties(of: "c")["who"]?.stringValue == "second")
        await self.bench.stop(tracker)
    }

    @Test func aPluginChoosesItsEventsByNameAndType() async throws {
        let tracker = self.bench.start()
        tracker.addPlugin(
            PropertyPlugin("cart", appliesTo: { $0.name.hasPrefix("cart_") && !$0.isAutomatic }) { outline in
                ["seen": .init(outline.name)]
            }
        )
        tracker.addPlugin(PropertyPlugin("login", appliesTo: { $0.type == .trackSignup }) { _ in ["by": "plugin"] })
        tracker.track("cart_add")
        tracker.track("other")
        tracker.login("ann")
        _ = await self.bench.flush(tracker)
        #expect(try self.properties(of: "cart_add")["seen"]?.stringValue == "cart_add")
        #expect(try self.properties(of: "other")["seen"] == nil)
        #expect(try self.properties(of: "$SignUp")["by"]?.stringValue == "plugin")
        await self.bench.stop(tracker)
    }

    @Test func whatAPluginAnswersIsChecked() async throws {
        let tracker = self.bench.start()
        tracker.addPlugin(
            PropertyPlugin("bad", priority: .high) { _ in
                ["nan": Double.nan, "1st": 1, "$device_id": "mine", "$is_first_day": false, "ok": "yes"]
            }
        )
        #expect(tracker.track("x").isRecorded)
        _ = await self.bench.flush(tracker)
        let properties = try self.properties(of: "x")
        #expect(properties["ok"]?.stringValue == "yes" && properties["nan"] == nil && properties["1st"] == nil)
        #expect(properties["$device_id"]?.stringValue != "mine" && properties["$is_first_day"] == .bool(true))
        for key in ["nan", "1st", "$device_id", "$is_first_day"] {
            #expect(self.bench.log.withLock { $0.contains { $0.contains("'\(key)'") && $0.contains("plug-in 'bad'") } })
        }
        await self.bench.stop(tracker)
    }

    /// A plug-in may call everything, from its own thread, and its own events do not ask it again.
    @Test func aPluginMayCallTheTracker() async throws {
        let tracker = self.bench.start()
        tracker.addPlugin(
            PropertyPlugin("p") { [weak tracker] outline in
                tracker?.track("nested")
                tracker?.track("nested")
                tracker?.registerSuperProperties(["from": "plugin"])
                tracker?.removePlugin(named: "gone")
                _ = tracker?.superProperties
                return ["asked": .init(outline.name)]
            }
        )
        tracker.track("a")
        tracker.track("b")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["nested", "nested", "a", "nested", "nested", "b"])
        #expect(try self.properties(of: "a")["asked"]?.stringValue == "a")
        #expect(try self.properties(of: "nested")["asked"] == nil)
        await self.bench.stop(tracker)
    }

    @Test func anEventsProjectTokenAndTimeAreLiftedOut() async throws {
        let tracker = self.bench.start()
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        tracker.track("x", ["$project": "other", "$token": "t1", "$time": time, "a": 1])
        tracker.track("bad", ["$project": 7, "$token": "", "$time": "yesterday", "a": 2])
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.collector.events.first)
        #expect(event["project"]?.stringValue == "other" && event["token"]?.stringValue == "t1")
        #expect(event["time"]?.int64Value == 1_700_000_000_000)
        let bad = try #require(self.bench.collector.events.last)
        #expect(bad["project"] == nil && bad["token"] == nil && bad["time"]?.int64Value == 1_772_712_000_000)
        for event in [event, bad] {
            #expect(["$project", "$token", "$time"].allSatisfy { event["properties"]?[$0] == nil })
        }
        #expect(bad["properties"]?["a"] == .number("2"))
        #expect(self.bench.log.withLock { $0.filter { $0.contains("was ignored") }.count } == 3)
        await self.bench.stop(tracker)
    }
}
