import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Network, budget and rules, in whole channels.
struct ChannelGateTests {
    private static let rules = [TypeRule(type: "net"), TypeRule(type: "appLag", onlyWifi: true)]

    @Test(
        "Without network nothing is asked for; what waits goes when one comes",
        arguments: [NetworkStatus.wifi, .cellular]
    )
    func networkComes(status: NetworkStatus) async throws {
        let bench = ChannelBench()
        bench.network.move(to: .none)
        let tracker = bench.start()
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        let held = await bench.flush(channel)
        #expect(held.outcome == .held(.noNetwork))
        #expect(held.remaining == 1)
        bench.scheduler.advance(by: .seconds(300))
        #expect(bench.collector.requestTimes(of: "apm").isEmpty)
        let came = bench.scheduler.uptime
        bench.network.move(to: status)
        bench.scheduler.settle()
        #expect(bench.collector.packets.map(\.at) == [came])
        await bench.bench.stop(tracker)
    }

    @Test(
        "A type that is for Wi-Fi only waits for it on cellular and on an unknown network, and the others go",
        arguments: [
            NetworkStatus.cellular, .unknown,
        ]
    )
    func onlyWifi(status: NetworkStatus) async throws {
        let bench = ChannelBench()
        bench.network.move(to: status)
        let tracker = bench.start(["apm": ChannelBench.configuration { $0.rules = Self.rules }])
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "appLag", meta: ["n": 1])
        channel.send(type: "net", meta: ["n": 2])
        let report = await bench.flush(channel)
        #expect(report.outcome == .held(.onlyWifi))
        #expect(bench.collector.packets.flatMap(\.numbers) == [2])
        bench.network.move(to: .wifi)
        bench.scheduler.settle()
        #expect(bench.collector.packets.flatMap(\.numbers) == [2, 1])
        await bench.bench.stop(tracker)
    }

    @Test("A budget of nothing keeps everything for Wi-Fi")
    func noBudget() async throws {
        let bench = ChannelBench()
        bench.network.move(to: .cellular)
        let tracker = bench.start(["apm": ChannelBench.configuration { $0.dailyCellularBytes = 0 }])
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        #expect(await bench.flush(channel).outcome == .held(.noBudget))
        await bench.bench.stop(tracker)
    }

    @Test("The budget holds over failures and restarts, batches shrink to fit it, and Wi-Fi is free")
    func budget() async throws {
        let bench = ChannelBench()
        bench.network.move(to: .cellular)
        let configuration = ChannelBench.configuration { $0.dailyCellularBytes = 12_000 }
        var tracker = bench.start(["apm": configuration])
        var channel = try #require(tracker.channel("apm"))
        // A failed request of about 4 KB counts as well.
        bench.collector.set(.answer(.failure("cut")), for: "apm")
        channel.send(type: "net", meta: ["n": 1, "noise": ChannelNoise.text(5_000, seed: 1)])
        #expect(await bench.flush(channel).outcome == .failed(.unreachable("cut")))
        await bench.bench.stop(tracker)

        bench.collector.set(.store, for: "apm")
        tracker = bench.start(["apm": configuration])
        channel = try #require(tracker.channel("apm"))
        for number in 2...4 {
            channel.send(
                type: "net",
                meta: ["n": .integer(Int64(number)), "noise": ChannelNoise.text(5_000, seed: number)]
            )
        }
        bench.scheduler.advance(by: .seconds(120))
        let sent = bench.collector.packets
        // 4 KB went with the failure, then what fits; one record may be the drop that spills.
        #expect(sent.flatMap(\.numbers) == [1, 2])
        #expect(sent.reduce(0) { $0 + $1.bytes } <= 12_000)
        #expect(await bench.status(channel).waiting == 2)
        bench.network.move(to: .wifi)
        bench.scheduler.settle()
        #expect(bench.collector.packets.flatMap(\.numbers) == [1, 2, 3, 4])
        await bench.bench.stop(tracker)
    }

    @Test("A collector on the device itself is reached without network and costs no budget")
    func loopback() async throws {
        let bench = ChannelBench()
        bench.network.move(to: .none)
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.endpoint = "http://localhost:8080"
                $0.dailyCellularBytes = 0
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        #expect(await bench.flush(channel).outcome == .complete)
        await bench.bench.stop(tracker)
    }

    @Test("The tracker's events go through the same gate", arguments: NetworkStatus.allCases)
    func trackerGate(status: NetworkStatus) async throws {
        let bench = ChannelBench()
        bench.network.move(to: status)
        let tracker = bench.start([:])
        tracker.track("viewed")
        let report = await bench.bench.flush(tracker)
        #expect(report.outcome == (status == .none ? .held(.noNetwork) : .complete))
        bench.network.move(to: .wifi)
        bench.scheduler.advance(by: .seconds(1))
        #expect(bench.bench.collector.names == ["viewed"])
        await bench.bench.stop(tracker)
    }

    @Test(
        "A burst of 1000 real-time records makes at most two uploads, and the last record is in them",
        arguments: [20, 200, 1_000, 1_900] as [Double],
        [5, 20, 300]
    )
    func burst(length: Double, delay: Int) async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.rules = [TypeRule(type: "alarm", isRealtime: true)]
                $0.uploadInterval = .seconds(30)
            }
        ])
        bench.collector.setDelay(.milliseconds(delay))
        let channel = try #require(tracker.channel("apm"))
        for number in 1...1_000 {
            channel.send(type: "alarm", meta: ["n": .integer(Int64(number))])
            if number.isMultiple(of: 10) { bench.scheduler.advance(by: .milliseconds(length / 100)) }
        }
        bench.scheduler.advance(by: .seconds(10))
        #expect(bench.collector.packets.flatMap(\.numbers).sorted() == Array(1...1_000))
        // Requests of one upload follow each other at the answer; a longer pause begins another upload.
        let times = bench.collector.requestTimes(of: "apm")
        let uploads = zip(times, times.dropFirst()).filter { $1 - $0 != .milliseconds(delay) }.count + 1
        #expect(uploads <= 2)
        // The limit of 100 records asks for ten, and each upload may end with a batch that is not full.
        #expect(times.count <= 12)
        await bench.bench.stop(tracker)
    }
}
