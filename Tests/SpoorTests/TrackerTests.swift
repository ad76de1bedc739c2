import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct TrackerTests {
    private let bench = TestBench()

    @Test func aRecordedEventArrivesWholeAndInOrder() async throws {
        var facts = DeviceFacts()
        facts.os = "Linux"
        facts.networkType = "WIFI"
        let tracker = self.bench.start(facts: facts)
        let answer = tracker.track("paid", ["amount": 19.5, "currency": "EUR", "items": 3, "gift": true])
        tracker.track("left")
        #expect(answer.isRecorded)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        let events = self.bench.collector.events
        #expect(self.bench.collector.names == ["paid", "left"])
        let event = try #require(events.first)
        guard case .recorded(let reference) = answer else {
            Issue.record("not recorded: \(answer)")
            return
        }
        #expect(event["_id"]?.stringValue == reference.id)
        #expect(event["_seq"]?.int64Value == Int64(reference.sequence))
        #expect(event["type"]?.stringValue == "track")
        #expect(event["time"]?.int64Value == 1_772_712_000_000)
        #expect(event["distinct_id"]?.stringValue == tracker.anonymousID)
        let properties = try #require(event["properties"])
        #expect(properties["amount"]?.doubleValue == 19.5)
        #expect(properties["items"] == .number("3"))
        #expect(properties["gift"] == .bool(true))
        #expect(properties["$os"]?.stringValue == "Linux")
        #expect(properties["$wifi"] == .bool(true))
        #expect(properties["$timezone_offset"] == .number("-540"))
        #expect(properties["$is_first_day"] == .bool(true))
        #expect(event["_flush_time"]?.int64Value != nil)
        await self.bench.stop(tracker)
    }

    @Test func ownBeatsDynamicBeatsStaticBeatsPreset() async throws {
        let tracker = self.bench.start()
        tracker.registerSuperProperties(["a": "static", "b": "static", "c": "static", "$app_version": "9.9"])
        tracker.setDynamicProperties { ["a": "dynamic", "b": "dynamic"] }
        tracker.track("x", ["a": "own"])
        _ = await self.bench.flush(tracker)
        let properties = try #require(self.bench.collector.events.first?["properties"])
        #expect(properties["a"]?.stringValue == "own")
        #expect(properties["b"]?.stringValue == "dynamic")
        #expect(properties["c"]?.stringValue == "static")
        guard case .object(let members) = properties else {
            Issue.record("the properties are no object")
            return
        }
        #expect(Set(members.map(\.key)).count == members.count)
        await self.bench.stop(tracker)
    }

    /// Bug case O-02: both bodies carry `true` as `true`, before and after a restart.
    @Test func superPropertiesKeepTheirTypesOverARestart() async throws {
        let first = self.bench.start()
        first.registerSuperProperties([
            "is_member": true, "visits": 1, "level": 0, "flags": [true], "share": 0.5, "whole": 2.0,
            "since": Date(timeIntervalSince1970: 0), "big": UInt64.max,
        ])
        first.track("before")
        await self.bench.stop(first)
        let second = self.bench.start()
        second.track("after")
        _ = await self.bench.flush(second)
        let events = self.bench.collector.events
        #expect(self.bench.collector.names == ["before", "after"])
        #expect(events.first?["properties"]?.jsonText == events.last?["properties"]?.jsonText)
        #expect(events.last?["properties"]?["is_member"] == .bool(true))
        #expect(events.last?["properties"]?["visits"] == .number("1"))
        #expect(events.last?["properties"]?["since"]?.stringValue == "1970-01-01 09:00:00.000")
        #expect(events.last?["properties"]?["big"] == .number("18446744073709551615"))
        await self.bench.stop(second)
    }

    /// Bug case O-01: one bad number costs that property, never the event.
    @Test func badPropertiesCostThemselves() async throws {
        let tracker = self.bench.start()
        tracker.registerSuperProperties(["rate": Double.infinity])
        tracker.setDynamicProperties { ["share": 0.0 / 0.0] }
        let properties: Properties = [
            "ratio": Double.nan, "peak": -Double.infinity, "count": 3, "1st": 1, "$device_id": "mine",
            "tags": ["a", "b"],
        ]
        #expect(tracker.track("price_checked", properties).isRecorded)
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.collector.events.first?["properties"])
        #expect(event["count"] == .number("3"))
        #expect(event["tags"] == .array([.string("a"), .string("b")]))
        for key in ["ratio", "peak", "1st", "rate", "share"] {
            #expect(event[key] == nil)
            #expect(self.bench.log.withLock { $0.filter { $0.contains("'\(key)'") }.count } == 1)
        }
        #expect(event["$device_id"]?.stringValue != "mine")
        await self.bench.stop(tracker)
    }

    @Test(arguments: ["", "1st", "has space", "time", "user_tag_x", "名前", String(repeating: "a", count: 101)])
    func badNamesCostTheEvent(name: String) async {
        let tracker = self.bench.start()
        guard case .dropped(.invalidName(let sentence)) = tracker.track(name) else {
            Issue.record("'\(name)' was not dropped")
            return
        }
        #expect(sentence.count > 20)
        #expect(tracker.track("ok").isRecorded)
        await self.bench.stop(tracker)
    }

    @Test func ownTimesAreKept() async throws {
        let tracker = self.bench.start()
        tracker.track("old", at: Date(timeIntervalSince1970: 1_572_631_153.273))
        tracker.track("strange", at: .distantPast)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.first?["time"]?.int64Value == 1_572_631_153_273)
        #expect(self.bench.collector.events.first?["properties"]?["$is_first_day"] == .bool(false))
        #expect(self.bench.collector.events.count == 2)
        await self.bench.stop(tracker)
    }
}
