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

    private func open(_ folder: TestFolder) throws -> ChannelStore {
        let files = self.files
        return try Fixture.open(folder) { $0.files = files }
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
        try store.withRecords { try $0.connection.execute("REPLACE INTO meta VALUES('state', x'00ff')") }
        #expect(try self.open(try self.folder.snapshot()).state == ["login": "u1"])
    }

    /// The folder is gone: what is open goes on, and what cannot be written is named.
    @Test func aFolderThatIsDeletedInUseStopsNothing() throws {
        let store = try self.open(self.folder)
        store.append("1")
        try store.drain()
        try FileManager.default.removeItem(atPath: self.folder.path)
        store.append("2")
        store.setState(["login": "u2"], recorded: 0)
        try store.drain()
        #expect(try store.texts() == ["1:1", "2:2"])
        #expect(store.inspect().problems.contains { $0.contains("state file cannot be written") })
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
