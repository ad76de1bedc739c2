import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// `$project`, `$token` and `$time` are about one event: its call gives them, or the hook that sees it.
struct CallPropertyTests {
    private let bench = TestBench()
    private static let time = Date(timeIntervalSince1970: 1_700_000_000)
    private static let given: Properties = ["$project": "other", "$token": "t1", "$time": Self.time]

    /// Where they do not belong to one event.
    enum Origin: CaseIterable, Sendable {
        case superProperties, dynamic, plugin

        func give(to tracker: Tracker) {
            var properties = CallPropertyTests.given
            properties["kept"] = 1
            let given = properties
            switch self {
            case .superProperties: tracker.registerSuperProperties(given)
            case .dynamic: tracker.setDynamicProperties { given }
            case .plugin: tracker.addPlugin(PropertyPlugin("p", priority: .high) { _ in given })
            }
        }
    }

    @Test(arguments: Origin.allCases)
    func sharedPropertiesDoNotAddressEvents(origin: Origin) async throws {
        let tracker = self.bench.start()
        origin.give(to: tracker)
        tracker.track("x")
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.collector.events.first)
        #expect(event["project"] == nil && event["token"] == nil && event["time"]?.int64Value == 1_772_712_000_000)
        let properties = try #require(event["properties"])
        #expect(properties["kept"] == .number("1"))
        for key in Naming.callProperties {
            #expect(properties[key] == nil, "\(key)")
            #expect(self.bench.warnings("'\(key)'") == 1 && self.bench.warnings("pass it with the call") == 3)
        }
        await self.bench.stop(tracker)
    }

    @Test func aHookAddressesItsEvent() async throws {
        let tracker = self.bench.start()
        tracker.setEventHook { event in
            event.properties.merge(CallPropertyTests.given, overriding: true)
            return .keep
        }
        tracker.track("x", ["own": 1])
        tracker.profileSet(["name": "Ann"])
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.count == 2)
        for event in self.bench.collector.events {
            #expect(event["project"]?.stringValue == "other" && event["token"]?.stringValue == "t1")
            #expect(event["time"]?.int64Value == 1_700_000_000_000)
            for key in Naming.callProperties { #expect(event["properties"]?[key] == nil, "\(key)") }
        }
        #expect(self.bench.log.withLock { $0.isEmpty })
        await self.bench.stop(tracker)
    }

    @Test func aLinkDoesNotAddressItsEvent() async throws {
        let tracker = self.bench.start { $0.channelKeys = ["$project"] }
        tracker.trackDeepLink(try #require(URL(string: "app://x?$project=other")))
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.count == 1 && self.bench.collector.events.first?["project"] == nil)
        #expect(self.bench.warnings("channel key '$project'") == 1)
        await self.bench.stop(tracker)
    }
}
