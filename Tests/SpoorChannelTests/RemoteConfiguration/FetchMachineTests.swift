import Testing

@testable import SpoorChannel

/// When the configuration is fetched, as a table of inputs and actions.
struct FetchMachineTests {
    private var machine = FetchMachine(interval: .seconds(3600))

    private func at(_ seconds: Int, _ random: Double = 0.5) -> FetchMachine.Moment {
        FetchMachine.Moment(time: .seconds(seconds), random: random)
    }

    @Test func nothingIsFetchedBeforeTheLaunch() {
        var machine = self.machine
        for input in [.woke, .refresh, .enteredFront, .leftFront, .enteredFront] as [FetchMachine.Input] {
            #expect(machine.handle(input, at: self.at(100)) == [])
        }
    }

    @Test(arguments: [0, 0.25, 0.999])
    func theFirstRequestComesAtARandomMomentAfterTheLaunch(_ random: Double) {
        var machine = self.machine
        let wait = Duration.seconds(10) * random
        #expect(machine.handle(.launched, at: self.at(5, random)) == [.wake(after: .seconds(5) + wait - .seconds(5))])
        #expect(machine.handle(.launched, at: self.at(6, 0.9)) == [], "a second launch changes nothing")
        #expect(machine.handle(.woke, at: self.at(15)) == [.fetch])
        #expect(machine.handle(.woke, at: self.at(16)) == [], "one request at a time")
    }

    @Test(arguments: [(0, 2880), (0.5, 3600), (0.999_999, 4319)])
    func theIntervalIsDrawnAnewEachTime(_ random: Double, _ seconds: Int64) throws {
        var machine = self.machine
        _ = machine.handle(.launched, at: self.at(0, 0))
        _ = machine.handle(.woke, at: self.at(0))
        let actions = machine.handle(.succeeded, at: self.at(1, random))
        guard case .wake(let wait)? = actions.first else { throw Missing() }
        #expect(wait.components.seconds == seconds)
    }

    @Test func failuresWaitLongerAndLongerUpToTheInterval() {
        var machine = FetchMachine(interval: .seconds(300))
        _ = machine.handle(.launched, at: self.at(0, 0))
        var waits: [Int64] = []
        var now = 0
        for _ in 0..<8 {
            #expect(machine.handle(.woke, at: self.at(now)) == [.fetch])
            if case .wake(let wait)? = machine.handle(.failed(asked: nil), at: self.at(now, 0.999_999_999)).last {
                waits.append((wait + .milliseconds(1)).components.seconds)
                now += 301
            }
        }
        #expect(waits == [15, 30, 60, 120, 240, 300, 300, 300])
        #expect(machine.handle(.failed(asked: nil), at: self.at(now, 0)) == [.wake(after: .seconds(150))])
    }

    @Test func aWaitThatTheServerAsksForIsKeptAndNotBroken() {
        var machine = self.machine
        _ = machine.handle(.launched, at: self.at(0, 0))
        _ = machine.handle(.woke, at: self.at(0))
        let actions = machine.handle(.failed(asked: .seconds(7200)), at: self.at(0))
        #expect(actions == [.keepWait, .wake(after: .seconds(7200))])
        #expect(machine.handle(.refresh, at: self.at(10)) == [])
        #expect(machine.handle(.enteredFront, at: self.at(10)) == [.wake(after: .seconds(7190))])
        #expect(machine.handle(.woke, at: self.at(7200)) == [.fetch])
        #expect(machine.handle(.succeeded, at: self.at(7201)).first == .keepWait, "a wait that is over is forgotten")
    }

    @Test func aWaitOfOurOwnIsBrokenByARefresh() {
        var machine = self.machine
        _ = machine.handle(.launched, at: self.at(0, 0))
        _ = machine.handle(.woke, at: self.at(0))
        _ = machine.handle(.failed(asked: nil), at: self.at(0))
        #expect(machine.handle(.refresh, at: self.at(1)) == [.fetch])
        #expect(machine.handle(.refresh, at: self.at(1)) == [])
    }

    @Test func aRestartTakesUpTheServersWait() {
        var machine = self.machine
        machine.restore(waitUntil: .seconds(500), failures: 1)
        #expect(machine.handle(.launched, at: self.at(0)) == [.wake(after: .seconds(500))])
        #expect(machine.handle(.refresh, at: self.at(1)) == [])
    }

    @Test func nothingIsFetchedOutOfSight() {
        var machine = self.machine
        _ = machine.handle(.leftFront, at: self.at(0))
        #expect(machine.handle(.launched, at: self.at(0)) == [])
        #expect(machine.handle(.woke, at: self.at(9000)) == [])
        #expect(machine.handle(.enteredFront, at: self.at(9000)) == [.fetch])
    }

    @Test func comingBackAfterALongSleepFetchesWhatIsDue() {
        var machine = self.machine
        _ = machine.handle(.launched, at: self.at(0, 0))
        _ = machine.handle(.woke, at: self.at(0))
        _ = machine.handle(.succeeded, at: self.at(0))
        #expect(machine.handle(.enteredFront, at: self.at(60)) == [.wake(after: .seconds(3540))])
        #expect(machine.handle(.enteredFront, at: self.at(3600)) == [.fetch])
    }

    @Test(arguments: [(0, 60), (-5, 60), (3600, 3600), (1 << 40, 604_800)])
    func theIntervalHasBounds(_ seconds: Int, _ used: Int) {
        #expect(FetchMachine(interval: .seconds(seconds)).interval == .seconds(used))
    }

    private struct Missing: Error {}
}
