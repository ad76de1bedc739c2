import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Which presets each type of event carries (sensors protocol, 2.1 and 2.3).
struct PresetKindTests {
    private let bench = TestBench()

    /// What stands around the events, since each takes another way to the bytes.
    enum Around: CaseIterable, Sendable {
        case nothing, superProperties, campaign, keepingHook, changingHook, sessions
    }

    /// The types that say whether it is the first day.
    private static let tellsFirstDay = ["track", "track_id_bind", "track_id_unbind"]

    private func start(_ around: Around, _ encoding: ChannelEncoding) throws -> Tracker {
        self.bench.collector.always(.storeWithoutReceipt)
        if encoding == .json { self.bench.collector.always(.store) }
        let tracker = self.bench.start {
            $0.channel.endpoint = encoding == .json ? "https://host.test/" : "https://host.test/sa?project=p"
            $0.channel.project = "p"
            $0.channel.encoding = encoding
            $0.channelKeys = ["channel"]
            $0.automaticEvents = [.appStart, .appEnd]
            if around == .sessions { $0.sessions = SessionConfiguration() }
        }
        switch around {
        case .nothing, .sessions: break
        case .superProperties: tracker.registerSuperProperties(["plan": "pro"])
        case .campaign:
            tracker.trackDeepLink(try #require(URL(string: "app://x?channel=preset&utm_source=preset")))
        case .keepingHook: tracker.setEventHook { _ in .keep }
        case .changingHook:
            tracker.setEventHook { event in
                if event.type.isTracked { event.properties["hooked"] = true }
                return .keep
            }
        }
        return tracker
    }

    /// Has an event of each type recorded.
    private func record(with tracker: Tracker) {
        tracker.launched(inBackground: false)
        tracker.didBecomeActive()
        tracker.track("plain", ["own": 1])
        tracker.track("earlier", at: Date(timeIntervalSince1970: 1_500_000_000))
        tracker.bind("card", "1", ["own": 1])
        tracker.unbind("card", "1")
        tracker.login("ann", ["own": 1])
        tracker.profileSet(["own": 1])
        tracker.profileSetOnce(["own": 1])
        tracker.profileIncrement("own")
        tracker.profileAppend("own", ["1"])
        tracker.profileUnset("own")
        tracker.profileDelete()
        tracker.itemSet(type: "book", id: "1", ["own": 1])
        tracker.itemDelete(type: "book", id: "1")
        tracker.didEnterBackground()
    }

    @Test("Each type of event carries the presets that are its own, in every encoding", arguments: Around.allCases)
    func eachTypeCarriesItsOwn(around: Around) async throws {
        for encoding in [ChannelEncoding.json, .sensorsForm] {
            self.bench.scheduler.advance(by: .seconds(1))
            let tracker = try self.start(around, encoding)
            let count = self.bench.collector.events.count
            self.record(with: tracker)
            _ = await self.bench.flush(tracker)
            let events = self.bench.collector.events.dropFirst(count)
            let types = Set(events.compactMap { $0["type"]?.stringValue })
            #expect(types.isSuperset(of: EventType.allCases.map(\.rawValue)))
            for event in events { try self.check(event) }
            let methods = Set(events.compactMap { $0["lib"]?["$lib_method"]?.stringValue })
            #expect(methods == ["code", "autoTrack"])
            tracker.logout()
            await self.bench.stop(tracker)
        }
    }

    private func check(_ event: JSONValue) throws {
        let type = try #require(event["type"]?.stringValue)
        let members = try #require(event["properties"]?.objectValue)
        let keys = members.map(\.key)
        #expect(Set(keys).count == keys.count)
        guard type.hasPrefix("track") else {
            #expect(keys == (type.hasSuffix("delete") ? [] : ["own"]), "\(event)")
            return
        }
        #expect(event["properties"]?["$lib_method"] == event["lib"]?["$lib_method"], "\(event)")
        #expect(event["lib"]?["$lib_method"] != nil)
        #expect(event["properties"]?["$device_id"] != nil && event["properties"]?["$timezone_offset"] != nil)
        let isFirstDay = event["properties"]?["$is_first_day"]
        if Self.tellsFirstDay.contains(type) {
            #expect(isFirstDay == .bool(event["event"]?.stringValue != "earlier"), "\(event)")
        } else {
            #expect(isFirstDay == nil, "\(event)")
        }
    }

    @Test("A login that comes first on the first day tells nothing of it, and the next event does")
    func aLoginFirst() async throws {
        let tracker = self.bench.start()
        // The first day is not kept yet: the event is marked with it.
        self.bench.scheduler.advance(by: .seconds(24 * 3600))
        tracker.login("ann")
        tracker.track("next")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.properties("$SignUp")["$is_first_day"] == nil)
        #expect(try self.bench.properties("next")["$is_first_day"] == .bool(true))
        await self.bench.stop(tracker)
    }

    @Test("A login that waits for the person's answer gets no first day by it")
    func aLoginThatWaits() async throws {
        let tracker = self.bench.start { $0.consent = .pending }
        tracker.track("first")
        self.bench.scheduler.advance(by: .seconds(24 * 3600))
        tracker.login("ann")
        tracker.optIn()
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.properties("first")["$is_first_day"] == .bool(true))
        #expect(try self.bench.properties("$SignUp")["$is_first_day"] == nil)
        await self.bench.stop(tracker)
    }

    @Test("The app's own `$lib_method` takes the preset's place, once", arguments: [true, false])
    func theAppsOwnMethod(isRegistered: Bool) async throws {
        let tracker = self.bench.start()
        if isRegistered { tracker.registerSuperProperties(["$lib_method": "tools"]) }
        tracker.track("x", isRegistered ? [:] : ["$lib_method": "tools"])
        tracker.login("ann", isRegistered ? [:] : ["$lib_method": "tools"])
        _ = await self.bench.flush(tracker)
        for name in ["x", "$SignUp"] {
            let members = try #require(try self.bench.properties(name).objectValue)
            #expect(members.filter { $0.key == "$lib_method" }.map(\.value) == [.string("tools")])
        }
        await self.bench.stop(tracker)
    }
}
