import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What events carry only because the app said it: place and screen orientation.
struct ContextTests {
    private let bench = TestBench()

    private func last(_ tracker: Tracker, _ properties: Properties = [:]) async throws -> JSONValue {
        tracker.track("x", properties)
        _ = await self.bench.flush(tracker)
        return try #require(self.bench.collector.events.last?["properties"])
    }

    @Test func aPlaceGoesWithEventsUntilItIsCleared() async throws {
        let tracker = self.bench.start()
        #expect(try await self.last(tracker)["$latitude"] == nil)
        tracker.setLocation(latitude: 46.948_090_4, longitude: -7.447_444_6)
        let placed = try await self.last(tracker)
        #expect(placed["$latitude"] == .number("46948090") && placed["$longitude"] == .number("-7447445"))
        #expect(placed["$geo_coordinate_system"]?.stringValue == "WGS84")
        // It stays when the presets are made anew for another quarter of an hour.
        self.bench.scheduler.advance(by: .seconds(3600))
        let own = try await self.last(tracker, ["$latitude": 1])
        #expect(own["$latitude"] == .number("1") && own["$longitude"] == .number("-7447445"))
        tracker.setLocation(latitude: -90, longitude: 180, coordinateSystem: "GCJ02")
        #expect(try await self.last(tracker)["$geo_coordinate_system"]?.stringValue == "GCJ02")
        tracker.clearLocation()
        let cleared = try await self.last(tracker)
        #expect(cleared["$latitude"] == nil && cleared["$longitude"] == nil && cleared["$geo_coordinate_system"] == nil)
        await self.bench.stop(tracker)
        let again = self.bench.start()
        #expect(try await self.last(again)["$latitude"] == nil)
        await self.bench.stop(again)
    }

    @Test(arguments: [
        (90.1, 0.0), (-91.0, 0.0), (0.0, 180.1), (0.0, -181.0), (Double.nan, 0.0), (0.0, Double.infinity),
    ])
    func placesThatAreNotOnEarthAreRefused(latitude: Double, longitude: Double) async throws {
        let tracker = self.bench.start()
        tracker.setLocation(latitude: 1, longitude: 1)
        tracker.setLocation(latitude: latitude, longitude: longitude)
        #expect(self.bench.log.withLock { $0.filter { $0.contains("setLocation was ignored") }.count } == 1)
        #expect(try await self.last(tracker)["$latitude"] == .number("1000000"))
        await self.bench.stop(tracker)
    }

    @Test func theScreensOrientationIsToldOnlyWhereTheAppSaysSo() async throws {
        let tracker = self.bench.start()
        #expect(try await self.last(tracker)["$screen_orientation"] == nil)
        tracker.setScreenOrientation(.landscape)
        tracker.setLocation(latitude: 0, longitude: 0)
        #expect(try await self.last(tracker)["$screen_orientation"]?.stringValue == "landscape")
        tracker.setScreenOrientation(.portrait)
        #expect(try await self.last(tracker)["$screen_orientation"]?.stringValue == "portrait")
        tracker.willEnterForeground()
        tracker.setScreenOrientation(nil)
        self.bench.scheduler.settle()
        let none = try await self.last(tracker)
        #expect(none["$screen_orientation"] == nil && none["$latitude"] == .number("0"))
        await self.bench.stop(tracker)
    }

    @Test func whatIsToldBeforeStorageIsOpenCounts() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        tracker.track("x")
        tracker.setLocation(latitude: 1, longitude: 2)
        tracker.setAdvertisingID("AD")
        tracker.track("x")
        self.bench.scheduler.settle()
        let last = try await self.last(tracker)
        #expect(last["$latitude"] == .number("1000000") && last["$device_id"]?.stringValue == "AD")
        #expect(self.bench.collector.events.first?["properties"]?["$latitude"] == nil)
        #expect(self.bench.collector.events.dropFirst().allSatisfy { $0["properties"]?["$latitude"] != nil })
        await self.bench.stop(tracker)
    }
}
