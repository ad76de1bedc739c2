import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What stands in `channels` is a Prism channel, however its configuration was made.
struct ChannelKindTests {
    private let bench = ChannelBench()

    @Test("A channel that was configured by its address alone delivers its records as records")
    func theAddressIsEnough() async throws {
        let tracker = self.bench.start(["apm": ChannelConfiguration(endpoint: "http://collector.test", project: "shop")]
        )
        let channel = try #require(tracker.channel("apm"))
        for number in 0..<20 { #expect(channel.send(type: "net", meta: ["n": .integer(number)]).reportID != nil) }
        let report = await self.bench.flush(channel)
        #expect(report == FlushReport(delivered: 20, rejected: 0, remaining: 0, outcome: .complete))
        #expect(self.bench.collector.packets(of: "apm").flatMap(\.numbers) == (0..<20).map { $0 })
        #expect(self.bench.bench.log.withLock { $0 } == [])
        await self.bench.bench.stop(tracker)
    }

    private static let settings: [(name: String, set: @Sendable (inout ChannelConfiguration) -> Void)] = [
        ("encoding", { $0.encoding = .packetV1 }),
        ("encoding of events", { $0.encoding = .json }),
        ("clearsOnUpgrade", { $0.clearsOnUpgrade = false }),
        ("uploadInterval", { $0.uploadInterval = .seconds(15) }),
        ("initialBatchCount", { $0.initialBatchCount = 50 }),
        ("maxBatchCount", { $0.maxBatchCount = 7 }),
        ("rules", { $0.rules = nil }),
        ("bulkSize", { $0.bulkSize = 3 }),
        ("kind", { $0.kind = .prism }),
        ("nothing", { _ in }),
    ]

    @Test(
        "What the app set holds, a value that is the tracker's default too; the rest is as in Prism channels",
        arguments: settings.indices
    )
    func whatWasSetHolds(index: Int) {
        let set = Self.settings[index].set
        var plain = ChannelConfiguration(endpoint: "http://collector.test", project: "shop")
        set(&plain)
        var prism = ChannelConfiguration.prism(endpoint: "http://collector.test", project: "shop")
        set(&prism)
        #expect(plain.asPrism == prism, "\(Self.settings[index].name)")
        #expect(prism.asPrism == prism)
    }

    @Test func whoSetADefaultHasNoOtherConfiguration() {
        let one = ChannelConfiguration(endpoint: "http://collector.test")
        var other = one
        other.uploadInterval = .seconds(15)
        #expect(one == other && one.asPrism != other.asPrism)
    }
}
