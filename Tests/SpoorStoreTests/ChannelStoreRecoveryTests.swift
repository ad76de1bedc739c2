import Foundation
import SpoorSQLite
import SpoorWire
import Testing

@testable import SpoorStore

/// What a process that ends at any moment leaves behind, and what the next one makes of it.
struct ChannelStoreRecoveryTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    /// Takes a copy of the folder at each point of a drain, and opens the copies: as if killed there.
    private func snapshots(faults: JournalFaults = .init()) throws -> [(point: StorePoint, folder: TestFolder)] {
        let taken = Locked<[(point: StorePoint, folder: TestFolder)]>([])
        let path = self.folder
        let store = try Fixture.open(self.folder) { configuration in
            configuration.journal.segmentBytes = 4_096
            configuration.faults = faults
            configuration.point = { point in
                guard let copy = try? path.snapshot() else { return }
                taken.withLock { $0.append((point, copy)) }
            }
        }
        for number in 1...150 { store.append("\(number)") }
        store.setState(["login": "u1"], recorded: 0)
        for number in 152...200 { store.append("\(number)") }
        while try store.drain(maxBytes: 8_192).hasMore {}
        return taken.withLock { $0 }
    }

    private func numbers(_ store: ChannelStore) throws -> [Int] {
        while try store.drain().hasMore {}
        return try store.texts().compactMap { Int($0.drop { $0 != ":" }.dropFirst()) }
    }

    @Test func noMomentOfADrainLosesOrRepeatsARecord() throws {
        let expected = Array(1...150) + Array(152...200)
        let snapshots = try self.snapshots()
        #expect(
            Set(snapshots.map(\.point)) == [.beforeCommit, .afterStateWrite, .afterCommitBeforeRecycle, .afterRecycle]
        )
        for (point, copy) in snapshots {
            let store = try Fixture.open(copy) { $0.journal.segmentBytes = 4_096 }
            #expect(store.state == ["login": "u1"], "\(point)")
            #expect(store.append("201") == .appended(sequence: 201, isDurable: true), "\(point)")
            #expect(try self.numbers(store) == expected + [201], "\(point)")
        }
    }

    /// A test of the test: with the promise broken on purpose, the check above must fail.
    @Test(arguments: [JournalFaults(isJournalOff: true), JournalFaults(recyclesBeforeCommit: true)])
    func brokenPromisesAreNoticed(faults: JournalFaults) throws {
        let losses = try self.snapshots(faults: faults).filter { snapshot in
            try self.numbers(try Fixture.open(snapshot.folder)).count < 199
        }
        #expect(!losses.isEmpty)
    }

    @Test func aBatchOutlivesTheProcessUntilItIsSettled() throws {
        let store = try Fixture.open(self.folder)
        for number in 1...10 { store.append("\(number)") }
        try store.drain()
        let batch = try store.withRecords { try $0.selectAndMark(maxCount: 4, maxBytes: .max) }
        #expect(try self.numbers(try Fixture.open(try self.folder.snapshot())) == Array(1...10))
        try store.withRecords { try $0.settle(batch: batch.id) }
        let after = try Fixture.open(try self.folder.snapshot())
        #expect(after.report.recovered == 0)
        #expect(try self.numbers(after) == Array(5...10))
        #expect(store.counts == StoreCounts(records: 6, bytes: store.counts.bytes, deadLetters: 0))
    }

    @Test func purgeTakesWhatWaitsButNotStateOrNumbers() throws {
        let store = try Fixture.open(self.folder)
        for number in 1...5 { store.append("\(number)") }
        try store.drain()
        for number in 6...8 { store.append("\(number)") }
        store.setState(["a": 1], recorded: 0)
        #expect(try store.purge() == 8)
        #expect(store.append("10") == .appended(sequence: 10, isDurable: true))
        let reopened = try Fixture.open(try self.folder.snapshot())
        #expect(reopened.state == ["a": 1])
        let left = try self.numbers(reopened)
        #expect(left == [10])
    }

    @Test func limitsAreKeptByEveryDrainAndLossIsTold() throws {
        let store = try Fixture.open(self.folder)
        for number in 1...20 { store.append("\(number)", class: number % 2 == 0 ? .monitoring : .crash) }
        var limits = StoreLimits()
        limits.records = 12
        #expect(try store.drain(limits: limits).lost == [.monitoring: 8])
        #expect(store.counts.records == 12)
    }

    /// The database breaks while it is in use: it is replaced, and the sequence goes on under the same producer.
    @Test func aDatabaseThatBreaksInUseIsReplaced() throws {
        let store = try Fixture.open(self.folder)
        store.append("1")
        try store.drain()
        try store.withRecords { records in
            try records.connection.checkpoint(truncating: true)
            try records.connection.execute("PRAGMA shrink_memory")
        }
        let file = try #require(FileHandle(forUpdatingAtPath: "\(self.folder.path)/records.sqlite"))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 16_384)
        try file.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 16_384))
        store.append("2")
        let report = try store.drain()
        guard case .replaced = report.replacement else {
            Issue.record("\(report)")
            return
        }
        #expect(report.records == 1)
        store.append("3")
        #expect(try self.numbers(store).suffix(2) == [2, 3])
        store.close()
        let producer = store.producer
        let reopened = try Fixture.open(self.folder) { $0.random = { 5 } }
        #expect(reopened.producer == producer)
        #expect(reopened.append("4") == .appended(sequence: 4, isDurable: true))
    }
}
