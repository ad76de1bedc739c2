import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What the server and the network may do, and what then must hold on both sides.
struct UploadFaultTests {
    private let bench = TestBench()

    private func track(_ names: [String], with tracker: Tracker) {
        for name in names { #expect(tracker.track(name).isRecorded) }
    }

    /// Bug case O-08: stored, but the answer was lost; two listeners tell of the background at once.
    @Test func aLostAnswerDoublesNothing() async {
        let tracker = self.bench.start()
        self.track(["a", "b", "c"], with: tracker)
        self.bench.collector.next(.storeThenCut)
        tracker.didEnterBackground()
        tracker.didEnterBackground()
        self.bench.scheduler.settle()
        #expect(self.bench.transport.requests.count == 1)
        self.track(["d", "e"], with: tracker)
        let report = await self.bench.flush(tracker)
        #expect(report.outcome == .complete && report.remaining == 0)
        #expect(self.bench.collector.names == ["a", "b", "c", "d", "e"])
        #expect(self.bench.collector.duplicates == 3)
        await self.bench.stop(tracker)
    }

    /// Bug case O-07: one event of fifty that the server always refuses; new ones keep coming; a restart in between.
    @Test func oneRefusedEventBlocksNobody() async {
        self.bench.collector.always(.refuseBatchWith(event: "bad"))
        var tracker = self.bench.start()
        self.track((1...50).map { $0 == 17 ? "bad" : "e\($0)" }, with: tracker)
        for second in 0..<30 {
            tracker.track("n\(second)")
            self.bench.scheduler.advance(by: .seconds(1))
        }
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        for second in 30..<60 {
            tracker.track("n\(second)")
            self.bench.scheduler.advance(by: .seconds(1))
        }
        await self.bench.pump { self.bench.collector.names.count == 109 }
        let expected = (1...50).filter { $0 != 17 }.map { "e\($0)" } + (0..<60).map { "n\($0)" }
        #expect(self.bench.collector.names == expected)
        let status = Locked(ChannelStatus())
        let task = Task { [tracker] in
            let answer = await tracker.status()
            status.withLock { $0 = answer }
        }
        await self.bench.pump { status.withLock { $0.deadLetters } == 1 }
        await task.value
        #expect(status.withLock { $0.waiting } == 0)
        await self.bench.stop(tracker)
    }

    /// Bug case O-09: the server takes at most six events; the order is kept, nothing is sent twice the same.
    @Test func tooLargeBatchesShrink() async {
        let tracker = self.bench.start()
        self.bench.collector.always(.takeAtMost(6))
        self.track((1...20).map { "e\($0)" }, with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == (1...20).map { "e\($0)" })
        let bodies = self.bench.transport.requests.map { FakeCollector.decode($0)?.count ?? 0 }
        #expect(Array(bodies.prefix(3)) == [20, 10, 5])
        await self.bench.stop(tracker)
    }

    /// Bug case O-31: events that the receipt names lie in the dead letters, their neighbours are stored once.
    @Test func rejectedEventsAreSetAsideOneByOne() async {
        let tracker = self.bench.start()
        self.bench.collector.always(.rejectEvents(named: "bad"))
        self.track(["a", "bad", "b"], with: tracker)
        let report = await self.bench.flush(tracker)
        #expect(report == FlushReport(delivered: 2, rejected: 1, remaining: 0, outcome: .complete))
        #expect(self.bench.collector.names == ["a", "b"])
        await self.bench.stop(tracker)
    }

    /// Bug cases O-07 and O-10, and answers of a proxy that is not ours: everything is kept, nothing hammers.
    @Test(arguments: [200, 204, 301, 307, 401, 403, 404, 405, 408, 425, 429, 500, 502, 503, 529])
    func answersThatKeepTheQueue(status: Int) async {
        let tracker = self.bench.start()
        self.bench.collector.always(.answer(.response(UploadResponse(status: status))))
        self.track(["a", "b"], with: tracker)
        guard case .failed = await self.bench.flush(tracker).outcome else {
            Issue.record("the flush did not fail")
            return
        }
        self.bench.scheduler.advance(by: .seconds(60))
        let times = self.bench.transport.requestTimes
        #expect(times.count > 1 && times.count < 12)
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .milliseconds(999)) }
        self.bench.collector.always(.store)
        self.bench.scheduler.advance(by: .seconds(600))
        #expect(self.bench.collector.names == ["a", "b"])
        #expect(self.bench.collector.duplicates == 0)
        await self.bench.stop(tracker)
    }

    /// Bug case O-10: the asked wait is kept, also over a restart and against a flush by hand.
    @Test func theServersWaitIsObeyed() async {
        var tracker = self.bench.start()
        let busy = UploadResponse(status: 503, headers: ["Retry-After": "120"])
        self.bench.collector.next(.answer(.response(busy)))
        self.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        guard case .waiting(_, askedByServer: true) = await self.bench.flush(tracker).outcome else {
            Issue.record("the flush broke the wait")
            return
        }
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(100))
        #expect(self.bench.transport.requests.count == 1)
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    @Test func anEndpointThatIsNoneSaysSo() async {
        let answer = Locked<UploadAnswer?>(nil)
        let request = UploadRequest(url: "htp:/nowhere", headers: [:], body: [], timeout: .seconds(1))
        URLSessionTransport().send(request) { received in answer.withLock { $0 = received } }
        guard case .failure(let reason) = answer.withLock({ $0 }) else {
            Issue.record("no answer")
            return
        }
        #expect(reason.contains("endpoint"))
    }
}
