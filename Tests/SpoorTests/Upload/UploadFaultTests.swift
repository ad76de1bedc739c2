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

    /// O-08/reply-lost, O-08/two-listeners.
    @Test("O-08 stored, but the answer was lost; two listeners tell of the background at once")
    func aLostAnswerDoublesNothing() async {
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

    /// O-08/id-at-track: the id is the one that the call answered, whatever becomes of the first sendings.
    @Test("O-08 the id is made when the event is tracked, and stays over retries and restarts")
    func idsAreMadeAtTheCall() async throws {
        var tracker = self.bench.start()
        guard case .recorded(let event) = tracker.track("a") else {
            Issue.record("not recorded")
            return
        }
        self.bench.collector.next(.storeThenCut, .answer(.response(UploadResponse(status: 503))))
        _ = await self.bench.flush(tracker)
        _ = await self.bench.flush(tracker)
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        #expect(await self.bench.flush(tracker).outcome == .complete)
        let sent = self.bench.transport.requests.map { FakeCollector.decode($0)?.map { $0["_id"]?.stringValue } ?? [] }
        #expect(sent == [[event.id], [event.id], [event.id]])
        #expect(self.bench.collector.names == ["a"] && self.bench.collector.duplicates == 1)
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

    @Test("A request that counts as lost is ended, before another one can stand beside it")
    func anOverdueRequestIsEnded() async {
        let silent = Locked(true)
        let transport = ScriptedTransport(scheduler: self.bench.scheduler) { request, _ in
            ScriptedTransport.Reply(silent.withLock { $0 } ? nil : self.bench.collector.receive(request))
        }
        self.bench.surroundings.withLock { $0 = { environment in environment.transport = transport } }
        let tracker = self.bench.start { $0.channel.requestTimeout = .seconds(30) }
        self.track(["a", "b"], with: tracker)
        self.bench.scheduler.advance(by: .seconds(20))
        #expect(transport.requests.count == 1)
        let lost = (transport.requestTimes.first ?? .zero) + .seconds(90)
        self.bench.scheduler.advance(by: lost - .seconds(1) - self.bench.scheduler.uptime)
        #expect(transport.cancelled.isEmpty && transport.requests.count == 1)
        silent.withLock { $0 = false }
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(transport.cancelled == [0])
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.bench.collector.names == ["a", "b"])
        #expect(transport.cancelled == [0])
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
