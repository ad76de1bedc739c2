import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// O-30: a login holds whether its `$SignUp` is recorded or not; where it was not, or was lost, the next login with the same
/// id makes up for it, whatever ended in between.
struct OwedSignUpTests {
    private let bench = TestBench()

    /// How a run of the app ends.
    enum End: CaseIterable, Sendable {
        case stop, kill, none
    }

    private func start(_ consent: ConsentStatus = .granted) -> Tracker {
        self.bench.start {
            $0.consent = consent
            $0.journalSegmentBytes = 1 << 20
            $0.automaticEvents = []
        }
    }

    /// Ends the run, and begins the next one.
    private func restart(_ tracker: inout Tracker?, by end: End, _ consent: ConsentStatus = .granted) async {
        switch end {
        case .stop: if let running = tracker { await self.bench.stop(running) }
        case .kill: self.bench.kill(&tracker)
        case .none: return
        }
        tracker = self.start(consent)
    }

    private func setCollection(_ isOn: Bool, _ tracker: Tracker?) {
        tracker?.state.withLock { $0.remote.isCollectionOff = !isOn }
    }

    /// Has events wait for their answer, more than a slice of them.
    private func wait(_ count: Int, _ tracker: Tracker?) {
        for _ in 0..<count { #expect(tracker?.track("waited") == .held) }
    }

    /// The next login with the id that is logged in records what was owed, and no further one does, in no run.
    private func expectOwed(_ tracker: inout Tracker?, _ count: Int = 1) async throws {
        #expect(tracker?.loginID == "ann" && tracker?.login("ann").isRecorded == true)
        await self.expectSettled(&tracker)
        #expect(self.bench.events("$SignUp").count == count)
        let event = try #require(self.bench.events("$SignUp").last)
        #expect(event["login_id"]?.stringValue == "ann")
        #expect(event["original_id"]?.stringValue == event["anonymous_id"]?.stringValue)
    }

    private func expectSettled(_ tracker: inout Tracker?) async {
        for end in [End.none, .kill, .stop] {
            await self.restart(&tracker, by: end)
            #expect(tracker?.loginID == "ann" && tracker?.login("ann") == .dropped(.unchanged), "\(end)")
        }
        if let running = tracker {
            _ = await self.bench.flush(running)
            await self.bench.stop(running)
        }
    }

    @Test("O-30 what a switched-off collection owes is still owed in the next run", arguments: End.allCases)
    func owedOverARestart(end: End) async throws {
        var tracker: Tracker? = self.start()
        self.setCollection(false, tracker)
        #expect(tracker?.login("ann") == .dropped(.collectionOff))
        await self.restart(&tracker, by: end)
        self.setCollection(true, tracker)
        // Nothing else settles it.
        tracker?.bind("card", "1")
        tracker?.track("as_ann")
        try await self.expectOwed(&tracker)
    }

    @Test("O-30 what was recorded is owed by nobody, in any run", arguments: End.allCases)
    func nothingOwed(end: End) async throws {
        var tracker: Tracker? = self.start()
        #expect(tracker?.login("ann").isRecorded == true)
        await self.restart(&tracker, by: end)
        await self.expectSettled(&tracker)
        #expect(self.bench.events("$SignUp").count == 1)
    }

    @Test("O-30 a logout, and another person's login, owe nothing", arguments: [true, false])
    func nothingOwedOfWhoIsGone(isLogout: Bool) async throws {
        var tracker: Tracker? = self.start()
        self.setCollection(false, tracker)
        tracker?.login("bob")
        self.setCollection(true, tracker)
        if isLogout { tracker?.logout() } else { #expect(tracker?.login("ann").isRecorded == true) }
        await self.restart(&tracker, by: .kill)
        if isLogout { #expect(tracker?.login("ann").isRecorded == true) }
        await self.expectSettled(&tracker)
        #expect(self.bench.events("$SignUp").count == 1)
    }

    @Test("O-29 a kill between the consent and the login's own event loses the event, not the link")
    func killedBeforeItsTurn() async throws {
        var tracker: Tracker? = self.start(.pending)
        self.wait(200, tracker)
        #expect(tracker?.login("ann") == .held)
        #expect(tracker?.login("ann") == .dropped(.unchanged))
        tracker?.optIn()
        #expect(tracker?.state.withLock { $0.consent.hasWaitingSignUp } == true)
        await self.restart(&tracker, by: .kill, .pending)
        try await self.expectOwed(&tracker)
    }

    @Test("O-29 so does one after a login that waits behind what was answered")
    func killedBehindWhatWasAnswered() async throws {
        var tracker: Tracker? = self.start(.pending)
        self.wait(200, tracker)
        tracker?.optIn()
        #expect(tracker?.login("ann") == .held)
        await self.restart(&tracker, by: .kill, .pending)
        try await self.expectOwed(&tracker)
    }

    @Test("O-29 so does one while an answer is waited for that was given once", arguments: [End.kill, .stop])
    func askedAnew(end: End) async throws {
        var tracker: Tracker? = self.start()
        #expect(tracker?.login("bob").isRecorded == true)
        await self.restart(&tracker, by: .stop, .pending)
        #expect(tracker?.login("ann") == .held)
        await self.restart(&tracker, by: end, .pending)
        tracker?.optIn()
        self.bench.scheduler.settle()
        try await self.expectOwed(&tracker, 2)
    }

    @Test("O-29 once it has had its turn nothing is owed", arguments: End.allCases)
    func itHadItsTurn(end: End) async throws {
        var tracker: Tracker? = self.start(.pending)
        self.wait(100, tracker)
        #expect(tracker?.login("bob") == .held && tracker?.login("ann") == .held)
        tracker?.optIn()
        self.bench.scheduler.settle()
        await self.restart(&tracker, by: end)
        await self.expectSettled(&tracker)
        #expect(self.bench.events("$SignUp").map { $0["login_id"]?.stringValue } == ["bob", "ann"])
    }

    /// How a login's own event is lost while it waits in memory, and the login stays.
    enum Loss: CaseIterable, Sendable {
        case optOutBetweenSlices, collectionOff, dearer
    }

    @Test("O-29 what is lost while it waits is owed", arguments: Loss.allCases, End.allCases)
    func lostWhileItWaited(loss: Loss, end: End) async throws {
        var tracker: Tracker? = self.start(.pending)
        if loss == .optOutBetweenSlices { self.wait(200, tracker) }
        #expect(tracker?.login("ann") == .held)
        switch loss {
        case .optOutBetweenSlices:
            tracker?.optIn()
            tracker?.optOut()
        case .collectionOff:
            self.setCollection(false, tracker)
            tracker?.optIn()
            self.setCollection(true, tracker)
        case .dearer:
            for _ in 1..<WaitingRecords.maxCount { #expect(tracker?.profileSet(["age": 7]) == .held) }
            var crash = EventDraft(.track, name: "crash")
            crash.recordClass = .crash
            #expect(tracker?.record(crash) == .held)
        }
        tracker?.optIn()
        self.bench.scheduler.settle()
        await self.restart(&tracker, by: end)
        try await self.expectOwed(&tracker)
    }

    @Test("O-30 what an opt-out deletes before it is sent is owed once there is consent again", arguments: End.allCases)
    func deletedByAnOptOut(end: End) async throws {
        var tracker: Tracker? = self.start()
        #expect(tracker?.login("ann").isRecorded == true)
        tracker?.optOut()
        #expect(tracker?.login("ann") == .dropped(.unchanged))
        await self.restart(&tracker, by: end)
        tracker?.optIn()
        await self.restart(&tracker, by: end)
        try await self.expectOwed(&tracker)
    }

    @Test("O-30 forgetting the person forgets what is owed", arguments: [true, false])
    func forgotten(withVisitor: Bool) async throws {
        var tracker: Tracker? = self.start()
        self.setCollection(false, tracker)
        tracker?.login("ann")
        if withVisitor { tracker?.optOutAndForget() } else { tracker?.setConsent(.analytics, granted: false) }
        #expect(tracker?.state.withLock { $0.who.signUp } == .settled)
        await self.restart(&tracker, by: .kill)
        #expect(tracker?.state.withLock { $0.who.signUp } == .settled && tracker?.loginID == nil)
        await self.restart(&tracker, by: .stop)
    }
}
