import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// No event carries a place without consent, wherever the place comes from.
struct ConsentLocationTests {
    private let bench = TestBench()

    /// How a place gets into an event.
    enum Origin: CaseIterable, Sendable {
        case own, superProperty, dynamic, plugin, lowPlugin, hook, told

        func give(to tracker: Tracker) -> Properties {
            let place: Properties = ["$latitude": 77]
            switch self {
            case .own: return place
            case .superProperty: tracker.registerSuperProperties(place)
            case .dynamic: tracker.setDynamicProperties { place }
            case .plugin: tracker.addPlugin(PropertyPlugin("p", priority: .high) { _ in place })
            case .lowPlugin: tracker.addPlugin(PropertyPlugin("p", priority: .low) { _ in place })
            case .hook:
                tracker.setEventHook { event in
                    event.properties["$latitude"] = 77
                    return .keep
                }
            case .told: tracker.setLocation(latitude: 77, longitude: 7)
            }
            return [:]
        }
    }

    private func places() -> [String] {
        self.bench.collector.events.filter { $0["properties"]?["$latitude"] != nil }
            .map { $0["event"]?.stringValue ?? $0["type"]?.stringValue ?? "" }
    }

    /// Denied, and pending where only analytics was granted; before storage is open, and once it is.
    @Test(arguments: Origin.allCases, [false, true])
    func noPlaceLeavesWithoutConsent(origin: Origin, isPending: Bool) async {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start { $0.consent = isPending ? .pending : .granted }
        let own = origin.give(to: tracker)
        if isPending {
            tracker.setConsent(.analytics, granted: true)
        } else {
            tracker.setConsent(.location, granted: false)
        }
        tracker.track("early", own)
        self.bench.scheduler.settle()
        tracker.registerSuperProperties(["kept": 1])
        tracker.track("c", own)
        tracker.login("ann", own)
        tracker.profileSet(["name": "Ann", "$latitude": 1])
        tracker.itemSet(type: "shop", id: "1", ["$latitude": 1])
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.count == 5 && self.places().isEmpty)
        #expect(self.bench.events("c").first?["properties"]?["kept"] == .number("1"))
        tracker.setConsent(.location, granted: true)
        tracker.track("granted", own)
        _ = await self.bench.flush(tracker)
        #expect(self.places() == ["granted"])
        await self.bench.stop(tracker)
    }

    /// Taken back while the event is made, by the app's own callback.
    @Test func aPlaceTakenBackInsideACallDoesNotLeave() async {
        let tracker = self.bench.start()
        tracker.setLocation(latitude: 77, longitude: 7)
        tracker.registerSuperProperties(["$longitude": 5])
        tracker.setEventHook { [weak tracker] _ in
            tracker?.setConsent(.location, granted: false)
            return .keep
        }
        #expect(tracker.track("x").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["x"] && self.places().isEmpty)
        #expect(self.bench.events("x").first?["properties"]?["$longitude"] == nil)
        await self.bench.stop(tracker)
    }

    /// Taken back while the event waits for another consent.
    @Test func aPlaceTakenBackIsTakenOutOfWhatWaitsInMemory() async {
        let tracker = self.bench.start { $0.consent = .pending }
        tracker.setConsent(.location, granted: true)
        #expect(tracker.track("x", ["$latitude": 77, "own": 1]) == .held)
        tracker.setConsent(.location, granted: false)
        tracker.setConsent(.analytics, granted: true)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["x"] && self.places().isEmpty)
        #expect(self.bench.events("x").first?["properties"]?["own"] == .number("1"))
        await self.bench.stop(tracker)
    }

    /// What is to be forgotten is named without being told.
    @Test func aPlaceCanBeUnsetWithoutConsent() async {
        let tracker = self.bench.start()
        tracker.setConsent(.location, granted: false)
        tracker.profileUnset("$latitude")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.first?["properties"]?["$latitude"] != nil)
        await self.bench.stop(tracker)
    }
}
