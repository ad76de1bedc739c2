import Foundation
import SpoorSQLite
import SpoorWire
import Testing

@testable import SpoorStore

/// What is lost or damaged in a queue is named by whoever looks into its folder, as the next start finds it.
struct QueueFolderLossTests {
    private let folder: TestFolder
    private let scratch: TestFolder

    init() throws {
        self.folder = try TestFolder()
        self.scratch = try TestFolder()
    }

    /// What is done to a folder from outside.
    enum Harm: String, CaseIterable, Sendable {
        case emptied, emptiedWithLog, removed, removedWithLog, logRemoved, removedWithLedger

        func harm(_ folder: TestFolder) throws {
            let database = "\(folder.path)/records.sqlite"
            switch self {
            case .emptied, .emptiedWithLog: try folder.write("records.sqlite", [])
            case .removed, .removedWithLog, .removedWithLedger: try Posix.remove(database)
            case .logRemoved: break
            }
            if [.emptiedWithLog, .removedWithLog, .logRemoved].contains(self) { try Posix.remove(database + "-wal") }
            if self == .removedWithLedger { try Posix.remove("\(folder.path)/\(CommitLedger.fileName)") }
        }
    }

    @Test(
        "A database that lost what it held is named, with the number that the next start counts",
        arguments: Harm.allCases
    )
    func aLossIsForetold(harm: Harm) throws {
        let store = try Fixture.open(self.folder)
        for number in 1...5 { store.append("\(number)") }
        try store.drain()
        for number in 6...7 { store.append("\(number)") }
        let copy = try self.folder.snapshot()
        #expect(try QueueFolder.inspect(copy.path, scratch: self.scratch.path).problems == [])
        try harm.harm(copy)
        let before = try Self.contents(copy)
        let inspection = try QueueFolder.inspect(copy.path, scratch: self.scratch.path)
        #expect(try Self.contents(copy) == before)
        let heir = try Fixture.open(copy)
        let missing = heir.report.missing
        // Of an emptied file the log still has all.
        #expect(missing == ([.emptied, .removedWithLedger].contains(harm) ? 0 : 5))
        #expect(inspection.problems.count == 1)
        let problem = try #require(inspection.problems.first)
        #expect(problem.contains("\(missing) records that it held are lost") == (missing > 0), "\(problem)")
        #expect(problem.hasPrefix("The database is missing") == harm.rawValue.hasPrefix("removed"), "\(problem)")
        #expect(problem.lowercased().contains("the next start "))
        #expect(inspection.inJournal[.tracked]?.count == 2 && inspection.lastSequence == 7)
    }

    @Test("A state file that is gone is named, and what becomes of the person", arguments: [true, false])
    func aMissingStateFileIsNamed(hasCopy: Bool) throws {
        let store = try Fixture.open(self.folder)
        store.append("1")
        store.setState(["who": "ann"], recorded: 0)
        try store.drain()
        store.close()
        try Posix.remove("\(self.folder.path)/state")
        if !hasCopy { try Posix.remove("\(self.folder.path)/\(StateStore.copyName)") }
        let problems = try QueueFolder.inspect(self.folder.path, scratch: self.scratch.path).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("The state file is missing: ") == true)
        #expect(problems.first?.contains(hasCopy ? "takes over its copy" : "begins anew") == true)
        let report = try Fixture.open(self.folder).report
        #expect(report.producerOrigin == .stateMissing)
        #expect(report.remarks.contains { $0.contains(hasCopy ? "Its copy was taken over" : "begins anew") })
    }

    /// A kill between the commit and the giving back of the journal's part: the journal has it still.
    @Test func whatTheJournalStillHasIsNotLost() throws {
        let folder = self.folder
        let taken = Taken()
        let store = try Fixture.open(folder) { configuration in
            configuration.point = { point in
                guard point == .afterCommitBeforeRecycle, let copy = try? folder.snapshot() else { return }
                taken.note(copy)
            }
        }
        for number in 1...5 { store.append("\(number)") }
        try store.drain()
        let copy = try #require(taken.all.first)
        for suffix in ["", "-wal"] { try Posix.remove("\(copy.path)/records.sqlite\(suffix)") }
        let inspection = try QueueFolder.inspect(copy.path, scratch: self.scratch.path)
        #expect(inspection.inJournal[.tracked]?.count == 5)
        #expect(!inspection.problems.contains { $0.contains("lost") }, "\(inspection.problems)")
        #expect(try Fixture.open(copy).report.missing == 0)
    }

    private final class Taken: Sendable {
        private let folders = Locked<[TestFolder]>([])
        var all: [TestFolder] { self.folders.withLock { $0 } }
        func note(_ folder: TestFolder) { self.folders.withLock { $0.append(folder) } }
    }

    @Test(
        "A record or payload that was changed on the disk is counted among the problems",
        arguments: [
            (["UPDATE meta SET bytes = CAST('x' AS BLOB) WHERE seq = 2"], 1, 0),
            (["UPDATE meta SET recorded = 9 WHERE seq IN (1, 2)"], 2, 0),
            (["UPDATE meta SET type = 'other' WHERE seq = 3"], 1, 0),
            (["UPDATE payload SET bytes = CAST('x' AS BLOB) WHERE report_id LIKE '%-3'"], 1, 0),
            (["UPDATE payload SET crc = NULL WHERE report_id LIKE '%-3'"], 1, 0),
            (["DELETE FROM payload WHERE report_id LIKE '%-3'"], 1, 0),
            (["UPDATE payload SET crc = crc + 1"], 1, 1),
            (["UPDATE dead_letter SET class = 1"], 0, 1),
            (["UPDATE dead_letter SET class = 1", "UPDATE meta SET crc = crc + 1"], 3, 1),
            // Rows of a build that knew no checksums are trusted.
            (["UPDATE meta SET crc = NULL WHERE seq < 3"], 0, 0),
            ([], 0, 0),
        ]
    )
    func changedRowsAreCounted(changes: [String], waiting: Int, letters: Int) throws {
        let store = try Fixture.open(self.folder)
        for number in 1...2 { store.append("\(number)") }
        store.report("net", payload: [1, 2, 3])
        store.report("net", payload: [4, 5, 6])
        try store.drain()
        try store.withRecords { records in
            let batch = try records.selectAndMark(maxCount: .max, maxBytes: .max)
            let letter = DeadLetterReason(sequence: 4, reason: "refused")
            try records.settle(batch: batch.id, deadLetters: [letter], deletesOthers: false)
            for change in changes { try records.connection.execute(change) }
        }
        let inspection = try QueueFolder.inspect(self.folder.path, scratch: self.scratch.path)
        #expect(inspection.stored.values.reduce(0) { $0 + $1.count } == 3 && inspection.deadLetters == 1)
        let found = inspection.problems.map { String($0.prefix { $0 != ":" }) }
        var expected: [String] = []
        if waiting > 0 { expected.append("\(waiting) record\(waiting == 1 ? " that waits was" : "s that wait were")") }
        if letters > 0 { expected.append("\(letters) dead letter\(letters == 1 ? " is damaged" : "s are damaged")") }
        #expect(found == expected.map { $0.contains("wait") ? $0 + " changed on the disk" : $0 })
    }

    private static func contents(_ folder: TestFolder) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            contents[name] = FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data()
        }
        return contents
    }
}
