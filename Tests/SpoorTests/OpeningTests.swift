import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Trackers whose storage opens late, or not at all.
struct OpeningTests {
    private let bench = TestBench()

    /// A tracker whose storage is not open yet when the call returns.
    private func startLate(_ change: (inout TrackerConfiguration) -> Void = { _ in }) -> Tracker {
        self.bench.scheduler.runsWaitedWork = false
        defer { self.bench.scheduler.runsWaitedWork = true }
        return self.bench.start(change)
    }

    @Test func whatWasHeldIsKeptByAStopRightAfterwards() async {
        let tracker = self.startLate()
        for number in 0..<50 { #expect(tracker.track("seen", ["n": number]) == .held) }
        await self.bench.stop(tracker)
        let heir = self.bench.start()
        _ = await self.bench.flush(heir)
        #expect(self.bench.collector.names.count == 50)
        await self.bench.stop(heir)
    }

    @Test func aFolderThatIsLetGoLaterIsTakenThen() async {
        let first = self.bench.start()
        let second = self.bench.start()
        #expect(second.track("second") == .held)
        #expect(second.distinctID == nil)
        self.bench.scheduler.advance(by: .seconds(10))
        let warnings = self.bench.log.withLock { $0.filter { $0.contains("in use") } }
        #expect(warnings.count == 1, "the same reason is said once, not every two seconds")
        await self.bench.stop(first)
        self.bench.scheduler.advance(by: .seconds(3))
        #expect(second.track("later").isRecorded)
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["second", "later"])
        await self.bench.stop(second)
    }

    @Test func whatNeverFoundStorageIsCountedInTheLog() async {
        let first = self.bench.start()
        let second = self.bench.start()
        for _ in 0..<7 { second.track("lost") }
        #expect(await self.bench.flush(second).remaining == 7)
        await self.bench.stop(second)
        #expect(self.bench.log.withLock { $0 }.contains { $0.hasPrefix("7 calls were held in memory and are lost") })
        #expect(second.track("after") == .dropped(.stopped))
        await self.bench.stop(first)
    }

    @Test func anOptOutIsHeldHoweverManyEventsAre() async {
        let tracker = self.startLate()
        for number in 0..<20_000 { tracker.track("seen", ["n": number]) }
        #expect(tracker.track("one_too_many") == .dropped(.storageFull))
        tracker.optOut()
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(tracker.isOptedOut)
        #expect(self.bench.collector.events.isEmpty)
        await self.bench.stop(tracker)
    }

    @Test(arguments: ["", "   ", String(repeating: "v", count: 9_000)])
    func anUnusableVisitorIsReplacedAndSaid(id: String) async {
        let tracker = self.bench.start { $0.anonymousID = id }
        #expect(tracker.track("seen").isRecorded)
        #expect(tracker.anonymousID.map { !$0.isEmpty && $0 != id } == true)
        #expect(self.bench.log.withLock { $0 }.contains { $0.contains("anonymousID is not used") })
        await self.bench.stop(tracker)
    }

    @Test(arguments: ["a\"b", "a-b", "", String(repeating: "p", count: 65)])
    func anUnusableProducerIsReplacedAndSaid(producer: String) async {
        self.bench.surroundings.withLock { $0 = { $0.producer = producer } }
        let tracker = self.bench.start()
        #expect(tracker.track("seen").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["seen"] && self.bench.collector.undecodable == 0)
        #expect(self.bench.log.withLock { $0 }.contains { $0.contains("producer is not used") })
        await self.bench.stop(tracker)
    }

    @Test(arguments: [-1.0, -62_135_596_800, 1e18, .nan])
    func aTimeOutsideTheCalendarIsReplacedAndSaid(seconds: Double) async {
        let tracker = self.bench.start()
        tracker.track("seen", at: Date(timeIntervalSince1970: seconds))
        _ = await self.bench.flush(tracker)
        #expect((self.bench.collector.events.first?["time"]?.int64Value ?? 0) > 1_700_000_000_000)
        #expect(self.bench.log.withLock { $0 }.contains { $0.contains("1970 to 9999") })
        await self.bench.stop(tracker)
    }
}
