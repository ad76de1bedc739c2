import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// O-07: one event the server refuses.
struct PoisonTests {
    private let bench = TestBench()
    private static let good = (1...50).filter { $0 != 17 }.map { "e\($0)" }

    private func trackFifty(with tracker: Tracker) {
        self.bench.track((1...50).map { $0 == 17 ? "bad" : "e\($0)" }, with: tracker)
    }

    /// O-07/isolated, O-07/request-bound, O-07/adding, O-07/restart, O-07/spacing: the restart comes in the middle of the
    /// search, or of the ten minutes.
    @Test("O-07 one refused event of fifty: the others arrive once, in order, over a restart", arguments: [4, 300])
    func oneRefusedEventBlocksNobody(restart: Int) async throws {
        self.bench.collector.always(.refuseBatchWith(event: "bad"))
        var tracker = self.bench.start { $0.channel.bulkSize = 50 }
        self.trackFifty(with: tracker)
        for second in 0..<600 {
            if second == restart {
                await self.bench.stop(tracker)
                tracker = self.bench.start()
            }
            self.bench.track(["n\(second)"], with: tracker)
            self.bench.scheduler.advance(by: .seconds(1))
        }
        let expected = Self.good + (0..<600).map { "n\($0)" }
        await self.bench.pump { self.bench.collector.names.count == expected.count }
        #expect(self.bench.collector.names == expected)
        #expect(self.bench.collector.duplicates == 0)
        let status = try await self.bench.status(of: tracker)
        #expect(status.waiting == 0 && status.deadLetters == 1)
        try self.checkSearch()
        await self.bench.stop(tracker)
        // The one that was given up stays given up, also in the next run.
        let next = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(60))
        let letters = try await self.bench.letters(of: next)
        #expect(letters.map { $0.json.contains(#""event":"bad""#) } == [true])
        #expect(self.bench.sentNames.filter { $0 == ["bad"] }.count == 1)
        await self.bench.stop(next)
    }

    /// From the first refusal to the lone try: few requests, and none closer to the next than the shortest back-off.
    private func checkSearch() throws {
        let sent = self.bench.sentNames
        let first = try #require(sent.firstIndex { $0.contains("bad") })
        let alone = try #require(sent.firstIndex { $0 == ["bad"] })
        #expect(alone - first + 1 <= 13)
        for distance in self.bench.distances[first...alone] { #expect(distance >= .seconds(1)) }
    }

    /// O-07/named-index.
    @Test("O-07 where the server names the index, no search is needed")
    func namedIndexesNeedNoSearch() async throws {
        self.bench.collector.always(.refuseBatchNaming(event: "bad"))
        let tracker = self.bench.start()
        self.trackFifty(with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == Self.good)
        #expect(self.bench.transport.requests.count == 2)
        let letters = try await self.bench.letters(of: tracker)
        #expect(letters.map(\.status) == [422])
        await self.bench.stop(tracker)
    }

    /// O-07/auth-not-poison.
    @Test("O-07 refusing everything is not poison: nothing is deleted", arguments: [400, 401, 403, 404, 422])
    func aServerThatRefusesEverythingCostsNothing(status: Int) async throws {
        self.bench.collector.always(.answer(.response(UploadResponse(status: status))))
        var tracker = self.bench.start()
        self.trackFifty(with: tracker)
        self.bench.scheduler.advance(by: .seconds(600))
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(600))
        let times = self.bench.transport.requestTimes
        let (early, late) = (times.filter { $0 < .seconds(600) }.count, times.filter { $0 >= .seconds(600) }.count)
        #expect(early < 120 && late < early / 2)
        for distance in self.bench.distances { #expect(distance >= .milliseconds(999)) }
        let kept = try await self.bench.status(of: tracker)
        #expect(kept.waiting == 50 && kept.deadLetters == 0)
        self.bench.collector.always(.store)
        self.bench.scheduler.advance(by: .seconds(600))
        // Where the server changed its mind between two tries, the one that was in doubt comes last.
        #expect(Set(self.bench.collector.names) == Set((1...50).map { $0 == 17 ? "bad" : "e\($0)" }))
        #expect(self.bench.collector.names.count == 50 && self.bench.collector.names[1...48].contains("bad"))
        #expect(try await self.bench.letters(of: tracker) == [])
        await self.bench.stop(tracker)
    }

    /// O-07/restart: the app is ended again and again, a second and a half after each start: it still gets rid of the event.
    @Test("O-07 the search for the refused event survives restarts")
    func anAppThatEndsOftenGetsRidOfIt() async throws {
        self.bench.collector.always(.refuseBatchWith(event: "bad"))
        var tracker = self.bench.start()
        self.trackFifty(with: tracker)
        for _ in 0..<40 where self.bench.collector.names.count < 49 {
            _ = await self.bench.flush(tracker, atMost: .milliseconds(2_500))
            await self.bench.stop(tracker)
            tracker = self.bench.start()
        }
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(self.bench.collector.names == Self.good)
        #expect(try await self.bench.status(of: tracker).deadLetters == 1)
        await self.bench.stop(tracker)
    }
}

extension TestBench {
    /// Flushes, and lets at most this much virtual time pass, whether or not that is enough.
    func flush(_ tracker: Tracker, atMost limit: Duration) async -> FlushReport? {
        let done = Locked<FlushReport?>(nil)
        Task {
            let report = await tracker.flush()
            done.withLock { $0 = report }
        }
        // The task has to reach the channel's queue before time passes.
        for _ in 0..<200 { await Task.yield() }
        self.scheduler.advance(by: limit)
        return done.withLock { $0 }
    }
}
