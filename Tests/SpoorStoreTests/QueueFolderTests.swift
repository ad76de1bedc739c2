import Foundation
import SpoorWire
import Testing

@testable import SpoorStore

/// Looking into a queue folder from outside.
struct QueueFolderTests {
    private let folder: TestFolder
    private let scratch: TestFolder

    init() throws {
        self.folder = try TestFolder()
        self.scratch = try TestFolder()
    }

    private func inspect() throws -> StoreInspection {
        try QueueFolder.inspect(self.folder.path, scratch: self.scratch.path)
    }

    /// Every file of a folder with its content.
    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: self.folder.path) {
            contents[name] = FileManager.default.contents(atPath: "\(self.folder.path)/\(name)") ?? Data()
        }
        return contents
    }

    @Test func aRunningStoreIsSeenAndNotDisturbed() throws {
        let store = try Fixture.open(self.folder)
        store.append("one", recorded: 5_000)
        store.append("two", class: .crash, recorded: 6_000)
        try store.drain()
        store.append("three", class: .identity, recorded: 7_000)
        store.setState(["backoff": ["failures": 3]], recorded: 0)
        let before = try self.contents()
        let inspection = try self.inspect()
        #expect(try self.contents() == before)
        #expect(
            inspection.stored == [.tracked: ClassTotal(count: 1, bytes: 5), .crash: ClassTotal(count: 1, bytes: 5)]
        )
        #expect(inspection.inJournal == [.identity: ClassTotal(count: 1, bytes: 7)])
        #expect(inspection.oldest == StoreInspection.Oldest(sequence: 1, recorded: 5_000))
        #expect(inspection.producer == store.producer && inspection.lastSequence == 4)
        #expect(inspection.problems == [])
        // The store sees itself the same way, and goes on.
        let own = store.inspect()
        #expect(own.stored == inspection.stored && own.inJournal == inspection.inJournal)
        #expect(own.oldest == inspection.oldest && own.lastSequence == 4)
        store.append("four")
        #expect(try store.drain().records == 2)
        #expect(try store.texts() == ["1:one", "2:two", "3:three", "5:four"])
    }

    @Test func lookingIntoTheJournalTakesNothingOut() throws {
        let store = try Fixture.open(self.folder)
        for index in 1...50 { store.append("event \(index)") }
        for _ in 1...3 { #expect(store.inspect().inJournal[.tracked]?.count == 50) }
        #expect(store.journalStatus.tally.frames == 0)
        #expect(try store.drain().records == 50)
        #expect(store.inspect().inJournal == [:])
    }

    @Test func aClosedFolderIsSeenTheSameWay() throws {
        let store = try Fixture.open(self.folder)
        store.append("one")
        store.close()
        let inspection = try self.inspect()
        #expect(inspection.inJournal[.tracked]?.count == 1)
        #expect(try Fixture.open(self.folder).report.recovered == 1)
    }

    @Test(arguments: ["records.sqlite", "state", "journal"])
    func damageIsNamedAndTheRestIsShown(part: String) throws {
        let store = try Fixture.open(self.folder)
        store.append("one")
        try store.drain()
        store.append("two, long enough to be hit by the damage below, wherever a frame begins")
        store.close()
        var path = part
        if part == "journal" { path += "/" + (try #require(try self.folder.names("journal").first)) }
        var bytes = try self.folder.read(path)
        for index in min(80, bytes.count / 2)..<min(96, bytes.count) { bytes[index] ^= 0xFF }
        if part == "records.sqlite" { bytes.replaceSubrange(0..<16, with: Array("no database here".utf8)) }
        try self.folder.write(path, bytes)
        let before = try self.contents()
        let inspection = try self.inspect()
        #expect(try self.contents() == before)
        #expect(inspection.problems.count == (part == "journal" ? inspection.problems.count : 1))
        if part != "journal" { #expect(inspection.problems.first?.contains("damaged") == true) }
        if part != "records.sqlite" { #expect(inspection.stored[.tracked]?.count == 1) }
        if part != "journal" { #expect(inspection.inJournal[.tracked]?.count ?? 0 >= 1) }
    }

    @Test func whatIsNoQueueIsExplained() throws {
        var error = #expect(throws: QueueFolderError.self) { try self.inspect() }
        #expect(error?.description.contains("holds no queue") == true)
        error = #expect(throws: QueueFolderError.self) {
            try QueueFolder.inspect("/nowhere/at/all", scratch: self.scratch.path)
        }
        #expect(error?.description.contains("There is no folder") == true)
        try FileManager.default.createDirectory(
            atPath: self.folder.path + "/default/journal",
            withIntermediateDirectories: true
        )
        error = #expect(throws: QueueFolderError.self) { try self.inspect() }
        #expect(error?.description.contains("/default'") == true)
    }
}
