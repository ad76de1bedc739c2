import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Files that were changed, cut or taken away: the next start goes on, and what was intact survives.
struct DamageTests {
    static let count = 120

    /// A folder with events: in the journal alone, moved into the database and its log, or in the database's file.
    enum Place: CaseIterable, Sendable { case journal, writeAheadLog, database }

    func prepared(_ place: Place, hasPerson: Bool = false) async throws -> TestBench {
        let bench = TestBench()
        bench.collector.always(.answer(.failure("no network")))
        let tracker = bench.start { if hasPerson { $0.anonymousID = "visitor" } }
        if hasPerson {
            tracker.login("ann")
            tracker.setConsent(.location, granted: false)
            bench.scheduler.advance(by: .seconds(1))
        }
        for number in 0..<Self.count { tracker.track("seen", ["n": number]) }
        if place != .journal { bench.scheduler.advance(by: .seconds(1)) }
        // An orderly end moves the log into the database's file.
        if place == .database { await bench.stop(tracker) }
        try FileManager.default.moveItem(atPath: bench.folder, toPath: bench.folder + "-taken")
        try FileManager.default.copyItem(atPath: bench.folder + "-taken", toPath: bench.folder)
        try FileManager.default.removeItem(atPath: bench.folder + "-taken")
        return bench
    }

    /// Starts on the damaged folder, tracks one more, and uploads: no event twice, none changed, the new one there.
    ///
    /// At most `mostLost` events may be missing. Where a reader can tell the damage (`isTelling`) a loss must be said, and
    /// where it can be counted (`isCounted`) the server and the app must be told the exact number, `besides` what is lost
    /// beside the events. Where the state is kept (`keepsState`) it must name the person of before, and what was refused.
    func check(
        _ bench: TestBench,
        _ label: String,
        mostLost: Int,
        isTelling: Bool = true,
        isCounted: Bool = false,
        besides: Int = 0,
        keepsState: Bool = false
    ) async throws {
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
        let lost = Self.count - numbers.count
        #expect(lost <= mostLost, "\(label): of \(Self.count) events \(lost) are lost")
        if isTelling, lost > 0 {
            #expect(bench.warnings("damaged") > 0, "\(label): \(lost) events were lost without a word")
        }
        if isCounted {
            let status = try await bench.status(of: tracker)
            #expect(status.lost == lost + besides, "\(label): status tells another number")
            let told = bench.events("$SpoorLosses").compactMap { $0["properties"]?["lost_damaged"]?.int64Value }.reduce(
                0,
                +
            )
            // What is found while uploading is told by the next report.
            let queue = try await bench.queue(of: tracker)
            #expect(
                Int(told) + (queue.losses["damaged"] ?? 0) == lost + besides,
                "\(label): miscounted \(bench.events("$SpoorLosses"))"
            )
        }
        if keepsState {
            #expect(tracker.consent(for: .location) == .denied, "\(label)")
            #expect(tracker.loginID == "ann" && tracker.anonymousID == "visitor", "\(label)")
        }
        await bench.stop(tracker)
    }

    @Test("A journal damaged anywhere (200 times in the short form, 1,000 in the long)", arguments: 0..<10)
    func journal(part: UInt64) async throws {
        var random = SeededGenerator(seed: 7_000 + part)
        for round in 0..<Self.rounds(1_000) / 10 {
            let bench = try await self.prepared(.journal)
            let damages = try bench.files(like: ".journal").map { try Damage.inflict(on: $0, &random) }
            #expect(!damages.isEmpty)
            try await self.check(
                bench,
                "journal \(part).\(round) \(damages)",
                mostLost: damages.map(\.mostLost).reduce(0, +),
                isTelling: damages.allSatisfy(\.isTelling)
            )
        }
    }

    @Test("A database damaged anywhere (40 times in the short form, 200 in the long)", arguments: 0..<10)
    func database(part: UInt64) async throws {
        var random = SeededGenerator(seed: 9_000 + part)
        for round in 0..<Self.rounds(200) / 10 {
            let bench = try await self.prepared(round.isMultiple(of: 2) ? .writeAheadLog : .database)
            let paths = bench.files(like: ".sqlite") + bench.files(like: "-wal")
            let path = paths[random.below(paths.count)]
            let damage = try Damage.inflict(on: path, &random)
            // The log's first frame takes everything along; what is added takes nothing.
            try await self.check(
                bench,
                "database \(part).\(round) \(damage)",
                mostLost: path.hasSuffix("-wal") && !damage.isAddition ? Self.count : damage.mostLost,
                isCounted: true
            )
        }
    }

    /// A log that is damaged makes an older database of the one it belongs to, which is intact.
    @Test("A log damaged anywhere (40 times in the short form, 200 in the long): lost is counted", arguments: 0..<10)
    func writeAheadLog(part: UInt64) async throws {
        var random = SeededGenerator(seed: 12_000 + part)
        for round in 0..<Self.rounds(200) / 10 {
            let bench = try await self.prepared(.writeAheadLog)
            let path = try #require(bench.files(like: "-wal").first)
            let damage = try Damage.inflict(on: path, &random)
            try await self.check(
                bench,
                "log \(part).\(round) \(damage)",
                mostLost: damage.isAddition ? 0 : Self.count,
                isCounted: true
            )
        }
    }

    @Test("An event of which a letter was changed on the disk is not sent, but counted: the others are sent")
    func oneLetter() async throws {
        let bench = try await self.prepared(.database)
        let path = try #require(bench.files(like: "records.sqlite").first)
        // Still an event, and a wrong one.
        try Damage.rename("\"n\":57", to: "\"n\":11", in: path)
        try await self.check(bench, "letter", mostLost: 1, isCounted: true)
        let tracker = bench.start()
        let letters = try await bench.letters(of: tracker)
        #expect(letters.map(\.isDamaged) == [true])
        #expect(letters.first?.reason.contains("damaged on the device") == true)
        #expect(letters.first?.line.contains("\"damaged\":true") == true)
        #expect(bench.warnings("damaged on the device") == 1)
        // Put back by hand it does not travel either, and is not counted again.
        #expect(try await bench.ask { await tracker.resendDeadLetters() } == 1)
        _ = await bench.flush(tracker)
        let status = try await bench.status(of: tracker)
        #expect(status.lost == 0 && status.rejected == 0 && status.deadLetters == 1)
        #expect(bench.events("$SpoorLosses").count == 1)
        await bench.stop(tracker)
    }

    @Test("Two events of the journal that were changed on the disk are counted, in the status too")
    func journalIsCounted() async throws {
        let bench = try await self.prepared(.journal)
        let path = try #require(
            bench.files(like: ".journal").first { path in
                FileManager.default.contents(atPath: path)?.range(of: Data("\"n\":57".utf8)) != nil
            }
        )
        try Damage.rename("\"n\":57", to: "\"n\":11", in: path)
        try Damage.rename("\"n\":58", to: "\"n\":12", in: path)
        try await self.check(bench, "journal", mostLost: 2, isCounted: true)
    }

    @Test("A journal's file whose header is all zeros: its events survive")
    func zeroedHeader() async throws {
        let bench = try await self.prepared(.journal)
        for path in bench.files(like: ".journal") {
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            bytes.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
        try await self.check(bench, "header", mostLost: 0, isCounted: true)
        #expect(bench.warnings("journal was damaged") == 1)
    }

    @Test("A database whose schema names another column is taken for damaged: the events survive")
    func schema() async throws {
        let bench = try await self.prepared(.database)
        let path = try #require(bench.files(like: "records.sqlite").first)
        try Damage.rename("set_aside", to: "set_asidf", in: path)
        // SQLite's quick check passes such a schema; what is asked of the table would fail for good.
        let tracker = bench.start()
        _ = try await bench.letters(of: tracker)
        #expect(bench.warnings("cannot be read") == 0)
        await bench.stop(tracker)
        try await self.check(bench, "schema", mostLost: 0)
    }

    /// A page that cannot be read costs its own events; those before and behind it are read around it.
    @Test("A database with one to three unreadable pages of events: the others survive", arguments: 0..<4)
    func pages(part: UInt64) async throws {
        var random = SeededGenerator(seed: 10_000 + part)
        for round in 0..<Self.rounds(100) / 4 {
            let bench = try await self.prepared(.database)
            let path = try #require(bench.files(like: "records.sqlite").first)
            let damage = try Damage.spoilPages(1 + random.below(3), of: path, &random)
            try await self.check(
                bench,
                "pages \(part).\(round) \(damage)",
                mostLost: damage.mostLost,
                isCounted: true
            )
        }
    }

    /// What happens to a whole database.
    enum Ruin: String, CaseIterable, Sendable {
        case random, empty, removed
    }

    @Test(
        "A whole database overwritten, emptied or removed: lost is counted, and said once",
        arguments: Ruin.allCases,
        [false, true]
    )
    func wholeDatabase(ruin: Ruin, hasLog: Bool) async throws {
        var random = SeededGenerator(seed: 13_000)
        let bench = try await self.prepared(hasLog ? .writeAheadLog : .database, hasPerson: true)
        // A log that is whole would mend the database.
        for path in bench.files(like: "records.sqlite") + bench.files(like: "-wal") {
            let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
            let noise = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            switch ruin {
            case .random: try Data(noise).write(to: URL(fileURLWithPath: path))
            case .empty: try Data().write(to: URL(fileURLWithPath: path))
            case .removed: try FileManager.default.removeItem(atPath: path)
            }
        }
        try await self.check(
            bench,
            "\(ruin) \(hasLog)",
            mostLost: Self.count,
            isCounted: true,
            besides: 1,
            keepsState: true
        )
        #expect(bench.warnings("are lost") == 1)
        #expect(bench.events("$SpoorLosses").count == 1)
    }

    @Test("A state file damaged anywhere: no event is lost, nor who was recorded and what was chosen", arguments: 0..<4)
    func state(part: UInt64) async throws {
        var random = SeededGenerator(seed: 11_000 + part)
        for round in 0..<10 {
            let bench = try await self.prepared(.writeAheadLog, hasPerson: true)
            try Damage.inflict(on: bench.folder + "/default/state", &random)
            try await self.check(bench, "state \(part).\(round)", mostLost: 0, keepsState: true)
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
            case .database: bench.files(like: ".sqlite")
            case .writeAheadLog: bench.files(like: "-wal")
            case .journal: bench.files(like: ".journal")
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
