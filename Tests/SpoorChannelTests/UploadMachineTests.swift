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
        size: (Int) -> Int = { _ in 500 },
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
                    inputs.append(.taken(count: batch.count, bytes: batch.reduce(0) { $0 + size($1) }))
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

    /// The search for a refused record is not begun anew at each attempt.
    @Test func whileTheServerRefusesEverythingEachAttemptIsOneRequest() {
        var queue = Array(1...50)
        var machine = self.machine()
        _ = self.play(&queue, with: &machine) { _ in .refused(named: []) }
        var asked: [[Int]] = []
        for round in 1...20 {
            let run = self.play(&queue, with: &machine, at: .seconds(round * 1000)) { _ in .refused(named: []) }
            #expect(run.outcome == .failed(.refused(named: [])) && run.buried.isEmpty)
            asked += run.requests
        }
        #expect(asked.count == 20 && asked.allSatisfy { $0.count == 1 })
        #expect(queue == Array(1...50))
    }

    @Test("A lone record that the collector could not open waits, however often it is tried")
    func aLoneUnopenedRecordIsKept() {
        var queue = [1]
        var machine = self.machine()
        for round in 1...3 {
            let run = self.play(&queue, with: &machine, at: .seconds(round * 1000)) { _ in .unopened(reason: "key") }
            #expect(run.buried.isEmpty && queue == [1] && run.outcome == .failed(.unopened(reason: "key")))
        }
        #expect(self.play(&queue, with: &machine, at: .seconds(9000), server: Self.accept).delivered == [1])
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

    /// O-09: a server that answers 413 to everything is not the events' fault.
    @Test(arguments: [2, 3, 10, 50], [1, 560, UploadMachine.surelyLarge])
    func twoSmallLoneRecordsTooLargeInARowStopAndKeepEverything(count: Int, bytes: Int) {
        var queue = Array(1...count)
        var machine = self.machine()
        for round in 1...3 {
            let run = self.play(&queue, with: &machine, at: .seconds(round * 1000), size: { _ in bytes }) { _ in
                .tooLarge
            }
            #expect(run.buried.isEmpty && queue == Array(1...count))
            #expect(run.outcome == .failed(.tooLarge) && machine.backoff.failures == round)
            // Later rounds only ask whether it still does.
            if round == 1 { #expect(run.requests.suffix(2) == [[1], [2]]) } else { #expect(run.requests.count == 1) }
        }
        // Once the server is right again, everything arrives.
        var delivered: [Int] = []
        for round in 4...5 where !queue.isEmpty {
            delivered += self.play(&queue, with: &machine, at: .seconds(round * 1000), server: Self.accept).delivered
        }
        #expect(delivered.sorted() == Array(1...count) && queue.isEmpty)
    }

    @Test(arguments: [560, UploadMachine.surelyLarge, UploadMachine.surelyLarge + 1, 2_000_000])
    func aRecordReallyTooLargeDoesNotHoldUpWhatIsBehindIt(bytes: Int) {
        for bad in 1...9 {
            var queue = Array(1...9)
            var machine = self.machine()
            let run = self.play(&queue, with: &machine, size: { $0 == bad ? bytes : 500 }) {
                $0.contains(bad) ? .tooLarge : Self.accept($0)
            }
            #expect(run.buried == [bad] && run.outcome == .complete && queue.isEmpty)
            #expect(run.delivered == (1...9).filter { $0 != bad })
            #expect(run.requests.filter { $0 == [bad] }.count == 1)
        }
    }

    /// Two neighbours of which at least one is large: the server is taken at its word for that one.
    @Test(arguments: [[3, 4], [3], [4], [1, 2, 3, 4, 5, 6]])
    func largeNeighboursAreSetAsideOneAfterTheOther(large: [Int]) {
        var queue = Array(1...6)
        var machine = self.machine()
        let run = self.play(&queue, with: &machine, size: { large.contains($0) ? 100_000 : 500 }) { batch in
            batch.contains { large.contains($0) || $0 == 3 } ? .tooLarge : Self.accept(batch)
        }
        let bad = Set(large).union([3])
        #expect(Set(run.buried) == bad && run.outcome == .complete && queue.isEmpty)
        #expect(run.delivered == (1...6).filter { !bad.contains($0) })
    }

    @Test func whatIsSetAsideForItsSizeIsToldAsSuch() {
        var machine = self.machine()
        let moment = UploadMachine.Moment(uptime: .zero, random: 0)
        _ = machine.handle(.trigger(.timer), at: moment)
        _ = machine.handle(.taken(count: 1, bytes: 500), at: moment)
        #expect(machine.handle(.answered(.tooLarge), at: moment).first == .setAside)
        #expect(machine.suspects == 1)
        _ = machine.handle(.woke, at: moment)
        #expect(machine.handle(.taken(count: 0), at: moment).first == .burySetAside(.tooLarge))
    }

    /// A refusal for size and one for another reason, in either order: the fault is the server's as well.
    @Test(arguments: [[UploadVerdict.tooLarge, .refused(named: [])], [.refused(named: []), .tooLarge]])
    func lonesRefusedForDifferentReasonsStopToo(verdicts: [UploadVerdict]) {
        var queue = [1, 2]
        var machine = self.machine(initial: 1, largest: 1)
        let run = self.play(&queue, with: &machine) { verdicts[$0[0] - 1] }
        #expect(queue == [1, 2] && run.buried.isEmpty && run.outcome == .failed(verdicts[1]))
    }

    @Test(arguments: [
        UploadVerdict.barred(status: 401), .unopened(reason: "wrong_key_or_changed"), .foreign(status: 200),
        .foreign(status: 302), .unreachable("cut off"),
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
