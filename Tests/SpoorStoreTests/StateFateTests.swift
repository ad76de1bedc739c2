import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// What a start says of a state that is gone: only what is true.
struct StateFateTests {
    private let folder: TestFolder

    init() throws {
        self.folder = try TestFolder()
    }

    /// What lies damaged or missing at the next start.
    enum Damage: CaseIterable { case state, stateAndCopy, stateCopyAndDatabase, bothGone, allGoneButJournal }

    private func open(_ folder: TestFolder) throws -> ChannelStore {
        try Fixture.open(folder) { $0.choices = ["consent"] }
    }

    private func damage(_ damage: Damage, in folder: TestFolder) throws {
        let bad = [UInt8](repeating: 7, count: 50_000)
        switch damage {
        case .state:
            try folder.write("state", bad)
        case .stateAndCopy:
            for name in ["state", "state.copy"] { try folder.write(name, bad) }
        case .stateCopyAndDatabase, .allGoneButJournal:
            for name in ["state", "state.copy", "records.sqlite"] { try folder.write(name, bad) }
            try Posix.remove("\(folder.path)/records.sqlite-wal")
        case .bothGone:
            for name in ["state", "state.copy"] { try Posix.remove("\(folder.path)/\(name)") }
        }
    }

    @Test(arguments: Damage.allCases)
    func whatIsSaidOfTheChoiceIsTrue(damage: Damage) throws {
        let store = try self.open(self.folder)
        store.setState(["consent": "denied", "login": "u1"], recorded: 0)
        store.append("2")
        try store.drain()
        if damage == .allGoneButJournal { store.setState(["consent": "denied"], recorded: 0) }
        let folder = try self.folder.snapshot()
        try self.damage(damage, in: folder)
        let heir = try self.open(folder)
        let said = try #require(heir.report.remarks.first { $0.contains("The state file was") })
        let isKnown = heir.state["consent"] == "denied"
        #expect(isKnown == (damage != .stateCopyAndDatabase))
        #expect(said.contains("Its copy was taken over") == (damage == .state))
        #expect(said.contains("Its copy was damaged, too") == ![.state, .bothGone].contains(damage))
        #expect(said.contains("There was no copy of it") == (damage == .bothGone))
        #expect(said.contains("What the person chose was kept apart, and holds") == (damage != .state && isKnown))
        #expect(said.contains("is not known any more") == !isKnown)
    }

    @Test func whereNoChoicesAreKeptNothingIsSaidOfThem() throws {
        let store = try Fixture.open(self.folder)
        store.setState(["login": "u1"], recorded: 0)
        try store.drain()
        let folder = try self.folder.snapshot()
        try self.damage(.bothGone, in: folder)
        let said = try Fixture.open(folder).report.remarks
        #expect(said.contains { $0.hasSuffix("There was no copy of it: who is recorded begins anew.") }, "\(said)")
    }
}
