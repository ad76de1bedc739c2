import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// The event that tells of losses may be lost itself; then the next one tells the same.
struct LostReportTests {
    private let bench = TestBench()

    private func sums(_ events: [JSONValue]) -> [String: Int64] {
        var sums: [String: Int64] = [:]
        for event in events where event["event"] == "$SpoorLosses" {
            guard case .object(let members)? = event["properties"] else { continue }
            for member in members where member.key.hasPrefix("lost_") || member.key.hasPrefix("class_") {
                sums[member.key, default: 0] += member.value.int64Value ?? 0
            }
        }
        return sums
    }

    private func offline(facts: DeviceFacts = DeviceFacts(), clears: Bool = false) -> Tracker {
        self.bench.start(facts: facts) {
            $0.channel.isUploadEnabled = false
            $0.channel.retentionDays = 1
            $0.channel.clearsOnUpgrade = clears
        }
    }

    private func nextDay() { self.bench.scheduler.jumpWallClock(byMilliseconds: 90_000_000) }

    @Test("Losses are told, however often the telling event grows too old", arguments: [1, 2, 5], [false, true])
    func reportsThatGrowOld(days: Int, isRestarted: Bool) async throws {
        var tracker = self.offline()
        self.bench.track((0..<10).map { "e\($0)" }, with: tracker)
        self.bench.scheduler.advance(by: .seconds(5))
        for _ in 0..<days {
            if isRestarted {
                await self.bench.stop(tracker)
                self.nextDay()
                tracker = self.offline()
                self.bench.scheduler.advance(by: .seconds(10))
            } else {
                self.bench.scheduler.advance(by: .seconds(90_000))
            }
        }
        await self.bench.stop(tracker)
        tracker = self.bench.start { $0.channel.retentionDays = 1 }
        _ = await self.bench.flush(tracker)
        #expect(self.sums(self.bench.collector.events) == ["lost_total": 10, "lost_expired": 10, "class_tracked": 10])
        await self.bench.stop(tracker)
        // Delivered, it is told no more.
        tracker = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(90_000))
        _ = await self.bench.flush(tracker)
        #expect(self.sums(self.bench.collector.events)["lost_total"] == 10)
        await self.bench.stop(tracker)
    }

    @Test("Losses are told, although an upgrade cleared the event that told them", arguments: [1, 3])
    func reportsThatAnUpgradeClears(upgrades: Int) async {
        var facts = DeviceFacts()
        facts.appVersion = "1"
        var tracker = self.offline(facts: facts, clears: true)
        self.bench.track((0..<10).map { "e\($0)" }, with: tracker)
        await self.bench.stop(tracker)
        self.nextDay()
        for version in 1...upgrades {
            facts.appVersion = version == 1 ? "1" : "\(version)"
            tracker = self.offline(facts: facts, clears: true)
            self.bench.scheduler.advance(by: .seconds(10))
            await self.bench.stop(tracker)
        }
        // The next run records the report anew at its start; one more tells it.
        facts.appVersion = "last"
        for _ in 0..<2 {
            tracker = self.offline(facts: facts, clears: true)
            self.bench.scheduler.advance(by: .seconds(10))
            await self.bench.stop(tracker)
        }
        tracker = self.bench.start(facts: facts)
        _ = await self.bench.flush(tracker)
        #expect(self.sums(self.bench.collector.events) == ["lost_total": 10, "lost_expired": 10, "class_tracked": 10])
        await self.bench.stop(tracker)
    }

    @Test("What a channel lost is told as that channel's, also where the telling event was lost", arguments: [1, 3])
    func reportsOfChannels(days: Int) async throws {
        let bench = ChannelBench()
        let settings = ChannelBench.configuration {
            $0.retentionDays = 1
            $0.isUploadEnabled = false
        }
        let start = { (isUploading: Bool) in
            bench.start(["apm": settings]) {
                $0.channel.retentionDays = 1
                $0.channel.isUploadEnabled = isUploading
            }
        }
        var tracker = start(false)
        for number in 0..<4 {
            tracker.channel("apm")?.send(type: "net", meta: ["n": .init(integerLiteral: Int64(number))])
        }
        bench.scheduler.advance(by: .seconds(5))
        for _ in 0..<days {
            await bench.bench.stop(tracker)
            bench.scheduler.jumpWallClock(byMilliseconds: 90_000_000)
            tracker = start(false)
            bench.scheduler.advance(by: .seconds(10))
        }
        await bench.bench.stop(tracker)
        for _ in 0..<2 {
            tracker = start(true)
            bench.scheduler.advance(by: .seconds(10))
            _ = await bench.bench.flush(tracker)
            await bench.bench.stop(tracker)
        }
        let events = bench.bench.events("$SpoorLosses")
        #expect(self.sums(events)["lost_expired"] == 4 && self.sums(events)["lost_total"] == 4)
        #expect(events.allSatisfy { $0["properties"]?["channel"]?.stringValue == "apm" })
    }
}
