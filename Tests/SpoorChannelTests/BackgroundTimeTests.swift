import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorChannel

/// The app's time in the background ends, whatever the server does.
struct BackgroundTimeTests {
    /// What a server does that never answers in time.
    enum Silence: CaseIterable, Sendable {
        case noAnswer, lateAnswer
    }

    private func bench(_ encoding: ChannelEncoding, _ silence: Silence) throws -> EncodingBench {
        try EncodingBench(
            EncodingBench.configuration(encoding),
            delay: silence == .noAnswer ? nil : .seconds(200)
        ) { request, _ in EncodingBench.receipt(request) }
    }

    @Test(
        "In the background the end comes five seconds before the system stops the app, also of what was under way",
        arguments: [ChannelEncoding.packet, .packetV1],
        [8, 13, 28, 35, 100]
    )
    func theEndComesInTime(encoding: ChannelEncoding, remaining: Int) throws {
        for silence in Silence.allCases {
            for isUnderWay in [false, true] {
                let bench = try self.bench(encoding, silence)
                bench.report("net", payload: [1])
                bench.report("appLag")
                if isUnderWay { bench.upload(.seconds(1)) }
                let start = bench.scheduler.uptime
                let ended = Locked<Duration?>(nil)
                let scheduler = bench.scheduler
                bench.channel.worker.enterBackground(remaining: .seconds(remaining)) {
                    ended.withLock { $0 = scheduler.uptime - start }
                }
                bench.scheduler.advance(by: .seconds(300))
                let time = try #require(ended.withLock { $0 })
                #expect(time <= .seconds(remaining - 5), "\(silence) \(isUnderWay)")
                let own = bench.transport.requests.suffix(isUnderWay ? 0 : 2)
                #expect(own.allSatisfy { $0.wholeTimeout <= .seconds(remaining - 5) })
            }
        }
    }

    @Test func inFrontAnAnswerMayTakeItsTime() throws {
        let bench = try self.bench(.packet, .noAnswer)
        bench.report("appLag")
        bench.upload(.seconds(1))
        #expect(bench.transport.requests.first?.wholeTimeout == .seconds(90))
        bench.channel.worker.enterBackground(remaining: .seconds(20)) {}
        bench.scheduler.advance(by: .seconds(2))
        bench.channel.worker.enterForeground()
        bench.scheduler.advance(by: .seconds(30))
        #expect(bench.transport.requests.last?.wholeTimeout == .seconds(90))
    }
}
