import Spoor
import SpoorChannel
import SpoorTesting
import Testing

/// When uploads happen (000, strategies one to three), in virtual time.
struct TriggerTests {
    private let bench = TestBench()

    @Test func theBulkSizeStartsAnUpload() async {
        let tracker = self.bench.start { $0.channel.bulkSize = 10 }
        for index in 1...9 { tracker.track("e\(index)") }
        self.bench.scheduler.advance(by: .seconds(1))
        #expect(self.bench.transport.requests.isEmpty)
        tracker.track("e10")
        self.bench.scheduler.advance(by: .seconds(1))
        #expect(self.bench.collector.names == (1...10).map { "e\($0)" })
        await self.bench.stop(tracker)
    }

    @Test func theIntervalStartsAnUploadAndNothingTicksWhileIdle() async {
        let tracker = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(100))
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(14))
        #expect(self.bench.transport.requests.isEmpty)
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(self.bench.collector.names == ["a"])
        self.bench.scheduler.advance(by: .seconds(1000))
        #expect(self.bench.transport.requests.count == 1)
        await self.bench.stop(tracker)
    }

    @Test func launchUploadsWhatTheLastRunLeft() async {
        let offline = self.bench.start { $0.channel.isUploadEnabled = false }
        for index in 1...120 { offline.track("e\(index)") }
        self.bench.scheduler.advance(by: .seconds(100))
        await self.bench.stop(offline)
        #expect(self.bench.transport.requests.isEmpty)
        let tracker = self.bench.start()
        self.bench.scheduler.settle()
        #expect(self.bench.collector.names == (1...120).map { "e\($0)" })
        await self.bench.stop(tracker)
    }

    /// Each background request ends five seconds before the system stops the app; none begins under eight.
    @Test(
        arguments: [(nil, 30), (Duration.seconds(30), 25), (.seconds(10), 5), (.seconds(7), nil)] as [(Duration?, Int?)]
    )
    func backgroundUploadsKnowTheirDeadline(remaining: Duration?, timeout: Int?) async {
        let tracker = self.bench.start()
        tracker.track("a")
        tracker.didEnterBackground(remaining: remaining)
        self.bench.scheduler.settle()
        #expect(self.bench.transport.requests.first?.timeout == timeout.map { .seconds($0) })
        #expect(self.bench.transport.requests.count == (timeout == nil ? 0 : 1))
        tracker.willEnterForeground()
        self.bench.scheduler.settle()
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    /// The deadline is the one that was told at first: each request gets what is left of it, and the last that would not
    /// fit is not begun (000, strategy three).
    @Test func aRunInTheBackgroundEndsBeforeItsDeadline() async throws {
        let slow = TestBench(answerDelay: .seconds(7))
        let tracker = slow.start { $0.channel.initialBatchCount = 1 }
        for index in 1...99 { tracker.track("e\(index)") }
        tracker.didEnterBackground(remaining: .seconds(30))
        slow.scheduler.advance(by: .seconds(120))
        #expect(slow.transport.requests.map(\.timeout) == [25, 18, 11, 4].map { .seconds($0) })
        #expect(slow.collector.names == (1...15).map { "e\($0)" })
        // The last answer came after the time was over: its eight events wait, and go once more. The next batch is not
        // lost, and not marked as under way either.
        #expect(try await slow.status(of: tracker).waiting == 92)
        tracker.willEnterForeground()
        slow.scheduler.advance(by: .seconds(120))
        #expect(slow.collector.names == (1...99).map { "e\($0)" } && slow.collector.duplicates == 8)
        await slow.stop(tracker)
    }

    @Test func oneUploadIsInFlightAtATime() async {
        let slow = TestBench(answerDelay: .seconds(20))
        let tracker = slow.start { $0.channel.bulkSize = 1 }
        for index in 1...30 {
            tracker.track("e\(index)")
            slow.scheduler.advance(by: .seconds(1))
        }
        #expect(slow.transport.requests.count == 2)
        slow.scheduler.advance(by: .seconds(100))
        #expect(slow.collector.names == (1...30).map { "e\($0)" })
        await slow.stop(tracker)
    }
}
