import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

struct BadRowTests {
    private let bench = TestBench()

    /// Writes records into the queue folder as an older build did, which knew no rule against such numbers.
    private func write(_ texts: [String]) throws {
        var configuration = ChannelStoreConfiguration(provisioner: { $0() }, signal: { _ in }, random: { 7 })
        configuration.journal.segmentBytes = 64 << 10
        let store = try ChannelStore.open(folder: self.bench.folder + "/default", configuration: configuration)
        for text in texts {
            let result = Array(text.utf8).withUnsafeBytes { bytes in
                store.append(class: .tracked, maxHead: 0, body: bytes) { _, _ in
                    FrameHead(count: 0, recorded: 1_772_712_000_000)
                }
            }
            guard case .appended = result else {
                Issue.record("\(result)")
                return
            }
        }
        while try store.drain().hasMore {}
        store.close()
    }

    private static let bad = [
        #"{"_id":"old-2","type":"track","event":"bad","time":1,"distinct_id":"u","properties":{"ratio":NaN}}"#,
        #"{"_id":"old-2","type":"track","event":"bad","time":1,"distinct_id":"u","properties":{"peak":inf}}"#,
        #"{"_id":"old-2","type":"track","event":"bad","time":1,"distinct_id":"u","properties":{"peak":-Infinity}}"#,
        #"{"_id":"old-2","type":"track","event":"bad","time":1,"distinct_id":"u","properties":{"a":"cut off"#,
    ]

    // O-01/bad-row
    @Test("O-01 a bad row of an older build is skipped and counted; its neighbours are uploaded", arguments: bad)
    func badRowsOfAnOlderBuildCostThemselves(row: String) async throws {
        let first = self.bench.start { $0.channel.isUploadEnabled = false }
        first.track("a")
        await self.bench.stop(first)
        try self.write([row])
        for launch in 0..<2 {
            let tracker = self.bench.start()
            #expect(tracker.track("b\(launch)").isRecorded)
            let bench = self.bench
            await bench.pump { bench.collector.names.contains("b\(launch)") }
            _ = await bench.flush(tracker)
            let status = try await bench.status(of: tracker)
            #expect(status.waiting == 0 && status.deadLetters == 1)
            await bench.stop(tracker)
        }
        #expect(self.bench.collector.names == ["a", "b0", "b1"])
    }
}

/// What profile operations carry goes through the same check as events' properties.
struct ProfileValueTests {
    private let bench = TestBench()

    // O-01/profile-set O-01/profile-increment
    @Test(
        "O-01 a number that is none costs itself in profile operations",
        arguments: [EventType.profileSet, .profileSetOnce, .profileIncrement, .itemSet],
        BadNumber.all
    )
    func badNumbersCostThemselves(type: EventType, bad: BadNumber) async throws {
        let tracker = self.bench.start()
        let given = Properties(["ratio": bad.make(), "count": 3])
        let answer =
            switch type {
            case .profileSetOnce: tracker.profileSetOnce(given)
            case .profileIncrement: tracker.profileIncrement(given)
            case .itemSet: tracker.itemSet(type: "book", id: "1", given)
            default: tracker.profileSet(given)
            }
        #expect(answer.isRecorded)
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.collector.events.first)
        #expect(event["type"]?.stringValue == type.rawValue)
        #expect(event["properties"] == .object([(key: "count", value: .number("3"))]))
        #expect(self.bench.log.withLock { $0.filter { $0.contains("'ratio'") }.count } == 1)
        await self.bench.stop(tracker)
    }
}
