import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What was set aside can be looked at, written out, sent again and deleted.
struct DeadLetterTests {
    private let bench = TestBench()

    /// A tracker with two dead letters, among events that arrived.
    private func trackerWithTwo() async -> Tracker {
        self.bench.collector.always(.rejectEvents(named: "bad"))
        let tracker = self.bench.start()
        for index in 1...2 {
            self.bench.track(["a"], with: tracker)
            tracker.track("bad", ["number": index])
        }
        #expect(await self.bench.flush(tracker).rejected == 2)
        return tracker
    }

    @Test func theyAreListedWithTheirReason() async throws {
        let tracker = await self.trackerWithTwo()
        let letters = try await self.bench.letters(of: tracker)
        #expect(letters.count == 2 && letters.map(\.id) == letters.map(\.id).sorted(by: >))
        let newest = try #require(letters.first)
        #expect(newest.eventID?.hasSuffix("-\(newest.id)") == true)
        #expect(newest.status == 200 && newest.recordClass == "tracked")
        #expect(newest.reason.contains("refused") && newest.bytes == newest.json.utf8.count)
        #expect(newest.recordedMilliseconds >= 1_772_712_000_000)
        #expect(newest.setAsideMilliseconds >= newest.recordedMilliseconds)
        #expect(try JSONValue(parsing: newest.json)["properties"]?["number"] == 2)
        #expect(try await self.bench.ask { await tracker.deadLetters(limit: 1) } == [newest])
        await self.bench.stop(tracker)
    }

    @Test func theyAreWrittenOutOldestFirst() async throws {
        let tracker = await self.trackerWithTwo()
        let path = self.bench.folder + "/letters.jsonl"
        #expect(try await self.bench.ask { try await tracker.exportDeadLetters(to: path) } == 2)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
        #expect(lines.map { $0["event"]?["properties"]?["number"]?.int64Value } == [1, 2])
        #expect(lines.allSatisfy { $0["reason"]?.stringValue?.isEmpty == false && $0["class"] == "tracked" })
        // They stay.
        #expect(try await self.bench.status(of: tracker).deadLetters == 2)
        let error = await #expect(throws: ChannelError.self) {
            try await self.bench.ask { try await tracker.exportDeadLetters(to: "/nowhere/at/all/file") }
        }
        #expect(error?.description.contains("/nowhere/at/all/file") == true)
        await self.bench.stop(tracker)
    }

    @Test(arguments: [nil, 1])
    func theyAreSentAgainUnderTheirOwnIDsInOrder(only: Int?) async throws {
        let tracker = await self.trackerWithTwo()
        let letters = try await self.bench.letters(of: tracker).reversed()
        let ids = only.map { letters.prefix($0).map(\.id) }
        self.bench.collector.always(.store)
        self.bench.track(["later"], with: tracker)
        #expect(try await self.bench.ask { await tracker.resendDeadLetters(ids) } == only ?? 2)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        let expected = letters.prefix(only ?? 2).map(\.eventID)
        let arrived = self.bench.collector.events.filter { $0["event"] == "bad" }.map { $0["_id"]?.stringValue }
        #expect(arrived == Array(expected))
        #expect(self.bench.collector.names.last == "later" && self.bench.collector.duplicates == 0)
        #expect(try await self.bench.status(of: tracker).deadLetters == 2 - expected.count)
        await self.bench.stop(tracker)
    }

    @Test func theyAreDeletedOneByOneOrAll() async throws {
        let tracker = await self.trackerWithTwo()
        let letters = try await self.bench.letters(of: tracker)
        let first = try #require(letters.last)
        #expect(try await self.bench.ask { await tracker.purgeDeadLetters([first.id, 999]) } == 1)
        #expect(try await self.bench.letters(of: tracker).map(\.id) == [letters[0].id])
        #expect(try await self.bench.ask { await tracker.purgeDeadLetters() } == 1)
        #expect(try await self.bench.status(of: tracker).deadLetters == 0)
        await self.bench.stop(tracker)
    }

    @Test("never more than 1000 lie there: the oldest go at once, count as lost, and that is said once")
    func theyAreNeverMoreThanIsKept() async throws {
        self.bench.collector.always(.rejectEvents(named: "bad"))
        let tracker = self.bench.start { configuration in
            configuration.journalSegmentBytes = 1 << 20
            configuration.channel.maxBatchCount = 50
        }
        for index in 1...1_060 { #expect(tracker.track("bad", ["number": index]).isRecorded) }
        #expect(await self.bench.flush(tracker).rejected == 1_060)
        // Nothing is recorded afterwards: no drain is there to do it.
        let status = try await self.bench.status(of: tracker)
        #expect(status.deadLetters == 1_000 && status.lost == 60 && status.rejected == 1_060)
        #expect(try await self.bench.queue(of: tracker).losses == ["dead_letters_full": 60])
        #expect(self.bench.warnings("more dead letters than are kept") == 1)
        let oldest = try #require(try await self.bench.ask { await tracker.deadLetters(limit: 2_000) }.last)
        #expect(try JSONValue(parsing: oldest.json)["properties"]?["number"] == 61)
        await self.bench.stop(tracker)
    }
}
