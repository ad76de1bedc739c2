import Testing

@testable import SpoorChannel

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
        #expect(backoff.isAskedByServer(uptime: .seconds(10)))
        #expect(backoff.remaining(uptime: .seconds(10)) == .seconds(50))
        backoff.pause(uptime: .seconds(60))
        #expect(!backoff.isAskedByServer(uptime: .seconds(60)))
        #expect(backoff.remaining(uptime: .seconds(60)) == .seconds(1))
    }

    /// The server's wish lengthens our own wait and never shortens it.
    @Test(arguments: [Duration.seconds(-5), .zero, .seconds(1), .seconds(100), .seconds(1000)], [1, 3, 9, 400])
    func theLongerOfTheServersWaitAndOursHolds(asked: Duration, failures: Int) {
        var own = Backoff()
        var both = Backoff()
        for _ in 0..<failures {
            own.fail(asked: nil, uptime: .zero, random: 0.5)
            both.fail(asked: asked, uptime: .zero, random: 0.5)
        }
        #expect(both.end == max(own.end, asked))
        #expect(both.isAskedByServer(uptime: .zero) == (asked > .zero))
        #expect(!both.isAskedByServer(uptime: max(asked, .zero)), "a flush may break what is ours")
    }

    @Test func aRestartKeepsWhatTheServerAskedForApartFromOurs() throws {
        var backoff = Backoff()
        for _ in 0..<20 { backoff.fail(asked: .seconds(60), uptime: .zero, random: 1) }
        let saved = try #require(backoff.saved(uptime: .seconds(10), wallMilliseconds: 0))
        let restored = Backoff(restoring: saved, uptime: .zero, wallMilliseconds: 20_000)
        #expect(restored.end == .seconds(270) && restored.askedEnd == .seconds(30))
        let copy = try #require(SavedBackoff(saved.json))
        #expect(copy == saved)
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
        #expect(restored.isAskedByServer(uptime: .seconds(900)) == (leftMilliseconds > 0))
        #expect(restored.failures == 1)
    }
}
