import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// The SDK's events of identity, profiles and things, as a fixture that the collector's tests take in.
///
/// Kept in `Tests/Fixtures/identity-events.json`, one event a line, without what changes from run to run.
struct IdentityWireTests {
    private let bench = TestBench()

    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/identity-events.json")

    /// Two people on one phone, with every call there is; each a second after the one before.
    private func session(_ tracker: Tracker) {
        let calls: [(Tracker) -> Void] = [
            { $0.track("view") }, { $0.bind("$identity_mobile", "138") },
            { $0.login("ann@x.test", key: "$identity_email") },
            { $0.track("read") }, { $0.bind("card", "4711") }, { $0.bind("card", "4712") },
            { $0.unbind("card", "4711") },
            { $0.profileSet(["$name": "Ann", "n": 1, "gone": true]) },
            { $0.profileSetOnce(["$name": "Eve", "born": 1990]) },
            { $0.profileIncrement(["n": 41, "score": 0.5]) }, { $0.profileAppend("tags", ["a", "b"]) },
            { $0.profileAppend("tags", ["b", "c"]) }, { $0.profileUnset("gone") },
            { $0.itemSet(type: "sku", id: "A-17", ["price": 19.5]) }, { $0.itemDelete(type: "sku", id: "A-18") },
            { $0.logout() }, { $0.track("pause") }, { $0.profileSet(["seen": true]) },
            { $0.login("bob") }, { $0.track("write") }, { $0.profileSet(["n": 7]) }, { $0.profileDelete() },
            { $0.logout() }, { $0.identify("tablet-9") }, { $0.track("view") },
            { $0.login("ann@x.test", key: "$identity_email") }, { $0.track("read") },
        ]
        for call in calls {
            call(tracker)
            self.bench.scheduler.advance(by: .seconds(1))
        }
    }

    @Test func theCollectorsFixtureIsWhatTheSDKSends() async throws {
        let tracker = self.bench.start { $0.anonymousID = "phone-1" }
        self.session(tracker)
        _ = await self.bench.flush(tracker)
        let sent = self.bench.collector.events.map { Self.lasting($0).jsonText }
        let kept = try String(contentsOf: Self.fixture, encoding: .utf8)
        let text = "[\n\(sent.joined(separator: ",\n"))\n]\n"
        #expect(kept == text, "Where the change is meant, put this into the fixture:\n\(text)")
        await self.bench.stop(tracker)
    }

    /// An event without what other parts of the SDK or a new version may change.
    private static func lasting(_ event: JSONValue) -> JSONValue {
        let passing: Set<String> = [
            "_id", "_seq", "_track_id", "_flush_time", "_install", "_session", "_clock_offset", "lib",
        ]
        return .object(
            (event.objectValue ?? []).filter { !passing.contains($0.key) }.map { member in
                guard member.key == "properties", event["event"] != nil else { return member }
                return (key: member.key, value: [:])
            }
        )
    }
}
