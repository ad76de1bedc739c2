import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What a companion's files hold, and what becomes of what does not fit them.
struct SharedQueueTests {
    private let bench = TestBench()

    private var container: String { self.bench.folder + "/group" }
    private var root: String { self.container + "/spoor/default" }

    private func start(_ role: SharedContainer.Role) -> Tracker {
        self.bench.start { $0.sharedContainer = SharedContainer(path: self.container, role: role) }
    }

    @Test func anEventLargerThanASegmentGetsAFileOfItsOwn() async throws {
        let companion = self.start(.companion)
        var properties: Properties = [:]
        for number in 0..<10 { properties["text\(number)"] = .string(String(repeating: "x", count: 8_000)) }
        companion.track("before")
        #expect(companion.track("large", properties) == .held)
        companion.track("after")
        self.bench.scheduler.advance(by: .seconds(1))
        #expect(QueueInspection.read(shared: self.root).count >= 3)
        // The process ends without a word.
        let host = self.start(.host)
        _ = await self.bench.flush(host)
        #expect(Set(self.bench.collector.names) == ["before", "large", "after"])
        #expect(self.bench.collector.names.count == 3)
        await self.bench.stop(companion)
        await self.bench.stop(host)
    }

    @Test func aFlushInTheHostBringsWhatCompanionsRecorded() async {
        let host = self.start(.host)
        let companion = self.start(.companion)
        companion.track("shared")
        #expect(await self.bench.flush(host).delivered == 1)
        #expect(self.bench.collector.names == ["shared"])
        await self.bench.stop(companion)
        await self.bench.stop(host)
    }

    @Test func aLookFromOutsideCountsWhatWaitsAndChangesNothing() async {
        let first = self.start(.companion)
        let second = self.start(.companion)
        for _ in 0..<3 { first.track("a") }
        second.track("b")
        await self.bench.stop(second)
        #expect(QueueInspection.folders(in: self.container + "/spoor") == [self.root])
        #expect(QueueInspection.isShared(self.root) && !QueueInspection.isShared(self.container))
        for _ in 0..<2 {
            let inspection = QueueInspection.read(shared: self.root)
            #expect(inspection.companions == 2 && inspection.companionsGone == 1)
            #expect(inspection.waiting["tracked"]?.count == 4 && inspection.problems == [])
            #expect(inspection.oldestMilliseconds != nil && inspection.json["companions"] == 2)
        }
        await self.bench.stop(first)
    }

    @Test func aHostThatCannotStoreKeepsTheCompanionsFiles() async {
        let companion = self.start(.companion)
        for number in 0..<200 { companion.track("seen", ["number": number]) }
        await self.bench.stop(companion)
        // Its folder is in use: it is not ready, and takes nothing over.
        let owner = self.bench.start()
        let host = self.start(.host)
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(QueueInspection.read(shared: self.root).waiting["tracked"]?.count == 200)
        await self.bench.stop(owner)
        self.bench.scheduler.advance(by: .seconds(3))
        _ = await self.bench.flush(host)
        #expect(self.bench.collector.names.count == 200)
        #expect(QueueInspection.read(shared: self.root).companions == 0)
        await self.bench.stop(host)
    }
}
