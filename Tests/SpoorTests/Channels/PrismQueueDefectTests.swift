import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Faults of the first design in what is selected, deleted and opened, seen from outside of whole channels.
struct PrismQueueDefectTests {
    /// The same number of crashes and others, sent while nothing can leave.
    private func filled(_ bench: ChannelBench, crashes: Int, others: Int, _ channel: PrismChannel) {
        bench.network.move(to: .none)
        for number in 1...others { channel.send(type: "net", meta: ["n": .integer(number)]) }
        for number in 1...crashes { channel.send(type: "appCrash", meta: ["n": .integer(1_000 + number)]) }
        bench.scheduler.advance(by: .seconds(2))
        bench.network.move(to: .wifi)
        bench.scheduler.advance(by: .seconds(120))
    }

    /// Neither the budget of 20 MB nor its default may stand for the number of records, in whichever direction.
    @Test(
        "Prism defect 1: crashes obey maxItem, not the traffic budget",
        arguments: [(7, 20_000_000), (50, 20_000_000), (12, 5_000_000)]
    )
    func crashesObeyMaxItem(maxItem: Int, budget: Int) async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.maxBatchCount = maxItem
                $0.initialBatchCount = maxItem
                $0.dailyCellularBytes = budget
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        self.filled(bench, crashes: 30, others: 30, channel)
        let packets = bench.collector.packets
        #expect(packets.allSatisfy { $0.metas.count <= maxItem })
        let first = try #require(packets.first)
        // As many crashes as one batch takes, and what is left of it for the others.
        #expect(first.metas.count == maxItem)
        #expect(first.types.filter { $0 == "appCrash" }.count == min(30, maxItem))
        #expect(packets.flatMap(\.numbers).count == 60)
        await bench.bench.stop(tracker)
    }

    @Test(
        "Prism defect 5: a sibling that starts deletes nothing that another channel has under way, nor what is large there"
    )
    func aSiblingsStartDeletesNothing() async throws {
        let bench = ChannelBench()
        let tracker = bench.start(["a": ChannelBench.configuration { $0.maxBodyBytes = 100_000 }])
        let first = try #require(tracker.channel("a"))
        bench.collector.set(.silence, for: "a")
        for number in 1...5 {
            first.send(type: "net", meta: ["n": .integer(number)], payload: ChannelNoise.bytes(20_000, seed: number))
        }
        bench.scheduler.advance(by: .seconds(6))
        #expect(bench.collector.requestTimes(of: "a").count == 1)
        // While that request has no answer, siblings begin: one of a configuration under which those records are oversize,
        // and which a new version clears.
        let second = try #require(tracker.channel("b"))
        second.channel.apply(
            ChannelBench.configuration {
                $0.maxBodyBytes = 1_000
                $0.clearsOnUpgrade = true
                $0.retentionDays = 1
            }
        )
        second.send(type: "net", meta: ["n": 99])
        bench.scheduler.advance(by: .seconds(2))
        bench.collector.set(.store, for: "a")
        bench.scheduler.advance(by: .seconds(200))
        #expect(bench.collector.packets(of: "a").flatMap(\.numbers).sorted() == [1, 2, 3, 4, 5])
        #expect(bench.collector.packets(of: "a").reduce(0) { $0 + $1.payloads.count } == 5)
        #expect(bench.collector.packets(of: "b").flatMap(\.numbers) == [99])
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 8: old records leave however many newer ones keep coming")
    func oldRecordsDoNotStarve() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.maxBatchCount = 2
                $0.initialBatchCount = 2
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        bench.collector.setDelay(.seconds(20))
        for number in 0..<60 {
            channel.send(type: "net", meta: ["n": .integer(number)])
            bench.scheduler.advance(by: .seconds(5))
        }
        // Two of each four that come can leave: those that came first.
        let numbers = bench.collector.packets.flatMap(\.numbers)
        #expect(numbers.count >= 10 && numbers == numbers.sorted())
        #expect(numbers.first == 0)
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 10: timer, bulk, real time and flush at one moment take no record twice")
    func triggersTakeNothingTwice() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.maxBatchCount = 10
                $0.initialBatchCount = 10
                $0.bulkSize = 10
                $0.uploadInterval = .seconds(1)
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        bench.collector.setDelay(.seconds(3))
        for round in 0..<12 {
            for number in 0..<10 { channel.send(type: "net", meta: ["n": .integer(round * 11 + number)]) }
            channel.send(type: "appCrash", meta: ["n": .integer(round * 11 + 10)])
            channel.channel.enterForeground()
            bench.scheduler.advance(by: .seconds(1))
        }
        _ = await bench.flush(channel)
        bench.scheduler.advance(by: .seconds(120))
        #expect(bench.collector.duplicates == 0)
        #expect(bench.collector.packets.flatMap(\.numbers).sorted() == Array(0..<132))
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 11: making a channel and sending on it looks for no table and no file on the caller's thread")
    func nothingIsOpenedOnTheCallersThread() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        let folder = bench.bench.folder + "/default/channels/later"
        let channel = try #require(tracker.channel("later"))
        let answer = channel.send(type: "net", meta: ["n": 1])
        // Only the channel's own queue opens storage, and that has not run yet.
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(answer == .held(nil))
        bench.scheduler.settle()
        #expect(FileManager.default.fileExists(atPath: folder + "/records.sqlite"))
        #expect(channel.send(type: "net", meta: ["n": 2]).reportID != nil)
        bench.scheduler.advance(by: .seconds(10))
        #expect(bench.collector.packets.flatMap(\.numbers) == [1, 2])
        await bench.bench.stop(tracker)
    }

    @Test(
        "Prism defect 12: expirationDay counts days: nothing is given up before, everything after",
        arguments: [1, 15]
    )
    func daysAreDays(days: Int) async throws {
        let bench = ChannelBench()
        bench.network.move(to: .none)
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.retentionDays = days
                $0.uploadInterval = .seconds(30)
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        for number in 1...5 { channel.send(type: "net", meta: ["n": .integer(number)], payload: [1]) }
        let hour = Duration.seconds(3_600)
        bench.scheduler.advance(by: hour * (24 * days - 2))
        #expect(await bench.status(channel).waiting == 5)
        bench.scheduler.advance(by: hour * 4)
        #expect(await bench.status(channel).waiting == 0)
        #expect(await bench.status(channel).lost == 5)
        await bench.bench.stop(tracker)
    }
}
