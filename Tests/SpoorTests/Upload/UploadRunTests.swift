import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Where an upload run ends while records keep coming.
struct UploadRunTests {
    /// Two events a second, answers after a second: the interval decides, not how fast answers come.
    @Test func aTrackersRunEndsWithWhatWasStoredWhenItBegan() async {
        let slow = TestBench(answerDelay: .seconds(1))
        let tracker = slow.start()
        for index in 0..<120 {
            slow.track(["e\(index)"], with: tracker)
            slow.scheduler.advance(by: .milliseconds(500))
        }
        let times = slow.transport.requestTimes
        #expect(times.count == 3)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(15) })
        #expect(await slow.flush(tracker).outcome == .complete)
        #expect(slow.collector.names == (0..<120).map { "e\($0)" })
        await slow.stop(tracker)
    }

    /// Ten records a second, answers after 300 ms, for a minute: an upload each 5 s.
    @Test func aChannelsRunEndsWithWhatWasStoredWhenItBegan() async throws {
        let bench = ChannelBench()
        bench.collector.setDelay(.milliseconds(300))
        let tracker = bench.start()
        try await self.send(600, "net", each: .milliseconds(100), bench, tracker)
        #expect(bench.collector.requestTimes(of: "apm").count <= 12)
        try await self.expectAll(600, bench, tracker)
        await bench.bench.stop(tracker)
    }

    /// A hundred crash records a second, answers after 50 ms, for 20 s: an upload each 2 s, of full batches.
    @Test func aStreamOfRealtimeRecordsIsSentOnceInAWindow() async throws {
        let bench = ChannelBench()
        bench.collector.setDelay(.milliseconds(50))
        let tracker = bench.start(["apm": .prism(endpoint: "http://collector.test")])
        try await self.send(2_000, "appCrash", each: .milliseconds(10), bench, tracker)
        // At most three for each window of 2 s, and two for each 5 s of the timer.
        #expect(bench.collector.requestTimes(of: "apm").count <= 40)
        try await self.expectAll(2_000, bench, tracker)
        await bench.bench.stop(tracker)
    }

    @Test("Bulk size, later records: full batches, however the answers come", arguments: [20, 300, 2_500])
    func bulkCountsWhatCameSinceTheRunBegan(delay: Int) async throws {
        let bench = ChannelBench()
        bench.collector.setDelay(.milliseconds(delay))
        let tracker = bench.start(["apm": ChannelBench.configuration { $0.uploadInterval = .seconds(30) }])
        try await self.send(1_000, "net", each: .milliseconds(10), bench, tracker)
        bench.scheduler.advance(by: .seconds(30))
        let counts = bench.collector.packets(of: "apm").map(\.numbers.count)
        #expect(counts.count <= 12 && counts.reduce(0, +) == 1_000)
        await bench.bench.stop(tracker)
    }

    /// The interval passes while a request is under way: what came since it began leaves behind it, not an interval later.
    @Test func aTriggerWithinARunIsNotLost() async {
        let slow = TestBench(answerDelay: .seconds(8))
        let tracker = slow.start()
        slow.track(["first"], with: tracker)
        slow.scheduler.advance(by: .seconds(10))
        // A flush begins the run 5 s before the interval ends.
        let flush = Task { await tracker.flush() }
        await slow.pump { slow.transport.requests.count == 1 }
        slow.track(["second"], with: tracker)
        slow.scheduler.advance(by: .seconds(14))
        #expect(slow.sentNames == [["first"], ["second"]])
        slow.scheduler.advance(by: .seconds(20))
        #expect(await flush.value.outcome == .complete)
        await slow.stop(tracker)
    }

    /// What was recorded up to the call is gone when it is answered; what came later is counted, and waits.
    @Test func aFlushWithinARunTakesWhatWasRecordedUpToItsCall() async throws {
        let slow = TestBench(answerDelay: .seconds(1))
        let tracker = slow.start { $0.channel.uploadInterval = .seconds(600) }
        slow.track(["a"], with: tracker)
        let first = Task { await tracker.flush() }
        await slow.pump { slow.transport.requests.count == 1 }
        slow.track(["b", "c"], with: tracker)
        let second = Task { await tracker.flush() }
        // The flush reaches the queue while the first request is under way.
        for _ in 0..<100 { await Task.yield() }
        slow.scheduler.advance(by: .milliseconds(950))
        slow.track(["d"], with: tracker)
        await slow.pump { slow.collector.names.count == 3 }
        slow.scheduler.advance(by: .seconds(1))
        #expect(await first.value.outcome == .complete)
        let report = await second.value
        #expect(report == FlushReport(delivered: 3, rejected: 0, remaining: 1, outcome: .complete))
        slow.scheduler.advance(by: .seconds(60))
        #expect(slow.sentNames == [["a"], ["b", "c"]])
        #expect(try await slow.status(of: tracker).waiting == 1)
        await slow.stop(tracker)
    }

    /// A full queue goes batch after batch at launch, while the app records.
    @Test func aFullQueueDrainsWithoutPauses() async {
        let slow = TestBench(answerDelay: .milliseconds(100))
        let offline = slow.start { $0.channel.isUploadEnabled = false }
        for index in 0..<2_000 { slow.track(["e\(index)"], with: offline) }
        await slow.stop(offline)
        let tracker = slow.start()
        for index in 2_000..<2_040 {
            slow.track(["e\(index)"], with: tracker)
            slow.scheduler.advance(by: .milliseconds(50))
        }
        #expect(slow.sentNames.map(\.count) == [50, 100, 200, 400, 800, 450])
        #expect(slow.distances.allSatisfy { $0 == .milliseconds(100) })
        #expect(await slow.flush(tracker).remaining == 0)
        #expect(slow.collector.names == (0..<2_040).map { "e\($0)" })
        await slow.stop(tracker)
    }

    private func send(
        _ count: Int,
        _ type: String,
        each step: Duration,
        _ bench: ChannelBench,
        _ tracker: Tracker
    ) async throws {
        let channel = try #require(tracker.channel("apm"))
        for number in 0..<count {
            channel.send(type: type, meta: ["n": .integer(Int64(number))])
            bench.scheduler.advance(by: step)
        }
    }

    private func expectAll(_ count: Int, _ bench: ChannelBench, _ tracker: Tracker) async throws {
        let report = await bench.flush(try #require(tracker.channel("apm")))
        #expect(report.outcome == .complete && report.remaining == 0)
        #expect(bench.collector.packets.flatMap(\.numbers).sorted() == (0..<count).map { Int64($0) })
        #expect(bench.collector.duplicates == 0)
    }
}
