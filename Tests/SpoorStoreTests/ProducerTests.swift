import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

/// Under which producer a folder goes on: only where its highest sequence number is proved.
struct ProducerTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    private func remove(_ name: String) throws { try Posix.remove("\(self.folder.path)/\(name)") }

    /// A folder with one stored record and one in the journal, left without closing.
    private func used() throws -> (producer: String, folder: TestFolder) {
        let store = try Fixture.open(self.folder) { $0.files = Self.fixedWitness() }
        store.append("1")
        try store.drain()
        store.append("2")
        return (store.producer, try self.folder.snapshot())
    }

    private static func fixedWitness(_ witness: String = "w") -> ManualFiles {
        let files = ManualFiles()
        files.mood.withLock { $0.witness = witness }
        return files
    }

    enum Change: CaseIterable {
        case none, stateRemoved, stateDamaged, databaseRemoved, databaseDamaged, databaseOfAnother, copied

        var origin: ProducerOrigin {
            switch self {
            case .none: .kept
            case .stateRemoved, .stateDamaged: .stateMissing
            case .databaseRemoved, .databaseDamaged: .databaseMissing
            case .databaseOfAnother: .mismatch
            case .copied: .witnessChanged
            }
        }
    }

    @Test(arguments: Change.allCases)
    func aProducerGoesOnOnlyWhereItsMarkIsProved(change: Change) throws {
        let (producer, copy) = try self.used()
        let files = Self.fixedWitness(change == .copied ? "another" : "w")
        switch change {
        case .none, .copied: break
        case .stateRemoved: try Posix.remove("\(copy.path)/state")
        case .stateDamaged: try copy.write("state", [1, 2, 3])
        case .databaseRemoved: for suffix in ["", "-wal"] { try Posix.remove("\(copy.path)/records.sqlite\(suffix)") }
        case .databaseDamaged:
            // Its log would mend it.
            try Posix.remove("\(copy.path)/records.sqlite-wal")
            try copy.write("records.sqlite", [UInt8](repeating: 7, count: 50_000))
        case .databaseOfAnother:
            try RecordStore.open(folder: copy.path, files: files).0.setProducer("another")
        }
        let store = try Fixture.open(copy) { configuration in
            configuration.files = files
            configuration.random = { 99 }
        }
        #expect(store.report.producerOrigin == change.origin)
        #expect((store.producer == producer) == (change == .none))
        #expect(store.producer.count == 16)
        #expect(store.producer.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) })
        // Numbers never go back, and what the journal holds is kept in any case.
        guard case .appended(let next, true) = store.append("3") else {
            Issue.record("not durable")
            return
        }
        #expect(next == 3)
        while try store.drain().hasMore {}
        #expect(try store.texts().suffix(2) == ["2:2", "3:3"])
        // The decision holds.
        store.close()
        let again = try Fixture.open(copy) { $0.files = files }
        #expect(again.producer == store.producer && again.report.producerOrigin == .kept)
    }

    @Test func aFreshFolderTakesTheProducerThatItIsGiven() throws {
        let fixed = try Fixture.open(self.folder) { $0.freshProducer = "visitor0000001" }
        #expect(fixed.producer == "visitor0000001")
        fixed.close()
        let again = try Fixture.open(self.folder) { $0.freshProducer = "other" }
        #expect(again.producer == "visitor0000001")
    }

    @Test func aFolderHasOneOwnerAtATime() throws {
        var first: ChannelStore? = try Fixture.open(self.folder)
        let error = #expect(throws: StoreError.self) { try Fixture.open(self.folder) }
        #expect(error?.kind == .inUse)
        #expect(error?.description.contains(self.folder.path) == true)
        first?.close()
        #expect(throws: StoreError.closed) { try first?.drain() }
        let second = try Fixture.open(self.folder)
        second.append("x")
        first = nil
        #expect(try second.drain().records == 1)
    }

    /// O-27: launched before the first unlock, the store changes nothing, and is as before once it can be read.
    @Test(arguments: ["state", "records.sqlite"])
    func unreadableNowLeavesEverythingUntouched(name: String) throws {
        let store = try Fixture.open(self.folder)
        store.setState(["distinct": "D1", "login": "U1"], recorded: 0)
        for number in 2...6 { store.append("\(number)") }
        try store.drain()
        store.append("7")
        let producer = store.producer
        let identity = try Posix.identity(of: "\(self.folder.path)/records.sqlite")
        store.close()

        let files = ManualFiles()
        files.mood.withLock { $0.lockedNames = [name] }
        let before = try self.content()
        let error = #expect(throws: StoreError.self) { try Fixture.open(self.folder) { $0.files = files } }
        #expect(error?.kind == .unavailable)
        #expect(try self.content() == before)
        #expect(files.mood.withLock { $0.writes } == 0)
        #expect(try Posix.identity(of: "\(self.folder.path)/records.sqlite") == identity)

        files.mood.withLock { $0.lockedNames = [] }
        let unlocked = try Fixture.open(self.folder) { $0.files = files }
        #expect(unlocked.producer == producer && unlocked.report.producerOrigin == .kept)
        #expect(unlocked.state == ["distinct": "D1", "login": "U1"])
        unlocked.append("8")
        while try unlocked.drain().hasMore {}
        #expect(try unlocked.texts().map { $0.split(separator: ":")[1] } == ["2", "3", "4", "5", "6", "7", "8"])
    }

    private func content() throws -> [String: [UInt8]] {
        let names = try self.folder.names().filter { $0 != "journal" }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try self.folder.read($0)) })
    }
}
