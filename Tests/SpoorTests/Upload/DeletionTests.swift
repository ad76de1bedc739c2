import Spoor
import SpoorChannel
import SpoorSQLite
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

/// O-11: what is deleted is what was sent, whatever comes or goes meanwhile.
struct DeletionTests {
    private let bench = TestBench(answerDelay: .seconds(5))

    /// Leaves events in the database of a closed queue.
    private func leave(_ names: [String]) async {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        self.bench.track(names, with: tracker)
        await self.bench.stop(tracker)
    }

    /// O-11/unreadable-row.
    @Test("O-11 an unreadable row is set aside once; after the first request exactly B and C are gone")
    func anUnreadableRowIsHandledOnce() async throws {
        await self.leave(["a", "b", "c", "d"])
        try self.bench.atRest { connection in
            try connection.execute("UPDATE meta SET bytes = x'7b22ff7d' WHERE seq = (SELECT min(seq) FROM meta)")
        }
        let tracker = self.bench.start { $0.channel.initialBatchCount = 2 }
        self.bench.scheduler.settle()
        #expect(self.bench.sentNames == [["b", "c"]])
        self.bench.scheduler.advance(by: .seconds(5))
        #expect(self.bench.sentNames == [["b", "c"], ["d"]])
        #expect(try await self.bench.queue(of: tracker).count == 1)
        self.bench.scheduler.advance(by: .seconds(5))
        #expect(self.bench.collector.names == ["b", "c", "d"])
        let letters = try await self.bench.letters(of: tracker)
        #expect(letters.count == 1 && letters.first?.reason.contains("damaged") == true)
        #expect(try await self.bench.status(of: tracker).waiting == 0)
        await self.bench.stop(tracker)
    }

    /// O-11/unreadable-row.
    @Test(
        "O-11 a row whose bytes are no UTF-8 never travels, although it is the shape of JSON",
        arguments: ["ff", "c0af", "c3", "eda080", "e282", "f4908080", "f0808080", "80", "e0808080"]
    )
    func aRowThatIsNoTextNeverTravels(bytes: String) async throws {
        await self.leave(["a", "b"])
        try self.bench.atRest { connection in
            try connection.execute(
                """
                UPDATE meta SET bytes = CAST('{"event":"' AS BLOB) || x'\(bytes)' || CAST('"}' AS BLOB)
                WHERE seq = (SELECT min(seq) FROM meta)
                """
            )
        }
        let tracker = self.bench.start()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["b"] && self.bench.collector.undecodable == 0)
        #expect(try await self.bench.letters(of: tracker).count == 1)
        await self.bench.stop(tracker)
    }

    /// O-11/insert-in-flight.
    @Test("O-11 rows that come while the request is under way stay, and follow")
    func rowsThatComeInFlightStay() async throws {
        await self.leave(["a", "b"])
        let tracker = self.bench.start()
        self.bench.scheduler.settle()
        self.bench.track(["c", "d"], with: tracker)
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(self.bench.sentNames == [["a", "b"]])
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.bench.sentNames == [["a", "b"], ["c", "d"]])
        #expect(self.bench.collector.names == ["a", "b", "c", "d"] && self.bench.collector.duplicates == 0)
        #expect(try await self.bench.status(of: tracker).waiting == 0)
        await self.bench.stop(tracker)
    }

    /// O-11/trim-in-flight.
    @Test(
        "O-11 rows trimmed by the cap while the request is under way: nothing sent remains, nothing unsent goes with it"
    )
    func rowsTrimmedInFlight() async throws {
        await self.leave((1...100).map { "e\($0)" })
        let tracker = self.bench.start { $0.channel.maxStoredRecords = 100 }
        self.bench.scheduler.settle()
        #expect(self.bench.sentNames == [(1...50).map { "e\($0)" }])
        self.bench.track((101...130).map { "e\($0)" }, with: tracker)
        self.bench.scheduler.advance(by: .seconds(1))
        // 130 are 30 too many: the oldest that are not under way went.
        #expect(try await self.bench.status(of: tracker).waiting == 100)
        self.bench.collector.always(.answer(.failure("offline")))
        self.bench.scheduler.advance(by: .seconds(4))
        await self.bench.stop(tracker)
        #expect(try self.bench.namesAtRest() == (81...130).map { "e\($0)" })
        #expect(self.bench.collector.names == (1...50).map { "e\($0)" })
    }

    /// O-11/locked-device.
    @Test("O-11 a queue that is unreadable only now, because the device is locked, is kept whole")
    func aLockedQueueIsKept() async throws {
        await self.leave(["a", "b", "c", "d"])
        let files = ManualFiles()
        files.mood.withLock { $0.isLocked = true }
        let tracker = self.bench.start(adjusting: { $0.files = files })
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(tracker.track("e") == .held)
        #expect(self.bench.transport.requests.isEmpty)
        files.unlock()
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.bench.collector.names == ["a", "b", "c", "d", "e"])
        #expect(try await self.bench.letters(of: tracker) == [])
        await self.bench.stop(tracker)
    }
}
