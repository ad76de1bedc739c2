import SpoorWire
import Testing

@testable import SpoorStore

struct ChannelStoreTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    @Test(arguments: [0, 3, 400])
    func whatWasAppendedSurvivesTheEndOfTheProcess(drained: Int) throws {
        let store = try Fixture.open(self.folder)
        #expect(store.report.producerOrigin == .firstRun)
        for number in 1...drained + 300 {
            #expect(store.append("event \(number)") == .appended(sequence: UInt64(number), isDurable: true))
            if number == drained { try store.drain() }
        }
        #expect(store.setState(["login": "u1", "gone": nil], recorded: 5) != .full)

        // Another folder is another inode: the copy gets a producer of its own, and keeps the records.
        let copy = try self.folder.snapshot()
        let reopened = try Fixture.open(copy) { $0.random = { 2 } }
        #expect(reopened.report.producerOrigin == .witnessChanged)
        #expect(reopened.producer != store.producer)
        #expect(reopened.report.recovered == 301)
        #expect(reopened.report.journal.isDamaged == false)
        #expect(reopened.state == ["login": "u1"])
        #expect(reopened.append("next") == .appended(sequence: UInt64(drained + 302), isDurable: true))
        while try reopened.drain().hasMore {}
        let expected = (1...drained + 300).map { "\($0):event \($0)" } + ["\(drained + 302):next"]
        #expect(try reopened.texts() == expected)
        #expect(reopened.counts.records == drained + 301)
    }

    @Test func aReopenedFolderGoesOnWhereItStopped() throws {
        var store: ChannelStore? = try Fixture.open(self.folder)
        let producer = store?.producer
        store?.append("a")
        try store?.drain()
        store?.setState(["n": 1], recorded: 0)
        store?.close()
        #expect(store?.append("b") == .closed)
        store = nil
        let again = try Fixture.open(self.folder) { $0.random = { 9 } }
        #expect(again.producer == producer)
        #expect(again.report.producerOrigin == .kept)
        #expect(again.state == ["n": 1])
        #expect(again.append("c") == .appended(sequence: 3, isDurable: true))
    }
}
