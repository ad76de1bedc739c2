import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorChannel

/// Why nothing leaves is said once for each reason, by the ways that are used.
struct HoldSentenceTests {
    private let network = ManualNetworkMonitor(.none)

    private static func count(_ bench: EncodingBench) -> Int {
        let sentence = UploadGate.Reason.noNetwork.sentence
        return bench.log.withLock { lines in lines.filter { $0.contains(sentence) }.count }
    }

    @Test(
        "The first sentence of a form is silenced by no other form, also when the form comes back",
        arguments: [ChannelEncoding.packetV1, .packet],
        [[UInt8]](arrayLiteral: [], [1])
    )
    func otherForm(first: ChannelEncoding, payload: [UInt8]) throws {
        let second: ChannelEncoding = first == .packet ? .packetV1 : .packet
        let bench = try EncodingBench(EncodingBench.configuration(first), network: self.network)
        bench.report("net", payload: payload)
        bench.upload()
        bench.upload()
        // Both ways of a form with two have the same reason.
        #expect(Self.count(bench) == 1)
        for (said, form) in [second, first, second].enumerated() {
            bench.channel.applyNow(EncodingBench.configuration(form))
            bench.scheduler.advance(by: .seconds(1))
            bench.upload()
            #expect(Self.count(bench) == said + 2)
        }
        #expect(bench.transport.requests.isEmpty)
    }

    @Test(
        "A reason that is over is said again when it comes back, also where one of two ways had nothing to send",
        arguments: [ChannelEncoding.packetV1, .packet],
        [[UInt8]](arrayLiteral: [], [1])
    )
    func comesBack(form: ChannelEncoding, payload: [UInt8]) throws {
        let bench = try EncodingBench(EncodingBench.configuration(form), network: self.network)
        for turn in 1...3 {
            self.network.move(to: .none)
            bench.report("net", payload: payload)
            bench.upload()
            bench.upload()
            #expect(Self.count(bench) == turn)
            self.network.move(to: .wifi)
            bench.scheduler.settle()
            #expect(bench.store.counts.records == 0)
        }
    }
}
