import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Faults of the first design, in whole channels; the others stand beside the rules and the store they belong to.
struct PrismDefectTests {
    @Test("Prism defect 6: a monitoring record without payload starts an upload at once where its rule says so")
    func realtimeWithoutPayload() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.rules = [TypeRule(type: "alarm", isRealtime: true), TypeRule(type: "net")]
                $0.uploadInterval = .seconds(30)
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(5))
        #expect(bench.collector.packets.isEmpty)
        channel.send(type: "alarm", meta: ["n": 2])
        bench.scheduler.advance(by: .milliseconds(100))
        #expect(bench.collector.packets.map(\.numbers) == [[1, 2]])
        await bench.bench.stop(tracker)
    }

    @Test(
        "Prism defect 9: 100 metas of 10 KB that gzip cannot shrink arrive whole",
        arguments: [
            ChannelEncoding.packetV1, .packet,
        ]
    )
    func largeMetas(encoding: ChannelEncoding) async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.encoding = encoding
                $0.maxBodyBytes = 3_000_000
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        for number in 0..<100 {
            let meta = ["n": JSONValue.integer(Int64(number)), "x": ChannelNoise.text(9_800, seed: number)]
            #expect(channel.send(type: "net", meta: meta, payload: [UInt8(number)]).reportID != nil)
        }
        bench.scheduler.advance(by: .seconds(120))
        #expect(bench.collector.undecodable == 0)
        #expect(bench.collector.packets.flatMap(\.numbers).sorted() == Array(0..<100))
        for packet in bench.collector.packets {
            for meta in packet.metas {
                let number = try #require(meta["n"]?.int64Value)
                #expect(meta["x"] == ChannelNoise.text(9_800, seed: Int(number)))
                #expect(packet.payloads[meta["REPORT_ID"]?.stringValue ?? ""] == [UInt8(number)])
            }
        }
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 12: one channel that uses up its budget leaves the others theirs")
    func ownBudgets() async throws {
        let bench = ChannelBench()
        bench.network.move(to: .cellular)
        let small = ChannelBench.configuration { $0.dailyCellularBytes = 4_000 }
        let tracker = bench.start(["a": small, "b": small])
        let (first, second) = (try #require(tracker.channel("a")), try #require(tracker.channel("b")))
        for number in 1...5 {
            first.send(type: "net", meta: ["n": .integer(Int64(number)), "x": ChannelNoise.text(3_000, seed: number)])
            bench.scheduler.advance(by: .seconds(10))
        }
        #expect(bench.collector.packets(of: "a").count < 5)
        #expect(await bench.flush(first).outcome == .held(.budgetSpent))
        second.send(type: "net", meta: ["n": 9])
        #expect(await bench.flush(second).outcome == .complete)
        #expect(bench.collector.packets(of: "b").flatMap(\.numbers) == [9])
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 13: a dead server is not asked every 5 seconds")
    func deadServer() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        bench.collector.set(.answer(.failure("no route to host")), for: "apm")
        let channel = try #require(tracker.channel("apm"))
        for number in 0..<120 {
            channel.send(type: "net", meta: ["n": .integer(number)])
            bench.scheduler.advance(by: .seconds(5))
        }
        let times = bench.collector.requestTimes(of: "apm")
        // Waits double from about a second to five minutes: ten minutes have room for about ten.
        #expect((4...14).contains(times.count))
        let waits = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(waits.allSatisfy { $0 >= .seconds(1) })
        #expect((waits.last ?? .zero) > .seconds(60))
        bench.collector.set(.store, for: "apm")
        bench.scheduler.advance(by: .seconds(300))
        #expect(bench.collector.packets.flatMap(\.numbers).sorted() == Array(0..<120))
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 13: what the server asks for as a wait is kept, real-time records included")
    func retryAfter() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        bench.collector.set(
            .answer(.response(UploadResponse(status: 503, headers: ["Retry-After": "120"]))),
            for: "apm"
        )
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "appCrash", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(1))
        bench.collector.set(.store, for: "apm")
        channel.send(type: "appCrash", meta: ["n": 2])
        bench.scheduler.advance(by: .seconds(110))
        #expect(bench.collector.packets.isEmpty)
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == [1, 2])
        await bench.bench.stop(tracker)
    }

    @Test(
        "Prism defect 14: a record of business is checked against the rules of its own channel, and of its prefix first"
    )
    func businessRules() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "a": ChannelBench.configuration { $0.rules = [TypeRule(type: "order")] },
            "b": ChannelBench.configuration { $0.rules = [TypeRule(type: "shop-order", isRealtime: true)] },
            "c": ChannelBench.configuration { $0.rules = [TypeRule(type: "net")] },
        ])
        func answer(_ namespace: String, _ prefix: String) throws -> SendAnswer {
            try #require(tracker.channel(namespace)).send(type: "order", prefix: prefix, meta: ["n": 1])
        }
        #expect(try answer("a", "shop").reportID != nil)
        #expect(try answer("b", "shop").reportID != nil)
        #expect(try answer("b", "web") == .dropped(.typeNotListed("web-order")))
        #expect(try answer("c", "shop") == .dropped(.typeNotListed("shop-order")))
        await bench.bench.stop(tracker)
    }

    @Test("Prism defect 14: a channel that nobody configured takes records of business and uploads them over cellular")
    func unconfiguredBusiness() async throws {
        let bench = ChannelBench()
        bench.network.move(to: .cellular)
        let tracker = bench.start([:])
        let orders = try #require(tracker.channel("orders"))
        bench.scheduler.settle()
        #expect(orders.send(type: "paid", prefix: "shop", values: ["n": 1, "items": ["A-17"]]).reportID != nil)
        #expect(orders.send(type: "paid", meta: ["n": 2]) == .dropped(.typeNotListed("paid")))
        bench.scheduler.advance(by: .seconds(10))
        #expect(bench.collector.packets(of: "orders").flatMap(\.types) == ["shop-paid"])
        await bench.bench.stop(tracker)
    }
}
