import Foundation
import SpoorSQLite
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// A state file that cannot be written costs neither records nor the state.
struct StateFallbackTests {
    private let folder: TestFolder
    private let files = ManualFiles()

    init() throws {
        self.folder = try TestFolder()
        self.files.mood.withLock { $0.witness = "the same" }
    }

    private func open(_ folder: TestFolder, seed: UInt64 = 1) throws -> ChannelStore {
        let files = self.files
        return try Fixture.open(folder) { configuration in
            configuration.files = files
            configuration.random = { seed &* 0x9e37_79b9_7f4a_7c15 }
        }
    }

    private func setWritable(_ isWritable: Bool) {
        self.files.mood.withLock { $0.writeError = isWritable ? nil : FakeDisk.forbidden }
    }

    @Test func recordsMoveAndTheStateSurvivesAKill() throws {
        let store = try self.open(self.folder)
        store.setState(["login": "u1", "plan": "free"], recorded: 0)
        try store.drain()
        self.setWritable(false)
        store.append("2")
        store.setState(["login": "u2", "plan": nil], recorded: 0)
        #expect(try store.drain().records == 1)
        #expect(try store.texts() == ["2:2"])
        #expect(store.inspect().problems.map { $0.contains("state file cannot be written") } == [true])
        // The journal has given the change back: nothing but the database has it.
        let killed = try self.folder.snapshot()
        let heir = try self.open(killed)
        #expect(heir.report.recovered == 0 && heir.report.producerOrigin == .kept)
        #expect(heir.state == ["login": "u2"])
        let (copy, scratch) = (try self.folder.snapshot(), try TestFolder())
        let seen = try QueueFolder.inspect(copy.path, scratch: scratch.path)
        #expect(seen.problems == [])
        #expect(seen.values == ["login": "u2"])
    }

    @Test func theFileTakesTheStateBackWhereItCanBeWritten() throws {
        let store = try self.open(self.folder)
        self.setWritable(false)
        store.setState(["login": "u1"], recorded: 0)
        try store.drain()
        self.setWritable(true)
        store.append("2")
        try store.drain()
        #expect(store.inspect().problems == [])
        #expect(try store.withRecords { try $0.keptState() } == nil)
        // An older state in the database never wins over the file's.
        try store.withRecords { try $0.keepState(StateDocument(producer: "", witness: "", applied: 1)) }
        store.setState(["login": "u3"], recorded: 0)
        try store.drain()
        try store.withRecords { try $0.keepState(StateDocument(producer: "", witness: "", applied: 2)) }
        #expect(try self.open(try self.folder.snapshot()).state == ["login": "u3"])
    }

    @Test func aDamagedStateInTheDatabaseIsNone() throws {
        let store = try self.open(self.folder)
        store.setState(["login": "u1"], recorded: 0)
        try store.drain()
        try store.withRecords { try $0.connection.execute("REPLACE INTO mark VALUES('state', x'00ff')") }
        #expect(try self.open(try self.folder.snapshot()).state == ["login": "u1"])
    }

    private static let remark = "state file cannot be written"

    /// A first start whose state file cannot be written: the database alone proves the producer, as long as that lasts.
    @Test func aFirstStartNeedsNoStateFile() throws {
        self.setWritable(false)
        let store = try self.open(self.folder)
        #expect(store.report.remarks.map { $0.contains(Self.remark) } == [true])
        store.setState(["login": "u1"], recorded: 0)
        store.append("2")
        try store.drain()
        var folder = try self.folder.snapshot()
        for next in UInt64(3)...5 {
            let heir = try self.open(folder)
            #expect(heir.producer == store.producer && heir.report.producerOrigin == .kept)
            #expect(heir.report.remarks.map { $0.contains(Self.remark) } == [true])
            #expect(heir.state == ["login": "u1"])
            #expect(heir.append("\(next)") == .appended(sequence: next, isDurable: true))
            try heir.drain()
            folder = try folder.snapshot()
        }
        #expect(try !folder.names().contains("state"))
        self.setWritable(true)
        let writable = try self.open(folder)
        writable.append("6")
        try writable.drain()
        #expect(try folder.names().contains("state"))
        #expect(try writable.texts() == ["2:2", "3:3", "4:4", "5:5", "6:6"])
        writable.close()
        let last = try self.open(folder)
        #expect(last.producer == store.producer && last.report.remarks == [] && last.state == ["login": "u1"])
    }

    /// What makes a new producer necessary, while its name cannot be written into the state file.
    enum Reason: CaseIterable { case stateRemoved, stateDamaged, bothRemoved, databaseRemoved, databaseDamaged, copied }

    @Test(arguments: Reason.allCases)
    func aNewProducerNeedsNoStateFile(reason: Reason) throws {
        let first = try self.open(self.folder)
        first.setState(["login": "u1"], recorded: 0)
        first.append("2")
        try first.drain()
        first.append("3")
        let folder = try self.folder.snapshot()
        switch reason {
        case .stateRemoved: try Posix.remove("\(folder.path)/state")
        case .stateDamaged: try folder.write("state", [1, 2, 3])
        case .bothRemoved: for name in ["state", "state.copy"] { try Posix.remove("\(folder.path)/\(name)") }
        case .databaseRemoved:
            for suffix in ["", "-wal"] { try Posix.remove("\(folder.path)/records.sqlite\(suffix)") }
        case .databaseDamaged:
            try Posix.remove("\(folder.path)/records.sqlite-wal")
            try folder.write("records.sqlite", [UInt8](repeating: 7, count: 50_000))
        case .copied: self.files.mood.withLock { $0.witness = "another" }
        }
        self.setWritable(false)
        let second = try self.open(folder, seed: 2)
        #expect(second.producer != first.producer)
        #expect(second.report.remarks.contains { $0.contains(Self.remark) })
        let stayed: Bool = reason != .bothRemoved
        #expect(second.state == (stayed ? ["login": "u1"] : [:]))
        #expect(second.append("4") == .appended(sequence: 4, isDurable: true))
        try second.drain()
        #expect(try second.texts().suffix(2) == ["3:3", "4:4"])
        // It goes on under its name, and its numbers go on.
        let third = try self.open(try folder.snapshot(), seed: 3)
        #expect(third.producer == second.producer && third.report.producerOrigin == .kept)
        #expect(third.append("5") == .appended(sequence: 5, isDurable: true))
        // A database that fell back to before it knew its producer, and a copy, prove nothing.
        let cut = try folder.snapshot()
        try Posix.remove("\(cut.path)/records.sqlite-wal")
        let fallen = try self.open(cut, seed: 4)
        #expect(fallen.producer != second.producer && fallen.producer != first.producer)
        #expect(fallen.nextSequence >= 5)
        let copied = try folder.snapshot()
        self.files.mood.withLock { $0.witness = "a third" }
        let copy = try self.open(copied, seed: 5)
        #expect(copy.report.producerOrigin != .kept)
        #expect(copy.producer != second.producer && copy.producer != first.producer)
    }

    /// A database that breaks in use, while the state file cannot be written: producer and state go on.
    @Test func aDatabaseIsReplacedWithoutAStateFile() throws {
        let store = try self.open(self.folder)
        store.setState(["login": "u1"], recorded: 0)
        store.append("2")
        try store.drain()
        self.setWritable(false)
        store.setState(["login": "u2"], recorded: 0)
        try store.drain()
        #expect(throws: SQLiteError.self) {
            try store.withRecords { _ in throw SQLiteError(code: 11, message: "malformed") }
        }
        store.append("4")
        try store.drain()
        #expect(try store.texts() == ["2:2", "4:4"])
        let heir = try self.open(try self.folder.snapshot())
        #expect(heir.producer == store.producer && heir.report.producerOrigin == .kept)
        #expect(heir.state == ["login": "u2"])
    }

    /// The folder is gone: what is open goes on, and is saved into a new one.
    @Test func aFolderThatIsDeletedInUseStopsNothing() throws {
        let store = try self.open(self.folder)
        store.append("1")
        try store.drain()
        try FileManager.default.removeItem(atPath: self.folder.path)
        store.append("2")
        store.setState(["login": "u2"], recorded: 0)
        try store.drain()
        #expect(try store.texts() == ["1:1", "2:2"])
        #expect(store.inspect().problems == [])
        // All of it is there again.
        let heir = try self.open(try self.folder.snapshot())
        #expect(heir.producer == store.producer && heir.report.producerOrigin == .kept)
        #expect(heir.state == ["login": "u2"])
        #expect(try heir.texts() == ["1:1", "2:2"])
    }

    /// A start that finds a change in the journal, moves it and is killed in turn has kept the change.
    @Test(arguments: [false, true])
    func aChangeThatAKillLeftInTheJournalOutlivesTheNextOne(isStateGone: Bool) throws {
        let store = try self.open(self.folder)
        store.setState(["consent": "granted"], recorded: 0)
        try store.drain()
        store.setState(["consent": "denied"], recorded: 0)
        let first = try self.folder.snapshot()
        let heir = try self.open(first)
        #expect(heir.state == ["consent": "denied"])
        while try heir.drain().hasMore {}
        let second = try first.snapshot()
        if isStateGone { try Posix.remove("\(second.path)/state") }
        let last = try self.open(second, seed: 2)
        #expect(last.state == ["consent": "denied"])
    }
}

/// The rights of the files.
struct FileRightsTests {
    private func rights(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    @Test(arguments: [false, true])
    func nobodyElseReadsAQueue(isOld: Bool) throws {
        let folder = try TestFolder()
        var store = try Fixture.open(folder)
        store.append("1")
        if isOld {
            store.close()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644],
                ofItemAtPath: folder.path + "/records.sqlite"
            )
            store = try Fixture.open(folder)
        }
        store.setState(["a": 1], recorded: 0)
        try store.drain()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(Set(names).isSuperset(of: ["records.sqlite", "state", "lock"]))
        #expect(names.contains { $0.hasSuffix(".journal") })
        for name in names where name != "journal" {
            #expect(try self.rights(folder.path + "/" + name) == 0o600, "\(name)")
        }
    }
}
