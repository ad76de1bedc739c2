import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Bug case O-04: a date in a list is the instant that it would be by itself.
struct ListDateTests {
    private let bench = TestBench()
    private let zone = MovingZone()

    /// 2026-03-05T12:07:09.045Z.
    private static let instant = Date(timeIntervalSince1970: 1_772_712_429.045)

    /// The instant by itself, and in each kind of list.
    private static let properties: Properties = [
        "one": instant, "many": [instant, "text", 5] as [Any], "set": Set([instant]), "ns": NSArray(array: [instant]),
        "optional": [Optional(instant), nil],
    ]

    /// The ways of properties into what is sent.
    enum Way: String, CaseIterable, Sendable {
        case own, ownTime, untyped, registered, restarted, dynamic, plugin, hook, login, bound, autoTrack, profile,
            appended, item

        /// Whether what is sent says in which zone it was written.
        var tellsZone: Bool { ![.profile, .appended, .item].contains(self) }
    }

    // O-04/list-element O-04/zone-change
    @Test("O-04 a date in a list is written in the zone of its event, whatever way it takes", arguments: Way.allCases)
    func datesInListsFollowTheZone(way: Way) async throws {
        var tracker = self.bench.start(zone: self.zone)
        self.prepare(tracker, way)
        if way == .restarted {
            await self.bench.stop(tracker)
            tracker = self.bench.start(zone: self.zone)
        }
        for (number, hours) in [9, -5, 9].enumerated() {
            self.zone.seconds.withLock { $0 = hours * 3600 }
            // The zone is asked once a second.
            self.bench.scheduler.advance(by: .seconds(1))
            #expect(self.record(tracker, way, number).isRecorded)
            _ = await self.bench.flush(tracker)
            let event = try #require(self.bench.collector.events.last)
            try self.check(event, way, hours: hours)
        }
        await self.bench.stop(tracker)
    }

    private static var automatic: EventDraft {
        var draft = EventDraft(.track, name: "x", own: Self.properties)
        draft.method = .autoTrack
        draft.recordClass = .automatic
        return draft
    }

    private func prepare(_ tracker: Tracker, _ way: Way) {
        switch way {
        case .registered, .restarted: tracker.registerSuperProperties(Self.properties)
        case .dynamic: tracker.setDynamicProperties { Self.properties }
        case .plugin: tracker.addPlugin(PropertyPlugin("p") { _ in Self.properties })
        case .hook:
            tracker.setEventHook { event in
                event.properties.merge(Self.properties, overriding: true)
                return .keep
            }
        case .own, .ownTime, .untyped, .login, .bound, .autoTrack, .profile, .appended, .item: break
        }
        if way == .login { tracker.registerSuperProperties(["also": [Self.instant]]) }
    }

    private func record(_ tracker: Tracker, _ way: Way, _ number: Int) -> TrackAnswer {
        switch way {
        case .registered, .restarted, .dynamic, .plugin, .hook: tracker.track("x")
        case .own: tracker.track("x", Self.properties)
        case .ownTime: tracker.track("x", Self.properties, at: Self.instant)
        case .untyped: tracker.track("x", values: ["one": Self.instant, "many": [Self.instant, "text", 5] as [Any]])
        case .login: tracker.login("person \(number)", Self.properties)
        case .bound: tracker.bind("card", "\(number)", Self.properties)
        case .autoTrack: tracker.record(Self.automatic)
        case .profile: tracker.profileSet(Self.properties)
        case .appended: tracker.profileAppend(["many": [Self.instant, "text", 5, Self.instant, "text"] as [Any]])
        case .item: tracker.itemSet(type: "book", id: "1", Self.properties)
        }
    }

    private func check(_ event: JSONValue, _ way: Way, hours: Int) throws {
        let properties = try #require(event["properties"])
        let text = hours == 9 ? "2026-03-05 21:07:09.045" : "2026-03-05 07:07:09.045"
        if way.tellsZone { #expect(properties["$timezone_offset"]?.int64Value == Int64(-hours * 60)) }
        if way != .appended { #expect(properties["one"]?.stringValue == text) }
        #expect(properties["many"] == .array([.string(text), .string("text"), .string("5")]))
        for key in ["set", "ns", "optional", "also"] {
            guard let list = properties[key] else { continue }
            #expect(list == .array([.string(text)]), "\(key)")
        }
        if way == .login { #expect(properties["also"] != nil) }
        if ![.untyped, .appended].contains(way) {
            #expect(["set", "ns", "optional"].allSatisfy { properties[$0] != nil })
        }
    }

    // O-04/list-element
    @Test("O-04 what is called before storage is open is written alike, alone and in a list")
    func heldCalls() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start(zone: self.zone)
        #expect(tracker.track("held", Self.properties) == .held)
        tracker.registerSuperProperties(["registered": Self.instant, "registered_list": [Self.instant]])
        self.zone.seconds.withLock { $0 = -5 * 3600 }
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        tracker.track("now", Self.properties)
        _ = await self.bench.flush(tracker)
        for event in [self.bench.events("held"), self.bench.events("now")].compactMap(\.first) {
            let properties = try #require(event["properties"])
            let offset = try #require(properties["$timezone_offset"]?.int64Value)
            let zone = FixedZone(seconds: Int(-offset) * 60)
            let text = WireDate.text(milliseconds: 1_772_712_429_045, zone: zone)
            #expect(properties["one"]?.stringValue == text && properties["set"] == .array([.string(text)]))
        }
        let now = try self.bench.properties("now")
        #expect(now["registered"]?.stringValue == "2026-03-05 07:07:09.045")
        #expect(now["registered_list"] == .array([.string("2026-03-05 07:07:09.045")]))
        await self.bench.stop(tracker)
    }
}
