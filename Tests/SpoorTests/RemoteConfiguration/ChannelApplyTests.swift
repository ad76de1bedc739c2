@testable import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// A channel takes another configuration without a restart.
struct ChannelApplyTests {
    private let bench = TestBench()

    private func apply(_ tracker: Tracker, _ change: (inout ChannelConfiguration) -> Void) {
        var configuration = tracker.configuration.channel
        change(&configuration)
        tracker.channel.apply(configuration)
        self.bench.scheduler.settle()
    }

    @Test func anotherIntervalUploadsWhatWaitsAndRunsTheTimerAnew() async {
        let tracker = self.bench.start()
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(10))
        self.apply(tracker) { $0.uploadInterval = .seconds(5) }
        #expect(self.bench.collector.names == ["a"])
        tracker.track("b")
        self.bench.scheduler.advance(by: .seconds(6))
        #expect(self.bench.collector.names == ["a", "b"])
        self.apply(tracker) { $0.uploadInterval = .seconds(60) }
        tracker.track("c")
        self.bench.scheduler.advance(by: .seconds(50))
        #expect(self.bench.collector.names == ["a", "b"])
        self.bench.scheduler.advance(by: .seconds(11))
        #expect(self.bench.collector.names == ["a", "b", "c"])
        await self.bench.stop(tracker)
    }

    @Test func uploadOffKeepsStoringAndOnUploads() async throws {
        let tracker = self.bench.start()
        self.apply(tracker) { $0.isUploadEnabled = false }
        for index in 1...120 { #expect(tracker.track("e\(index)").isRecorded) }
        self.bench.scheduler.advance(by: .seconds(100))
        #expect(self.bench.transport.requests.isEmpty)
        #expect(await self.bench.flush(tracker).outcome == .disabled)
        self.apply(tracker) { $0.isUploadEnabled = true }
        #expect(self.bench.collector.names == (1...120).map { "e\($0)" })
        await self.bench.stop(tracker)
    }

    @Test func switchedOffInTheMiddleOfARunNothingMoreLeaves() async throws {
        let slow = TestBench(answerDelay: .seconds(2))
        let tracker = slow.start { $0.channel.initialBatchCount = 10 }
        for index in 1...100 { tracker.track("e\(index)") }
        slow.scheduler.advance(by: .seconds(1))
        #expect(slow.transport.requests.count == 1)
        var configuration = tracker.configuration.channel
        configuration.isUploadEnabled = false
        tracker.channel.apply(configuration)
        slow.scheduler.advance(by: .seconds(100))
        #expect(slow.transport.requests.count == 1)
        #expect(slow.collector.names == (1...10).map { "e\($0)" }, "what was under way ended well")
        tracker.channel.apply(tracker.configuration.channel)
        slow.scheduler.advance(by: .seconds(100))
        #expect(slow.collector.names == (1...100).map { "e\($0)" } && slow.collector.duplicates == 0)
        await slow.stop(tracker)
    }

    @Test func anotherEndpointAndHeadersHoldFromTheNextRequestOn() async {
        let slow = TestBench(answerDelay: .seconds(2))
        let tracker = slow.start { $0.channel.initialBatchCount = 60 }
        for index in 1...100 { tracker.track("e\(index)") }
        slow.scheduler.advance(by: .seconds(1))
        var configuration = tracker.configuration.channel
        configuration.endpoint = "http://new.test"
        configuration.headers = ["Authorization": "Bearer t"]
        tracker.channel.apply(configuration)
        slow.scheduler.advance(by: .seconds(60))
        let requests = slow.transport.requests
        #expect(requests.map { $0.url.contains("new.test") } == [false, true])
        #expect(requests.map { $0.headers["Authorization"] } == [nil, "Bearer t"])
        #expect(slow.collector.names == (1...100).map { "e\($0)" } && slow.collector.duplicates == 0)
        await slow.stop(tracker)
    }

    @Test func anotherEndpointDoesNotWaitForWhatTheOldOneDid() async {
        self.bench.collector.next(.answer(.response(UploadResponse(status: 503, headers: ["Retry-After": "80000"]))))
        let tracker = self.bench.start()
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(1000))
        #expect(self.bench.transport.requests.count == 1)
        self.apply(tracker) { $0.endpoint = "http://new.test" }
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    @Test func theOldEndpointsFailureDoesNotHoldUpTheNewOne() async {
        let slow = TestBench(answerDelay: .seconds(2))
        slow.collector.next(.answer(.response(UploadResponse(status: 503, headers: ["Retry-After": "80000"]))))
        let tracker = slow.start { $0.channel.bulkSize = 1 }
        tracker.track("a")
        slow.scheduler.advance(by: .seconds(1))
        var configuration = tracker.configuration.channel
        configuration.endpoint = "http://new.test"
        tracker.channel.apply(configuration)
        slow.scheduler.advance(by: .seconds(10))
        #expect(slow.collector.names == ["a"])
        await slow.stop(tracker)
    }

    @Test func bulkSizeBodySizeAndBatchCountHoldAtOnce() async throws {
        let tracker = self.bench.start { $0.channel.uploadInterval = .seconds(600) }
        for index in 1...20 { tracker.track("e\(index)") }
        self.bench.scheduler.advance(by: .seconds(5))
        #expect(self.bench.transport.requests.isEmpty)
        self.apply(tracker) {
            $0.uploadInterval = .seconds(600)
            $0.bulkSize = 20
            $0.maxBatchCount = 8
        }
        #expect(self.bench.transport.requests.map { FakeCollector.decode($0)?.count } == [8, 8, 4])
        self.apply(tracker) {
            $0.uploadInterval = .seconds(600)
            $0.bulkSize = 2
            $0.maxBodyBytes = 1_000
        }
        for index in 1...4 { tracker.track("f\(index)", ["text": String(repeating: "x", count: 700)]) }
        self.bench.scheduler.advance(by: .seconds(5))
        #expect(self.bench.transport.requests.dropFirst(3).map { FakeCollector.decode($0)?.count } == [1, 1, 1, 1])
        await self.bench.stop(tracker)
    }

    @Test func valuesOutOfRangeAreClampedAndSaid() async {
        let tracker = self.bench.start()
        self.apply(tracker) { $0.uploadInterval = .zero }
        #expect(self.bench.log.withLock { $0.contains { $0.contains("uploadInterval") } })
        await self.bench.stop(tracker)
    }

    @Test func afterTheEndNothingComesBackToLife() async {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        tracker.track("a")
        await self.bench.stop(tracker)
        self.apply(tracker) { $0.isUploadEnabled = true }
        self.bench.scheduler.advance(by: .seconds(100))
        #expect(self.bench.transport.requests.isEmpty)
    }
}
