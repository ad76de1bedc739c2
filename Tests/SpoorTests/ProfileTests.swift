import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Profile and item changes, down to the bytes on the wire (sensors protocol, 2.1).
struct ProfileTests {
    private let bench = TestBench()

    private func sent(_ tracker: Tracker) async -> [JSONValue] {
        _ = await self.bench.flush(tracker)
        return self.bench.collector.events
    }

    private func isRefused(_ answer: TrackAnswer) -> Bool {
        if case .dropped(.invalidArgument(let sentence)) = answer { sentence.count > 20 } else { false }
    }

    @Test func eachKindHasItsShapeAndNoPresets() async throws {
        var facts = DeviceFacts()
        facts.os = "Linux"
        let tracker = self.bench.start(facts: facts)
        tracker.registerSuperProperties(["plan": "pro"])
        tracker.setDynamicProperties { ["theme": "night"] }
        tracker.setLocation(latitude: 1, longitude: 2)
        tracker.login("ann")
        #expect(tracker.profileSet(["$name": "Ann", "born": 1990, "vip": true]).isRecorded)
        #expect(tracker.profileSetOnce(["source": "ad"]).isRecorded)
        #expect(tracker.profileIncrement("visits").isRecorded)
        #expect(tracker.profileIncrement("score", by: -0.5).isRecorded)
        #expect(tracker.profileIncrement(["a": 1, "b": 2.5, "big": UInt64.max]).isRecorded)
        #expect(tracker.profileAppend("tags", ["x", "y", "x"]).isRecorded)
        #expect(tracker.profileUnset(["gone", "lost"]).isRecorded)
        #expect(tracker.profileUnset("one").isRecorded)
        #expect(tracker.profileDelete().isRecorded)
        let events = Array(await self.sent(tracker).dropFirst())
        let shapes = events.map { "\($0["type"]?.stringValue ?? "") \($0["properties"]?.jsonText ?? "none")" }
        #expect(
            shapes == [
                #"profile_set {"$name":"Ann","born":1990,"vip":true}"#,
                #"profile_set_once {"source":"ad"}"#,
                #"profile_increment {"visits":1}"#,
                #"profile_increment {"score":-0.5}"#,
                #"profile_increment {"a":1,"b":2.5,"big":18446744073709551615}"#,
                #"profile_append {"tags":["x","y"]}"#,
                #"profile_unset {"gone":"","lost":""}"#,
                #"profile_unset {"one":""}"#,
                #"profile_delete {}"#,
            ]
        )
        for event in events {
            #expect(event["event"] == nil && event["distinct_id"]?.stringValue == "ann")
            #expect(event["login_id"]?.stringValue == "ann" && event["anonymous_id"] != nil)
            #expect(event["identities"]?["$identity_login_id"]?.stringValue == "ann")
            #expect(event["lib"]?["$lib_method"]?.stringValue == "code" && event["time"]?.int64Value != nil)
        }
        await self.bench.stop(tracker)
    }

    // O-01/profile-set O-01/profile-increment
    @Test("O-01 what is no number cannot be added, and a non-finite one costs itself alone")
    func incrementTakesNumbersOnly() async throws {
        let tracker = self.bench.start()
        #expect(tracker.profileSet(["rate": Double.nan, "ok": 1]).isRecorded)
        #expect(tracker.profileIncrement(["n": 1, "inf": Double.infinity, "text": "1", "flag": true]).isRecorded)
        #expect(self.isRefused(tracker.profileIncrement("n", by: .nan)))
        #expect(self.isRefused(tracker.profileIncrement(["text": "1"])))
        let events = await self.sent(tracker)
        #expect(events.map { $0["properties"]?.jsonText } == [#"{"ok":1}"#, #"{"n":1}"#])
        for key in ["rate", "inf", "flag"] {
            #expect(self.bench.log.withLock { $0.filter { $0.contains("'\(key)'") }.count } == 1)
        }
        await self.bench.stop(tracker)
    }

    @Test func appendTakesTextsOnlyAndEachOnce() async throws {
        let tracker = self.bench.start()
        #expect(tracker.profileAppend(["a": "one", "n": 1, "set": Set(["x"]), "none": [String]()]).isRecorded)
        #expect(self.isRefused(tracker.profileAppend("empty", [])))
        let events = await self.sent(tracker)
        #expect(events.map { $0["properties"]?.jsonText } == [#"{"a":["one"],"set":["x"]}"#])
        await self.bench.stop(tracker)
    }

    @Test(arguments: ["", "1st", "time", "user_group_x", "has space"])
    func badNamesCostTheProperty(name: String) async {
        let tracker = self.bench.start()
        #expect(self.isRefused(tracker.profileSet([name: 1])))
        #expect(self.isRefused(tracker.profileUnset(name)))
        #expect(self.isRefused(tracker.itemSet(type: name, id: "1", ["a": 1])))
        #expect(self.isRefused(tracker.itemDelete(type: name, id: "1")))
        #expect(self.isRefused(tracker.setPushID("p", forKey: name)))
        #expect(tracker.profileSet([name: 1, "ok": 1]).isRecorded)
        #expect(await self.sent(tracker).map { $0["properties"]?.jsonText } == [#"{"ok":1}"#])
        await self.bench.stop(tracker)
    }

    @Test func thingsBelongToNobody() async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        #expect(tracker.itemSet(type: "sku", id: "A-17", ["price": 19.9, "$title": "Cup"]).isRecorded)
        #expect(tracker.itemDelete(type: "sku", id: "A-17").isRecorded)
        #expect(tracker.itemSet(type: "sku", id: String(repeating: "x", count: 8192)).isRecorded)
        for id in ["", " ", String(repeating: "x", count: 8193)] {
            #expect(self.isRefused(tracker.itemSet(type: "sku", id: id)))
            #expect(self.isRefused(tracker.itemDelete(type: "sku", id: id)))
        }
        let events = Array(await self.sent(tracker).dropFirst())
        #expect(events.map { $0["type"]?.stringValue } == ["item_set", "item_delete", "item_set"])
        #expect(events.first?["properties"]?.jsonText == #"{"price":19.9,"$title":"Cup"}"#)
        #expect(events.dropFirst().allSatisfy { $0["properties"] == [:] })
        for event in events {
            #expect(event["item_type"]?.stringValue == "sku" && event["item_id"]?.stringValue?.isEmpty == false)
            #expect(event["lib"]?["$lib"] != nil)
            for key in ["distinct_id", "anonymous_id", "login_id", "identities", "event"] { #expect(event[key] == nil) }
        }
        await self.bench.stop(tracker)
    }

    @Test func aPushIdIsSentOncePerPersonAndDevice() async throws {
        let first = self.bench.start()
        first.login("ann")
        #expect(first.setPushID("P1", forKey: "jpush_id").isRecorded)
        #expect(first.setPushID("P1", forKey: "jpush_id") == .dropped(.unchanged))
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(second.setPushID("P1", forKey: "jpush_id") == .dropped(.unchanged))
        #expect(second.setPushID("P2", forKey: "jpush_id").isRecorded)
        second.login("bob")
        #expect(second.removePushID(forKey: "jpush_id") == .dropped(.unchanged))
        #expect(second.setPushID("P2", forKey: "jpush_id").isRecorded)
        #expect(second.removePushID(forKey: "jpush_id").isRecorded)
        #expect(second.removePushID(forKey: "jpush_id") == .dropped(.unchanged))
        let profiles = await self.sent(second).filter { $0["type"]?.stringValue?.hasPrefix("profile") == true }
        #expect(profiles.map { $0["distinct_id"]?.stringValue } == ["ann", "ann", "bob", "bob"])
        #expect(profiles.map { $0["properties"]?["jpush_id"]?.stringValue } == ["P1", "P2", "P2", ""])
        await self.bench.stop(second)
    }

    @Test("A push id is sent again where the profile may lack it", arguments: [true, false], [true, false])
    func pushIDSentAgain(isDelete: Bool, withRestart: Bool) async {
        var tracker = self.bench.start()
        tracker.login("ann")
        #expect(tracker.setPushID("P1", forKey: "jpush_id").isRecorded)
        if isDelete {
            #expect(tracker.profileDelete().isRecorded)
        } else {
            tracker.optOut()
            tracker.optIn()
        }
        if withRestart {
            await self.bench.stop(tracker)
            tracker = self.bench.start()
        }
        #expect(tracker.setPushID("P1", forKey: "jpush_id").isRecorded)
        #expect(tracker.setPushID("P1", forKey: "jpush_id") == .dropped(.unchanged))
        let sets = await self.sent(tracker).filter { $0["type"]?.stringValue == "profile_set" }
        #expect(sets.last?["properties"]?["jpush_id"]?.stringValue == "P1")
        await self.bench.stop(tracker)
    }
}
