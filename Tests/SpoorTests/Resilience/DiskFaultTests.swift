import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// A disk that is full or may not be written, for real.
@Suite(.enabled(if: SmallDisk.isAvailable, "this machine lets nobody mount a file system"))
struct DiskFaultTests {
    private let bench = TestBench()
    private let disk: SmallDisk

    init() throws { self.disk = try SmallDisk(megabytes: 6) }

    private func start(cap: Int = 1 << 20) -> Tracker {
        let path = self.disk.path
        return self.bench.start {
            $0.folder = path
            $0.journalCapBytes = cap
        }
    }

    /// Tracks numbered events of about 700 bytes; answers which were taken.
    private func track(_ tracker: Tracker, _ numbers: Range<Int>) -> [Int] {
        let text = String(repeating: "x", count: 500)
        return numbers.filter { number in
            let answer = tracker.track("seen", ["n": number, "text": text])
            return answer.isRecorded || answer == .held
        }
    }

    private var arrived: [Int] {
        self.bench.collector.events.compactMap { $0["properties"]?["n"]?.int64Value.map { Int($0) } }
    }

    @Test("A disk that fills up while events come: each is answered truly, and what was taken arrives once, in order")
    func fillingUp() async {
        let tracker = self.start()
        self.bench.collector.always(.answer(.failure("no network")))
        var taken = self.track(tracker, 0..<200)
        #expect(taken.count == 200)
        self.bench.scheduler.advance(by: .seconds(1))
        self.disk.fill()
        taken += self.track(tracker, 200..<4_000)
        #expect(taken.count < 4_000, "nothing was refused on a full disk with a journal of 1 MiB")
        self.bench.scheduler.advance(by: .seconds(30))
        self.disk.empty()
        self.bench.scheduler.advance(by: .seconds(30))
        taken += self.track(tracker, 4_000..<4_100)
        #expect(taken.suffix(100) == Array(4_000..<4_100)[...])
        self.bench.collector.always(.store)
        _ = await self.bench.flush(tracker)
        #expect(self.arrived == taken)
        #expect(!self.bench.log.withLock { $0 }.isEmpty)
        await self.bench.stop(tracker)
    }

    @Test("A process killed on a full disk leaves everything it answered as recorded")
    func killedWhileFull() async throws {
        let tracker = self.start()
        self.bench.collector.always(.answer(.failure("no network")))
        self.disk.fill()
        var recorded: [Int] = []
        let text = String(repeating: "x", count: 500)
        for number in 0..<2_000 where tracker.track("seen", ["n": number, "text": text]).isRecorded {
            recorded.append(number)
        }
        self.bench.scheduler.advance(by: .seconds(2))
        try FileManager.default.copyItem(atPath: self.disk.path + "/default", toPath: self.bench.folder + "/default")
        self.bench.collector.always(.store)
        let heir = self.bench.start()
        _ = await self.bench.flush(heir)
        #expect(self.arrived.filter { recorded.contains($0) } == recorded)
        #expect(Set(self.arrived).count == self.arrived.count)
        await self.bench.stop(heir)
        await self.bench.stop(tracker)
    }

    @Test("A tracker started on a full disk holds events until there is room")
    func startedFull() async {
        self.disk.fill()
        let tracker = self.start()
        let taken = self.track(tracker, 0..<50)
        #expect(taken == Array(0..<50))
        self.bench.scheduler.advance(by: .seconds(20))
        #expect(self.arrived.isEmpty)
        self.disk.empty()
        self.bench.scheduler.advance(by: .seconds(20))
        _ = await self.bench.flush(tracker)
        #expect(self.arrived == taken)
        await self.bench.stop(tracker)
    }

    /// Leaves events that could not be uploaded, and a disk without room.
    private func leaveQueue(_ numbers: Range<Int>) async {
        let tracker = self.start()
        self.bench.collector.always(.answer(.failure("no network")))
        #expect(self.track(tracker, numbers) == Array(numbers))
        self.bench.scheduler.advance(by: .seconds(1))
        await self.bench.stop(tracker)
        self.bench.collector.always(.store)
        self.disk.fill()
    }

    @Test(
        "A tracker started on a full disk uploads what waits there, each event once, and deletes it when there is room"
    )
    func startedFullWithAQueue() async throws {
        await self.leaveQueue(0..<500)
        let tracker = self.start()
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.arrived == Array(0..<500))
        #expect(try await self.bench.status(of: tracker).delivered == 500)
        let taken = self.track(tracker, 500..<520)
        #expect(taken.count == 20)
        self.disk.empty()
        self.bench.scheduler.advance(by: .seconds(60))
        _ = await self.bench.flush(tracker)
        #expect(self.arrived == Array(0..<520))
        #expect(self.bench.collector.duplicates == 0)
        #expect(try await self.bench.status(of: tracker).waiting == 0)
        await self.bench.stop(tracker)
        let heir = self.start()
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.bench.collector.duplicates == 0)
        await self.bench.stop(heir)
    }

    @Test(
        "What is held in memory on a disk that stays full is counted and said at the end; what was delivered is known"
    )
    func fullToTheEnd() async throws {
        await self.leaveQueue(0..<100)
        let tracker = self.start()
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.arrived == Array(0..<100))
        let answers = (100..<120).map { tracker.track("seen", ["n": $0]) }
        #expect(answers.allSatisfy { $0 == .held })
        await self.bench.stop(tracker)
        let log = self.bench.log.withLock { $0 }
        #expect(log.contains { $0.hasPrefix("20 events were held in memory and are lost") })
        #expect(log.contains { $0.hasPrefix("100 events that the server has answered could not be deleted") })
        #expect(try await self.bench.status(of: tracker).lost == 20)
        self.disk.empty()
        let heir = self.start()
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(self.arrived == Array(0..<100) && self.bench.collector.duplicates == 100)
        #expect(try await self.bench.status(of: heir).waiting == 0)
        await self.bench.stop(heir)
    }

    @Test("A folder that may only be read: events are held, the log says so, and writing again saves them")
    func readOnly() async throws {
        try #require(self.disk.setReadOnly(true))
        let tracker = self.start()
        let taken = self.track(tracker, 0..<50)
        self.bench.scheduler.advance(by: .seconds(20))
        #expect(self.bench.log.withLock { $0 }.contains { $0.contains("cannot be") })
        try #require(self.disk.setReadOnly(false))
        self.bench.scheduler.advance(by: .seconds(20))
        _ = await self.bench.flush(tracker)
        #expect(taken.count == 50 && self.arrived == taken)
        await self.bench.stop(tracker)
    }
}
