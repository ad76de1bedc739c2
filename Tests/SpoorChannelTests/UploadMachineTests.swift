import SpoorChannel
import Testing

/// The machine against a tiny server and queue, in virtual time.
struct UploadMachineTests {
    /// What a run came to.
    struct Run: Equatable {
        var delivered: [Int] = []
        var buried: [Int] = []
        var requests: [[Int]] = []
        var waits: [Duration] = []
        var outcome: UploadOutcome?
    }

    /// Plays one trigger to its end, or until `limit` requests were made.
    private func play(
        _ queue: inout [Int],
        with machine: inout UploadMachine,
        limit: Int = 100,
        at start: Duration = .zero,
        server: ([Int]) -> UploadVerdict
    ) -> Run {
        var run = Run()
        var uptime = start
        var batch: [Int] = []
        var aside: [Int] = []
        var inputs: [UploadMachine.Input] = [.trigger(.timer)]
        while !inputs.isEmpty, run.requests.count < limit {
            let moment = UploadMachine.Moment(uptime: uptime, random: 0.5)
            for action in machine.handle(inputs.removeFirst(), at: moment) {
                switch action {
                case .take(let maxCount):
                    batch = Array(queue.filter { !aside.contains($0) }.prefix(maxCount))
                    inputs.append(.taken(count: batch.count))
                case .send:
                    run.requests.append(batch)
                    inputs.append(.answered(server(batch)))
                case .settle(let receipt):
                    let rejected = receipt.rejected
                    run.delivered += batch.enumerated().filter { !rejected.contains($0.offset) }.map(\.element)
                    run.buried += rejected.map { batch[$0] }
                    queue.removeAll { batch.contains($0) }
                case .discard:
                    queue.removeAll { batch.contains($0) }
                case .bury(let positions, _):
                    run.buried += positions.map { batch[$0] }
                    queue.removeAll { element in positions.contains { batch[$0] == element } }
                case .release, .saveBackoff:
                    break
                case .setAside:
                    aside = batch
                case .burySetAside:
                    run.buried += aside
                    queue.removeAll { aside.contains($0) }
                    aside = []
                case .releaseSetAside:
                    aside = []
                case .wake(let wait):
                    run.waits.append(wait)
                    uptime += wait
                    if machine.isRunning { inputs.append(.woke) }
                case .finish(let outcome):
                    run.outcome = outcome
                }
            }
        }
        return run
    }

    private func machine(initial: Int = 50, largest: Int = 1000) -> UploadMachine {
        UploadMachine(sizer: BatchSizer(initial: initial, largest: largest))
    }

    private static func accept(_ batch: [Int]) -> UploadVerdict {
        .delivered(UploadReceipt(stored: batch.count, duplicate: 0, rejected: []))
    }

    @Test func batchesGrowAndKeepTheOrder() {
        var queue = Array(1...1000)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine, server: Self.accept)
        #expect(run.delivered == Array(1...1000))
        #expect(run.requests.map(\.count) == [50, 100, 200, 400, 250])
        #expect(run.outcome == .complete && run.waits.isEmpty && queue.isEmpty)
    }

    /// Bug case O-07: one event that the server refuses.
    @Test(arguments: [1, 2, 17, 25, 26, 49, 50])
    func aRefusedEventIsIsolatedByHalving(bad: Int) {
        var queue = Array(1...120)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { $0.contains(bad) ? .refused(named: []) : Self.accept($0) }
        #expect(run.buried == [bad])
        #expect(run.delivered == (1...120).filter { $0 != bad })
        let untilAlone = run.requests.prefix { $0 != [bad] }.count + 1
        #expect(untilAlone <= 13)
        #expect(run.waits.count >= untilAlone - 1 && run.waits.allSatisfy { $0 >= .seconds(1) })
        #expect(run.outcome == .complete && queue.isEmpty)
    }

    /// O-07: a search goes on after a restart, and no two of its requests come closer than the shortest wait.
    @Test func aSearchSurvivesARestartAndKeepsItsDistance() {
        var queue = Array(1...50)
        var machine = self.machine()
        let server: ([Int]) -> UploadVerdict = { $0.contains(17) ? .refused(named: []) : Self.accept($0) }
        let first = self.play(&queue, with: &machine, limit: 3, server: server)
        #expect(first.requests.map(\.count) == [50, 25, 12])
        let suspects = machine.suspects
        // The third request had no answer yet when the process ended.
        #expect(suspects == 25)
        machine = self.machine()
        machine.resumeSearch(among: suspects ?? 0, at: .zero)
        #expect(machine.backoff.remaining(uptime: .zero) == Backoff.shortest)
        #expect(machine.handle(.trigger(.launch), at: .init(uptime: .zero, random: 0)).first.map(Self.isWait) == true)
        let second = self.play(&queue, with: &machine, at: .seconds(1), server: server)
        #expect(second.requests.first?.count == 12)
        #expect(second.buried == [17])
        #expect(first.delivered + second.delivered == (1...50).filter { $0 != 17 })
        let untilAlone = second.requests.prefix { $0 != [17] }.count + 1
        #expect(first.requests.count - 1 + untilAlone <= 13)
        // Each request of the search but the last is followed by a wait; the machine forgets the search at its end.
        #expect(second.waits.count == untilAlone && machine.suspects == nil)
    }

    @Test(
        "O-07 wherever the refused event stands, and whenever the app ends: at most thirteen requests",
        arguments: 1...50
    )
    func aRestartDoesNotLengthenTheSearch(bad: Int) {
        let server: ([Int]) -> UploadVerdict = { $0.contains(bad) ? .refused(named: []) : Self.accept($0) }
        for limit in 1...9 {
            var queue = Array(1...50)
            var machine = self.machine()
            // The last of these requests had no answer yet when the process ended, so that it is made again.
            let first = self.play(&queue, with: &machine, limit: limit, server: server)
            let suspects = machine.suspects
            machine = self.machine()
            if let suspects { machine.resumeSearch(among: suspects, at: .zero) }
            let second = self.play(&queue, with: &machine, at: .seconds(1), server: server)
            let untilAlone = (first.requests + second.requests).prefix { $0 != [bad] }.count + 1
            #expect(untilAlone <= 13, "restart at request \(limit)")
            #expect(first.buried + second.buried == [bad] && queue.isEmpty)
            #expect(first.delivered + second.delivered == (1...50).filter { $0 != bad })
        }
    }

    /// In a debug mode any answer ends an event's life.
    @Test func whatADebugReceiverRefusesIsDeleted() {
        var queue = Array(1...3)
        var machine = self.machine(initial: 1, largest: 1)
        let run = self.play(&queue, with: &machine) { $0 == [2] ? .discarded(status: 400) : Self.accept($0) }
        #expect(run.requests == [[1], [2], [3]] && queue.isEmpty)
        #expect(run.delivered == [1, 3] && run.outcome == .complete && run.waits.isEmpty)
    }

    @Test func indexesTheServerNamesNeedNoSearch() {
        var queue = Array(1...50)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { batch in
            batch.contains(17) ? .refused(named: [16]) : Self.accept(batch)
        }
        #expect(run.buried == [17])
        #expect(run.requests.count == 2)
        #expect(run.delivered == (1...50).filter { $0 != 17 })
    }

    /// O-07: a server that refuses everything is not the events' fault.
    @Test func twoLoneRefusalsInARowStopAndKeepEverything() {
        var queue = Array(1...50)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { _ in .refused(named: []) }
        #expect(run.buried.isEmpty && run.delivered.isEmpty)
        #expect(queue == Array(1...50))
        #expect(run.outcome == .failed(.refused(named: [])))
    }

    @Test func theOnlyEventThatIsRefusedBecomesADeadLetter() {
        var queue = [1]
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { _ in .refused(named: []) }
        #expect(run.buried == [1] && queue.isEmpty && run.outcome == .complete)
    }

    /// Bug case O-09: halve what was sent, never the same set again, one alone is set aside.
    @Test func tooLargeHalvesWhatWasSent() {
        var queue = Array(1...20)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { $0.count > 6 ? .tooLarge : Self.accept($0) }
        #expect(run.requests.prefix(3).map(\.count) == [20, 10, 5])
        #expect(run.delivered == Array(1...20))
        for (earlier, later) in zip(run.requests, run.requests.dropFirst()) { #expect(earlier != later) }
    }

    @Test func oneEventThatAloneIsTooLargeStopsNobody() {
        var queue = Array(1...5)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { $0.contains(3) ? .tooLarge : Self.accept($0) }
        #expect(run.buried == [3])
        #expect(run.delivered == [1, 2, 4, 5])
        #expect(run.outcome == .complete)
    }

    @Test(arguments: [
        UploadVerdict.barred(status: 401), .foreign(status: 200), .foreign(status: 302), .unreachable("cut off"),
        .overloaded(status: 503, wait: nil),
    ])
    func failuresKeepEverythingAndBackOff(verdict: UploadVerdict) {
        var queue = Array(1...10)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine) { _ in verdict }
        #expect(queue == Array(1...10))
        #expect(run.requests.count == 1)
        #expect(run.outcome == .failed(verdict))
        #expect(machine.backoff.failures == 1)
        #expect(machine.handle(.trigger(.bulk), at: .init(uptime: .zero, random: 0)).first.map(Self.isWait) == true)
    }

    /// O-10, our policy: a flush by hand breaks our own wait, never the one a server asked for.
    @Test(arguments: [(nil, true), (Duration.seconds(120), false)])
    func aManualFlushBreaksOnlyOurOwnWait(asked: Duration?, breaks: Bool) {
        var queue = [1]
        var machine = self.machine()
        _ = self.play(&queue, with: &machine) { _ in .overloaded(status: 503, wait: asked) }
        let actions = machine.handle(.trigger(.flush), at: .init(uptime: .zero, random: 0))
        #expect((actions == [.take(maxCount: 50)]) == breaks)
    }

    @Test func switchedOffItOnlySaysSo() {
        var machine = self.machine()
        machine.isEnabled = false
        #expect(machine.handle(.trigger(.flush), at: .init(uptime: .zero, random: 0)) == [.finish(.disabled)])
    }

    private static func isWait(_ action: UploadMachine.Action) -> Bool {
        if case .finish(.waiting) = action { true } else { false }
    }
}
