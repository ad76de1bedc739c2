import SpoorChannel
import Testing

struct BackoffTests {
    @Test(arguments: [(1, 1.0), (2, 2), (5, 16), (9, 256), (10, 300), (400, 300)])
    func waitsDoubleUpToTheCeiling(failures: Int, seconds: Double) {
        var longest = Backoff()
        var shortest = Backoff()
        for _ in 0..<failures {
            longest.fail(asked: nil, uptime: .zero, random: 1)
            shortest.fail(asked: nil, uptime: .zero, random: 0)
        }
        #expect(longest.remaining(uptime: .zero) == .seconds(seconds))
        #expect(shortest.remaining(uptime: .zero) == max(.seconds(1), .seconds(seconds / 2)))
    }

    @Test func aPauseDoesNotTurnTheServersWaitIntoOurs() {
        var backoff = Backoff()
        backoff.fail(asked: .seconds(60), uptime: .zero, random: 0)
        backoff.pause(uptime: .seconds(10))
        #expect(backoff.isAskedByServer && backoff.remaining(uptime: .seconds(10)) == .seconds(50))
        backoff.pause(uptime: .seconds(60))
        #expect(!backoff.isAskedByServer && backoff.remaining(uptime: .seconds(60)) == .seconds(1))
    }

    @Test func successForgetsFailures() {
        var backoff = Backoff()
        backoff.fail(asked: .seconds(60), uptime: .zero, random: 0)
        backoff.succeed()
        #expect(backoff == Backoff())
        #expect(backoff.saved(uptime: .zero, wallMilliseconds: 0) == nil)
    }

    @Test(
        arguments: [
            (0, 60_000), (20_000, 40_000), (60_000, 0), (3_600_000, 0),
            (-3_600_000, 60_000), (-1_000_000_000_000, 60_000), (4_000_000_000_000, 0),
        ] as [(Int64, Int64)]
    )
    func aRestartKeepsTheWaitWhateverTheClockDid(clockChange: Int64, leftMilliseconds: Int64) throws {
        var backoff = Backoff()
        backoff.fail(asked: .seconds(60), uptime: .seconds(5), random: 0)
        let wall: Int64 = 1_772_712_000_000
        let saved = try #require(backoff.saved(uptime: .seconds(5), wallMilliseconds: wall))
        let restored = Backoff(restoring: saved, uptime: .seconds(900), wallMilliseconds: wall + clockChange)
        #expect(restored.remaining(uptime: .seconds(900)) == .milliseconds(leftMilliseconds))
        #expect(restored.isAskedByServer)
        #expect(restored.failures == 1)
    }
}
