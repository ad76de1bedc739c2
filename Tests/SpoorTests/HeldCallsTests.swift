import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What waits for storage: how much of it, in which order, and what is said of the rest.
struct HeldCallsTests {
    private let bench = TestBench()

    private static func call(_ number: Int, _ done: Locked<[Int]>) -> HeldCalls.Call {
        { _ in
            done.withLock { $0.append(number) }
            return .dropped(.unchanged)
        }
    }

    /// Carries out all that waits.
    ///
    /// - Returns: how many calls each slice had.
    private static func carryOut(_ calls: inout HeldCalls) -> [Int] {
        var state = TrackerState(
            surroundings: Surroundings(Presets.Source(), install: "", at: 0, zone: FixedZone(seconds: 0))
        )
        var sizes: [Int] = []
        while !calls.isEmpty {
            let slice = calls.takeSlice()
            sizes.append(slice.count)
            for call in slice { _ = call(&state) }
        }
        return sizes
    }

    @Test("lower classes give room first, oldest first, by count and by bytes", arguments: [0, 250_000])
    func dearerEventsFindRoom(bytes: Int) {
        var calls = HeldCalls()
        let done = Locked<[Int]>([])
        let most = bytes == 0 ? HeldCalls.maxCount : HeldCalls.maxBytes / (bytes + HeldCalls.callBytes)
        for number in 0..<most {
            let recordClass: RecordClass = number % 2 == 0 ? .tracked : .automatic
            #expect(calls.hold(.event(recordClass), bytes: bytes, Self.call(number, done)) == .held)
        }
        #expect(calls.hold(.event(.automatic), bytes: bytes, Self.call(-1, done)) == .noRoom)
        #expect(calls.hold(.event(.tracked), bytes: bytes, Self.call(most, done)) == .held)
        #expect(calls.hold(.event(.identity), bytes: bytes, Self.call(most + 1, done)) == .held)
        #expect(calls.count == most && calls.lost == [Loss(.noRoomBeforeOpening, .automatic, count: 3)])
        _ = Self.carryOut(&calls)
        #expect(done.withLock { $0 } == [0, 2] + Array(4..<most + 2))
    }

    @Test func whatGivesRoomUpLeavesNoPlaceBehind() {
        var calls = HeldCalls()
        let done = Locked<[Int]>([])
        for number in 0..<HeldCalls.maxCount { _ = calls.hold(.event(.automatic), Self.call(number, done)) }
        for number in 0..<60_000 {
            let recordClass: RecordClass = number < 10_000 ? .tracked : number < 30_000 ? .identity : .crash
            _ = calls.hold(.event(recordClass), Self.call(number, done))
        }
        #expect(calls.count == HeldCalls.maxCount)
        _ = Self.carryOut(&calls)
        // The dearest, and of those that were as dear as the last the earlier ones.
        #expect(done.withLock { $0 } == Array(30_000..<50_000))
    }

    @Test(
        "changes of state have room of their own; then only withdrawals find some, each kind once",
        arguments: [0, 60_000]
    )
    func changesHaveABound(bytes: Int) {
        var calls = HeldCalls()
        let done = Locked<[Int]>([])
        let most = bytes == 0 ? HeldCalls.maxCount : HeldCalls.maxBytes / (bytes + HeldCalls.callBytes)
        let change = HeldCalls.Kind.change(recording: nil)
        for number in 0..<most { #expect(calls.hold(change, bytes: bytes, Self.call(number, done)) == .held) }
        #expect(calls.hold(.change(recording: .identity), bytes: bytes, Self.call(-1, done)) == .noRoom)
        #expect(calls.hold(.event(.monitoring), Self.call(most, done)) == .held)
        let one = HeldCalls.Kind.withdrawal([.analytics], forgetsPerson: true, forgetsVisitor: false)
        let other = HeldCalls.Kind.withdrawal([.location], forgetsPerson: true, forgetsVisitor: false)
        #expect(calls.hold(one, Self.call(most + 1, done)) == .held)
        #expect(calls.hold(other, Self.call(most + 2, done)) == .held)
        #expect(calls.hold(one, Self.call(-1, done)) == .needless)
        // A small one would fit, but what was refused before it may have been its ground.
        #expect(calls.hold(change, Self.call(-1, done)) == .noRoom)
        #expect(calls.lostChanges == 2 && calls.lost == [Loss(.noRoomBeforeOpening, .identity, count: 1)])
        _ = Self.carryOut(&calls)
        #expect(done.withLock { $0 } == Array(0..<most + 3))
    }

    @Test func aChangeThatIsTooLargeAloneKeepsNoOtherOut() {
        var calls = HeldCalls()
        let done = Locked<[Int]>([])
        #expect(calls.hold(.change(recording: nil), bytes: 5 << 20, Self.call(0, done)) == .noRoom)
        #expect(calls.hold(.change(recording: nil), Self.call(1, done)) == .held)
    }

    @Test("a slice has a bound", arguments: [(0, 64), (100, 64), (60_000, 2)])
    func slicesAreShort(bytes: Int, most: Int) {
        var calls = HeldCalls()
        let done = Locked<[Int]>([])
        for number in 0..<60 { _ = calls.hold(.event(.tracked), bytes: bytes, Self.call(number, done)) }
        for number in 60..<120 { _ = calls.hold(.change(recording: nil), Self.call(number, done)) }
        let sizes = Self.carryOut(&calls)
        #expect(sizes.allSatisfy { 1...max(most, 8) ~= $0 } && 1...most ~= sizes[0] && 1...8 ~= sizes[sizes.count - 1])
        #expect(done.withLock { $0 } == Array(0..<120))
    }

    /// A tracker whose storage is not open yet when the call returns.
    private func startLate() -> Tracker {
        self.bench.scheduler.runsWaitedWork = false
        defer { self.bench.scheduler.runsWaitedWork = true }
        return self.bench.start { $0.journalSegmentBytes = 1 << 20 }
    }

    /// A tracker that opens late and is called wherever the carrying out gives way, on the thread that carries out.
    ///
    /// - Parameter body: what calls it, with the turn's number from 1.
    /// - Returns: the tracker, and how often it gave way so far.
    private func startLate(
        givingWayTo body: @escaping @Sendable (_ turn: Int, _ tracker: Tracker) -> Void
    ) -> (tracker: Tracker, turns: Locked<Int>) {
        let (turns, tracker) = (Locked(0), Locked(WeakTracker()))
        self.bench.surroundings.withLock {
            $0 = { environment in
                environment.giveWay = { _ in
                    let turn = turns.withLock { count in
                        count += 1
                        return count
                    }
                    if let tracker = tracker.withLock({ $0.tracker }) { body(turn, tracker) }
                }
            }
        }
        let late = self.startLate()
        tracker.withLock { $0.tracker = late }
        return (late, turns)
    }

    /// The tracker holds what gives way, which must not hold the tracker.
    private struct WeakTracker {
        weak var tracker: Tracker?
    }

    @Test("O-17 what waited is carried out in slices: calls in between wait for none of it, and come after all of it")
    func callsComeThroughWhileWhatWaitedIsCarriedOut() async throws {
        let (late, slices) = self.startLate { turn, tracker in
            // A lock that was held would never be given.
            #expect(tracker.distinctID == nil)
            _ = (tracker.identities, tracker.deviceID, tracker.superProperties, tracker.isOptedOut)
            guard turn == 1 else { return }
            #expect(tracker.track("meanwhile") == .held)
            #expect(tracker.login("ann") == .held)
            #expect(tracker.track("as_ann") == .held)
        }
        for number in 0..<1_000 { #expect(late.track("held", ["n": number]) == .held) }
        self.bench.scheduler.settle()
        #expect(slices.withLock { $0 } > 10)
        #expect(late.track("after").isRecorded)
        _ = await self.bench.flush(late)
        let names = self.bench.collector.names
        #expect(names == Array(repeating: "held", count: 1_000) + ["meanwhile", "$SignUp", "as_ann", "after"])
        let people = self.bench.collector.events.suffix(4).map { $0["distinct_id"]?.stringValue == "ann" }
        #expect(people == [false, true, true, true])
        await self.bench.stop(late)
    }

    @Test(
        "O-17 opening ends however many calls come between two slices",
        arguments: [40, 64, 1_000],
        [false, true]
    )
    func aFloodEnds(burst: Int, changes: Bool) async {
        let places = Locked(0)
        let (late, slices) = self.startLate { turn, tracker in
            // Far more than it may take; a flood without an end would keep the test from ending.
            guard turn <= 300 else { return }
            for number in 0..<burst {
                if changes { tracker.setAdvertisingID("A-\(number)") } else { tracker.track("held") }
            }
            let taken = tracker.state.withLock { $0.held.places - 2 * $0.held.count }
            places.withLock { $0 = max($0, taken) }
        }
        for _ in 0..<1_000 { #expect(late.track("held") == .held) }
        self.bench.scheduler.settle()
        #expect(slices.withLock { $0 } <= 200)
        #expect(late.track("after").isRecorded)
        #expect(places.withLock { $0 } <= HeldCalls.spare)
        await self.bench.stop(late)
    }

    @Test("calls that are carried out leave no place behind while others come")
    func aStreamTakesNoMoreRoomThanWhatWaits() {
        var calls = HeldCalls()
        let done = Locked<[Int]>([])
        var largest = 0
        for number in 0..<100_000 {
            _ = calls.hold(.event(.tracked), Self.call(number, done))
            if number % 64 == 63, number > 1_000 { _ = calls.takeSlice() }
            largest = max(largest, calls.places - 2 * calls.count)
        }
        #expect(largest <= HeldCalls.spare)
    }

    @Test func largeEventsBeforeOpeningHaveABoundAndTheRestIsCounted() async throws {
        let tracker = self.startLate()
        var large = Properties()
        for number in 0..<24 { large["k\(number)"] = .string(String(repeating: "x", count: 8_000)) }
        let answers = (0..<100).map { _ in tracker.track("large", large) }
        let held = answers.filter { $0 == .held }.count
        #expect(held == HeldCalls.maxBytes / (large.heldBytes + 5 + HeldCalls.callBytes))
        #expect(answers.allSatisfy { $0 == .held || $0 == .dropped(.storageFull) })
        #expect(tracker.openingState?.held == held)
        self.bench.scheduler.settle()
        #expect(self.bench.warnings("calls are held in memory: events are lost") == 1)
        // What was lost is told as soon as the queue runs.
        _ = await self.bench.flush(tracker)
        #expect(self.bench.events("large").count == held)
        let losses = try self.bench.properties("$SpoorLosses")
        #expect(losses["lost_no_room_before_opening"]?.int64Value == Int64(100 - held))
        await self.bench.stop(tracker)
    }

    @Test func anOptOutFindsRoomWhereOtherChangesDoNot() async {
        let tracker = self.startLate()
        for number in 0..<HeldCalls.maxCount { tracker.setAdvertisingID("A-\(number)") }
        #expect(tracker.login("ann") == .dropped(.storageFull))
        tracker.optIn()
        for _ in 0..<3 { tracker.optOut() }
        self.bench.scheduler.settle()
        #expect(tracker.isOptedOut && tracker.loginID == nil)
        #expect(self.bench.warnings("too many changes of state are held") == 1)
        #expect(self.bench.warnings("2 changes of state found no room") == 1)
        await self.bench.stop(tracker)
    }
}
