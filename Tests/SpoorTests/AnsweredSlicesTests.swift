import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// O-17: what waited for the person's answer is recorded a slice at a time, and off the caller's thread.
struct AnsweredSlicesTests {
    private let bench = TestBench()
    private static let most = WaitingRecords.maxCount

    private static let grants: [@Sendable (Tracker) -> Void] = [
        { $0.setConsent(.analytics, granted: true) },  // O-17/consent-answered
        { $0.setConsent([.analytics, .autoTrack], granted: true) },
        { $0.optIn() },
    ]

    /// A tracker for which as many events wait as may; `between` runs after each slice, on the thread that records.
    private func pending(bytes: Int, between: @escaping @Sendable (Tracker) -> Void = { _ in }) -> Tracker {
        let made = Locked<Tracker?>(nil)
        self.bench.surroundings.withLock {
            $0 = { environment in
                environment.giveWay = { _ in if let tracker = made.withLock({ $0 }) { between(tracker) } }
            }
        }
        let tracker = self.bench.start {
            $0.consent = .pending
            $0.journalSegmentBytes = 1 << 20
        }
        made.withLock { [weak tracker] in $0 = tracker }
        let text = String(repeating: "x", count: bytes)
        for number in 0..<Self.most {
            #expect(tracker.track("waited", ["n": number, "x": text]) == .held)
        }
        return tracker
    }

    private static func waiting(_ tracker: Tracker) -> Int { tracker.state.withLock { $0.consent.waiting.count } }

    private var numbers: [Int64] { self.bench.events("waited").compactMap { $0["properties"]?["n"]?.int64Value } }

    @Test(
        "O-17 a call that grants records no more than a slice; each further one lets others in between, which come after",
        arguments: grants.indices,
        [0, 3_000]
    )
    func grantsWaitForNothing(index: Int, bytes: Int) async {
        let left = Locked<[Int]>([])
        let tracker = self.pending(bytes: bytes) { tracker in
            let waiting = Self.waiting(tracker)
            let count = left.withLock { left in
                left.append(waiting)
                return left.count
            }
            #expect(tracker.isOptedOut == false)
            if count == 3 { #expect(tracker.track("meanwhile") == .held) }
        }
        Self.grants[index](tracker)
        let slice = bytes == 0 ? WaitingRecords.sliceCount : WaitingRecords.sliceBytes / bytes + 1
        #expect(Self.most - slice...Self.most - 1 ~= Self.waiting(tracker))
        #expect(tracker.track("after") == .held && tracker.login("ann") == .held)
        self.bench.scheduler.settle()
        let steps = left.withLock { [Self.most + 2] + $0 }
        #expect(steps.count >= Self.most / slice && Self.waiting(tracker) == 0)
        // What others have recorded in between adds to what waits.
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 - $1 <= 2 * slice })
        #expect(tracker.track("last").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == (0..<Int64(Self.most)).map { $0 })
        #expect(self.bench.collector.names.suffix(4) == ["after", "$SignUp", "meanwhile", "last"])
        await self.bench.stop(tracker)
    }

    @Test(
        "O-17 a flush right after the answer delivers all, and so does the next run after a stop",
        arguments: [true, false]
    )
    func nothingIsLeftBehind(flushes: Bool) async {
        var tracker = self.pending(bytes: 0)
        tracker.optIn()
        tracker.track("after")
        if flushes { #expect(await self.bench.flush(tracker).outcome == .complete) }
        await self.bench.stop(tracker)
        self.bench.surroundings.withLock { $0 = { _ in } }
        tracker = self.bench.start()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == Array(repeating: "waited", count: Self.most) + ["after"])
        #expect(self.bench.collector.duplicates == 0)
        await self.bench.stop(tracker)
    }

    @Test(
        "O-17 it ends however many calls come between two slices, and their room keeps its bound",
        arguments: [40, 64, 500, 3_000]
    )
    func aFloodEnds(burst: Int) async {
        let (turns, sent, largest) = (Locked(0), Locked(Self.most), Locked(0))
        let tracker = self.pending(bytes: 0) { tracker in
            let number = turns.withLock { turns in
                turns += 1
                return turns
            }
            // Far more than it may take; a flood without an end would keep the test from ending.
            guard number <= 60 else { return }
            for _ in 0..<burst {
                let number = sent.withLock { sent in
                    sent += 1
                    return sent - 1
                }
                tracker.track("waited", ["n": number])
            }
            let waiting = Self.waiting(tracker)
            largest.withLock { $0 = max($0, waiting) }
        }
        tracker.optIn()
        self.bench.scheduler.settle()
        #expect(turns.withLock { $0 } <= 2 * Self.most / WaitingRecords.sliceCount + 20 && Self.waiting(tracker) == 0)
        #expect(largest.withLock { $0 } <= Self.most)
        #expect(tracker.track("waited", ["n": sent.withLock { $0 }]).isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == (0...Int64(sent.withLock { $0 })).map { $0 })
        await self.bench.stop(tracker)
    }

    /// What waited for its turn when analytics was refused is recorded afterwards, and so tells of the visitor alone.
    @Test("What is recorded after a refusal of analytics names nobody, also where it was answered before")
    func aRefusalInBetweenSilencesThePerson() async {
        let slices = Locked(0)
        self.bench.surroundings.withLock { $0 = { $0.giveWay = { _ in slices.withLock { $0 += 1 } } } }
        let tracker = self.bench.start {
            $0.consent = .pending
            $0.automaticEvents = []
            $0.journalSegmentBytes = 1 << 20
        }
        tracker.login("ann")
        tracker.registerSuperProperties(["mail": "ann@letters.test"])
        for number in 0..<200 {
            var draft = EventDraft(.track, name: "waited", own: ["n": number])
            draft.recordClass = .automatic
            #expect(tracker.record(draft) == .held)
        }
        tracker.setConsent([.analytics, .autoTrack], granted: true)
        let recorded = 201 - Self.waiting(tracker) - 1
        #expect(Self.waiting(tracker) > 0 && recorded > 0)
        tracker.setConsent(.analytics, granted: false)
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == (0..<200).map { $0 })
        for (number, event) in self.bench.events("waited").enumerated() {
            // What was recorded under the consent tells what the person agreed to.
            let isFull = number < recorded
            #expect((event["login_id"]?.stringValue == "ann") == isFull && (event["login_id"] != nil) == isFull)
            #expect((event["properties"]?["mail"] != nil) == isFull)
        }
        await self.bench.stop(tracker)
    }

    @Test("O-17 what is taken back between two slices is not recorded, nor does it stay")
    func aRefusalInBetweenHolds() async {
        let slices = Locked(0)
        let tracker = self.pending(bytes: 0) { tracker in
            let number = slices.withLock { count in
                count += 1
                return count
            }
            if number == 2 { tracker.setConsent(.analytics, granted: false) }
        }
        tracker.optIn()
        self.bench.scheduler.settle()
        #expect(slices.withLock { $0 } == 2 && Self.waiting(tracker) == 0)
        tracker.setConsent(.analytics, granted: true)
        #expect(tracker.track("later").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["later"])
        await self.bench.stop(tracker)
    }

    @Test("O-17 what comes before all is recorded finds room behind it, however much it is", arguments: [0, 3_000])
    func whatComesMeanwhileFindsRoom(bytes: Int) async {
        let tracker = self.pending(bytes: bytes)
        tracker.optIn()
        let text = String(repeating: "y", count: bytes)
        for number in Self.most..<2 * Self.most {
            let answer = tracker.track("waited", ["n": number, "x": text])
            #expect(answer == .held || answer.isRecorded)
        }
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == (0..<Int64(2 * Self.most)).map { $0 })
        #expect(self.bench.warnings("wait for consent") == 0)
        await self.bench.stop(tracker)
    }
}
