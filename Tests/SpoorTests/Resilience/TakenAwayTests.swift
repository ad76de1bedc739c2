import Foundation
import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// Files that go while the tracker runs, which is then killed: what was answered "recorded" arrives, or is counted.
struct TakenAwayTests {
    /// What happens to which files.
    enum Theft: String, CaseIterable, Sendable {
        case database, databaseEmptied, databaseReplaced, writeAheadLog, writeAheadLogEmptied, both, bothEmptied
        case journal, journalFolder, ledger, ledgerEmptied, state, stateEmptied, everyState, lock, folder, content

        /// Whether what the files held can be read on: nothing is lost then.
        var isHarmless: Bool { self != .writeAheadLogEmptied && self != .bothEmptied }
    }

    private func steal(_ theft: Theft, from folder: String) throws {
        let files = FileManager.default
        func remove(_ names: String...) throws {
            for name in names { try files.removeItem(atPath: "\(folder)/\(name)") }
        }
        // In place, as a shell's redirection does.
        func empty(_ names: String...) throws {
            for name in names {
                let handle = try #require(FileHandle(forWritingAtPath: "\(folder)/\(name)"))
                try handle.truncate(atOffset: 0)
                try handle.close()
            }
        }
        let log = "records.sqlite-wal"
        switch theft {
        case .database: try remove("records.sqlite")
        case .databaseEmptied: try empty("records.sqlite")
        case .databaseReplaced:
            try remove("records.sqlite")
            try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: "\(folder)/records.sqlite"))
        case .writeAheadLog: try remove(log)
        case .writeAheadLogEmptied: try empty(log)
        case .both: try remove("records.sqlite", log)
        case .bothEmptied: try empty("records.sqlite", log)
        case .journal:
            for name in try files.contentsOfDirectory(atPath: "\(folder)/journal") { try remove("journal/\(name)") }
        case .journalFolder: try remove("journal")
        case .ledger: try remove("records.ledger")
        case .ledgerEmptied: try empty("records.ledger")
        case .state: try remove("state")
        case .stateEmptied: try empty("state")
        case .everyState: try remove("state", "state.copy")
        case .lock: try remove("lock")
        case .folder: try files.removeItem(atPath: folder)
        case .content: for name in try files.contentsOfDirectory(atPath: folder) { try remove(name) }
        }
    }

    /// Puts a copy in the folder's place, as a process that is killed now leaves it.
    private func killed(_ bench: TestBench) throws {
        bench.scheduler.forgetWork()
        let files = FileManager.default
        try files.moveItem(atPath: bench.folder, toPath: bench.folder + "-killed")
        try files.copyItem(atPath: bench.folder + "-killed", toPath: bench.folder)
        try files.removeItem(atPath: bench.folder + "-killed")
    }

    @Test(
        "A file taken away or emptied in use, then a kill: each event arrives or is counted",
        arguments: Theft.allCases
    )
    func eachEventArrivesOrIsCounted(theft: Theft) async throws {
        let bench = TestBench()
        bench.collector.always(.answer(.failure("no network")))
        let tracker = bench.start()
        tracker.login("ann")
        tracker.setConsent(.location, granted: false)
        // What was taken back is deleted, which empties the log.
        bench.scheduler.advance(by: .seconds(1))
        for number in 0..<50 { #expect(tracker.track("seen", ["n": number]).isRecorded) }
        bench.scheduler.advance(by: .milliseconds(200))
        let visitor = tracker.anonymousID
        for number in 50..<60 { #expect(tracker.track("seen", ["n": number]).isRecorded) }
        try self.steal(theft, from: bench.folder + "/default")
        for number in 60..<100 { #expect(tracker.track("seen", ["n": number]).isRecorded) }
        bench.scheduler.advance(by: .seconds(2))
        #expect(bench.warnings("removed, replaced or cut") == 1, "\(bench.log.withLock { $0 })")
        // These lie in the journal alone.
        for number in 100..<110 { #expect(tracker.track("seen", ["n": number]).isRecorded) }
        try self.killed(bench)

        bench.collector.always(.store)
        let heir = bench.start()
        bench.scheduler.advance(by: .seconds(20))
        _ = await bench.flush(heir)
        let numbers = bench.events("seen").compactMap { $0["properties"]?["n"]?.int64Value }
        #expect(Set(numbers).count == numbers.count && numbers == numbers.sorted())
        let told = bench.events("$SpoorLosses").compactMap { $0["properties"]?["lost_damaged"]?.int64Value }
        // The loss may take along what is recorded beside the events: the login.
        #expect(numbers.count + Int(told.reduce(0, +)) >= 110, "\(numbers.count) arrived, \(told) told")
        #expect(numbers.suffix(60) == Array(50..<110)[...], "\(numbers)")
        if theft.isHarmless { #expect(numbers.count == 110 && told == [], "\(numbers.count) arrived, \(told) told") }
        #expect(heir.loginID == "ann" && heir.anonymousID == visitor)
        #expect(heir.consent(for: .location) == .denied)
        #expect(!bench.log.withLock { $0 }.contains { $0.contains("in use by another") })
        await bench.stop(heir)
        withExtendedLifetime(tracker) {}
    }

    @Test(
        "What is being uploaded while the database is taken away is not sent again",
        arguments: [Theft.database, .folder]
    )
    func whatIsUnderWayIsSettled(theft: Theft) async throws {
        let bench = TestBench(answerDelay: .seconds(3))
        let tracker = bench.start()
        for number in 0..<20 { tracker.track("seen", ["n": number]) }
        for _ in 0..<600 where bench.transport.requests.isEmpty { bench.scheduler.advance(by: .milliseconds(100)) }
        #expect(bench.transport.requests.count == 1)
        try self.steal(theft, from: bench.folder + "/default")
        for number in 20..<30 { tracker.track("seen", ["n": number]) }
        bench.scheduler.advance(by: .seconds(30))
        _ = await bench.flush(tracker)
        let numbers = bench.events("seen").compactMap { $0["properties"]?["n"]?.int64Value }
        #expect(numbers == Array(0..<30))
        #expect(bench.collector.duplicates == 0)
        await bench.stop(tracker)
    }

    @Test("A folder that somebody else has opened meanwhile is left to them")
    func aFolderOfSomebodyElseIsLeftAlone() async throws {
        let bench = TestBench()
        bench.collector.always(.answer(.failure("no network")))
        let first = bench.start()
        first.track("first")
        bench.scheduler.advance(by: .seconds(1))
        try self.steal(.folder, from: bench.folder + "/default")
        let second = bench.start()
        bench.scheduler.advance(by: .milliseconds(10))
        #expect(second.track("second").isRecorded)
        first.track("first")
        bench.scheduler.advance(by: .seconds(2))
        #expect(bench.warnings("in use by another") > 0)
        bench.collector.always(.store)
        bench.scheduler.advance(by: .seconds(20))
        _ = await bench.flush(second)
        #expect(bench.collector.names.contains("second"))
        // Once they are gone, what is still open is saved.
        await bench.stop(second)
        bench.scheduler.advance(by: .seconds(20))
        _ = await bench.flush(first)
        #expect(bench.collector.names.filter { $0 == "first" }.count == 2)
        await bench.stop(first)
    }
}
