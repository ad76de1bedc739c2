import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Files that were changed, cut or taken away: the next start goes on, and what was intact survives.
struct DamageTests {
    private static let count = 120

    /// A folder with events: in the journal alone, or moved into the database.
    private func prepared(isDrained: Bool) throws -> TestBench {
        let bench = TestBench()
        bench.collector.always(.answer(.failure("no network")))
        let tracker = bench.start()
        for number in 0..<Self.count { tracker.track("seen", ["n": number]) }
        if isDrained { bench.scheduler.advance(by: .seconds(1)) }
        try FileManager.default.moveItem(atPath: bench.folder, toPath: bench.folder + "-taken")
        try FileManager.default.copyItem(atPath: bench.folder + "-taken", toPath: bench.folder)
        try FileManager.default.removeItem(atPath: bench.folder + "-taken")
        return bench
    }

    /// Changes random places of a file; answers whether a reader can tell: zeros look like a journal's unused end.
    @discardableResult
    private func damage(_ path: String, _ random: inout SplitMix) throws -> Bool {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        guard !bytes.isEmpty else { return false }
        let kind = random.below(5)
        switch kind {
        case 0: bytes.removeSubrange(random.below(bytes.count)...)
        case 1: bytes += (0..<random.below(5_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 2:
            let start = random.below(bytes.count)
            for index in start..<min(bytes.count, start + random.below(9_000)) { bytes[index] = 0 }
        default:
            for _ in 0...random.below(64) { bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255)) }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return kind != 2
    }

    private func files(_ folder: String, like suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }
    }

    /// Starts on the damaged folder, tracks one more, and uploads: no event twice, none changed, the new one there.
    private func check(_ bench: TestBench, _ label: String, isTelling: Bool = true) async {
        bench.collector.always(.store)
        let tracker = bench.start()
        let answer = tracker.track("later", ["n": -1])
        #expect(answer.isRecorded || answer == .held, "\(label): \(answer)")
        bench.scheduler.advance(by: .seconds(10))
        _ = await bench.flush(tracker)
        let events = bench.collector.events
        let numbers = events.filter { $0["event"]?.stringValue == "seen" }
            .compactMap { $0["properties"]?["n"]?.int64Value }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count, "\(label)")
        #expect(numbers.allSatisfy { (0..<Int64(Self.count)).contains($0) }, "\(label)")
        #expect(bench.collector.names.filter { $0 == "later" }.count == 1, "\(label)")
        #expect(bench.collector.undecodable == 0, "\(label)")
        if isTelling, numbers.count < Self.count {
            #expect(!bench.log.withLock { $0 }.isEmpty, "\(label): events were lost without a word")
        }
        await bench.stop(tracker)
    }

    @Test("A journal damaged anywhere, 1,000 times", arguments: 0..<10)
    func journal(part: UInt64) async throws {
        var random = SplitMix(state: 7_000 + part)
        for round in 0..<Self.rounds(1_000) / 10 {
            let bench = try self.prepared(isDrained: false)
            let told = try self.files(bench.folder, like: ".journal").map { try self.damage($0, &random) }
            await self.check(bench, "journal \(part).\(round)", isTelling: !told.contains(false))
        }
    }

    @Test("A database damaged anywhere, 200 times", arguments: 0..<10)
    func database(part: UInt64) async throws {
        var random = SplitMix(state: 9_000 + part)
        for round in 0..<Self.rounds(200) / 10 {
            let bench = try self.prepared(isDrained: true)
            let paths = self.files(bench.folder, like: ".sqlite") + self.files(bench.folder, like: "-wal")
            try self.damage(paths[random.below(paths.count)], &random)
            await self.check(bench, "database \(part).\(round)")
        }
    }

    @Test("A state file damaged anywhere", arguments: 0..<4)
    func state(part: UInt64) async throws {
        var random = SplitMix(state: 11_000 + part)
        for round in 0..<10 {
            let bench = try self.prepared(isDrained: true)
            try self.damage(bench.folder + "/default/state", &random)
            await self.check(bench, "state \(part).\(round)")
        }
    }

    /// `make fuzz` runs all rounds; the short form a fifth.
    private static func rounds(_ all: Int) -> Int {
        ProcessInfo.processInfo.environment["SPOOR_MODEL_RUNS"] == nil ? all / 5 : all
    }

    /// What is taken away while the tracker runs.
    enum Theft: String, CaseIterable, Sendable {
        case database, writeAheadLog, journal, state, lock, folder
    }

    @Test(
        "A file taken away while running: no crash, and events tracked after a restart arrive",
        arguments: Theft.allCases
    )
    func takenAway(theft: Theft) async throws {
        let bench = TestBench()
        let tracker = bench.start()
        for number in 0..<50 { tracker.track("seen", ["n": number]) }
        bench.scheduler.advance(by: .milliseconds(200))
        for number in 50..<60 { tracker.track("seen", ["n": number]) }
        let folder = bench.folder + "/default"
        let paths: [String] =
            switch theft {
            case .database: self.files(folder, like: ".sqlite")
            case .writeAheadLog: self.files(folder, like: "-wal")
            case .journal: self.files(folder, like: ".journal")
            case .state: [folder + "/state"]
            case .lock: [folder + "/lock"]
            case .folder: [folder]
            }
        #expect(!paths.isEmpty)
        for path in paths { try FileManager.default.removeItem(atPath: path) }
        for number in 60..<100 { tracker.track("seen", ["n": number]) }
        bench.scheduler.advance(by: .seconds(20))
        _ = await bench.flush(tracker)
        await bench.stop(tracker)
        let heir = bench.start()
        for number in 100..<120 { heir.track("seen", ["n": number]) }
        bench.scheduler.advance(by: .seconds(20))
        _ = await bench.flush(heir)
        let numbers = bench.collector.events.compactMap { $0["properties"]?["n"]?.int64Value }
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.suffix(20) == Array(100..<120)[...], "\(theft): \(numbers.count) arrived")
        await bench.stop(heir)
    }

    @Test("A second tracker on a folder in use: it says so, takes nothing, and the first goes on")
    func twoOnOneFolder() async {
        let bench = TestBench()
        let first = bench.start()
        first.track("first")
        let second = bench.start()
        #expect(!second.track("second").isRecorded)
        first.track("first")
        bench.scheduler.advance(by: .seconds(1))
        #expect(bench.log.withLock { $0 }.contains { $0.contains("in use") })
        _ = await bench.flush(first)
        #expect(bench.collector.names == ["first", "first"])
        await bench.stop(second)
        await bench.stop(first)
    }

    @Test("A clock set to another age costs nothing and stands in the events", arguments: [0, 2_524_608_000_000])
    func clockOfAnotherAge(milliseconds: Int64) async {
        let bench = TestBench()
        let tracker = bench.start()
        tracker.track("before")
        bench.scheduler.advance(by: .milliseconds(200))
        bench.scheduler.jumpWallClock(byMilliseconds: milliseconds - bench.scheduler.wallMilliseconds)
        tracker.track("during")
        bench.scheduler.advance(by: .milliseconds(200))
        await bench.stop(tracker)
        let heir = bench.start()
        heir.track("after")
        _ = await bench.flush(heir)
        #expect(bench.collector.names == ["before", "during", "after"])
        let times = bench.collector.events.compactMap { $0["time"]?.int64Value }
        #expect(times[1] == milliseconds && times[2] >= milliseconds)
        await bench.stop(heir)
    }
}
