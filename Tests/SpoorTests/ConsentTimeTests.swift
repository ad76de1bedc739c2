import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Nothing tells of a time that nobody agreed to: durations and sessions begin with the consent.
struct ConsentTimeTests {
    private let bench = TestBench()

    private func start(_ consent: ConsentStatus = .granted) -> Tracker {
        self.bench.start {
            $0.consent = consent
            $0.automaticEvents = [.appStart, .appEnd]
            $0.sessions = SessionConfiguration()
            $0.sessions?.recordsStartAndEnd = true
        }
    }

    private func pass(_ seconds: Int64) {
        self.bench.scheduler.advance(by: .seconds(seconds))
    }

    /// Started before the person agreed, a timer counts from the consent; ended before it, it tells nothing.
    @Test(arguments: [ConsentStatus.denied, .pending])
    func aTimerCountsFromTheConsent(initial: ConsentStatus) async throws {
        let tracker = self.start(initial)
        tracker.startTimer("long")
        tracker.startTimer("early")
        let paused = tracker.startTimer("paused")
        tracker.pauseTimer(paused)
        self.pass(10)
        tracker.endTimer("early")
        tracker.setConsent(.analytics, granted: true)
        self.pass(4)
        tracker.resumeTimer(paused)
        self.pass(3)
        tracker.endTimer("long")
        tracker.endTimer(paused)
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("long") == 7)
        #expect(try self.bench.duration("paused") == 3)
        #expect(self.bench.events("early").count == (initial == .pending ? 1 : 0))
        #expect(self.bench.events("early").allSatisfy { $0["properties"]?["event_duration"] == nil })
        #expect(self.bench.warnings("without event_duration") == 0)
        await self.bench.stop(tracker)
    }

    /// What was counted before consent was taken back is purged as what was recorded is.
    @Test(arguments: [false, true])
    func anOptOutInTheMiddleOfATimerForgetsWhatItCounted(isAnalyticsAlone: Bool) async throws {
        let tracker = self.start()
        let timer = tracker.startTimer("cook", runsInBackground: true)
        self.pass(10)
        if isAnalyticsAlone { tracker.setConsent(.analytics, granted: false) } else { tracker.optOut() }
        self.pass(100)
        if isAnalyticsAlone { tracker.setConsent(.analytics, granted: true) } else { tracker.optIn() }
        self.pass(2)
        tracker.didEnterBackground()
        self.pass(3)
        tracker.endTimer(timer)
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("cook") == 5)
        await self.bench.stop(tracker)
    }

    /// Other categories are no matter of the app's timers.
    @Test func consentToAutoTrackIsNoMatterOfTimers() async throws {
        let tracker = self.start()
        tracker.startTimer("cook")
        self.pass(10)
        tracker.setConsent([.autoTrack, .monitoring, .location], granted: false)
        tracker.setConsent([.autoTrack, .monitoring, .location], granted: true)
        self.pass(2)
        tracker.endTimer("cook")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("cook") == 12)
        await self.bench.stop(tracker)
    }

    /// The start waits for the answer and is told; the end tells the time from the answer on.
    @Test func aVisitThatWaitedForConsentEndsWithTheTimeSinceIt() async throws {
        let tracker = self.start(.pending)
        tracker.didBecomeActive()
        self.pass(20)
        tracker.optIn()
        self.pass(5)
        tracker.didEnterBackground()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd"])
        #expect(try self.bench.duration("$AppEnd") == 5)
        await self.bench.stop(tracker)
    }

    /// A visit that was over before the answer is told, its length is not.
    @Test func aVisitBeforeTheConsentHasNoLength() async throws {
        let tracker = self.start(.pending)
        tracker.didBecomeActive()
        self.pass(20)
        tracker.didEnterBackground()
        tracker.optIn()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd"])
        #expect(try self.bench.duration("$AppEnd") == nil)
        await self.bench.stop(tracker)
    }

    /// Sessions begin with consent: what waited belongs to none, and an end tells the time since.
    @Test(arguments: [ConsentStatus.denied, .pending])
    func aSessionBeginsWithTheConsent(initial: ConsentStatus) async throws {
        let tracker = self.start(initial)
        tracker.track("before")
        #expect(tracker.sessionID == nil)
        self.pass(100)
        tracker.optIn()
        tracker.track("first")
        let began = self.bench.scheduler.wallMilliseconds
        self.pass(60)
        tracker.track("last")
        self.pass(3600)
        tracker.track("next")
        _ = await self.bench.flush(tracker)
        let waited = initial == .pending ? ["before"] : []
        let rest = ["$SessionStart", "first", "last", "$SessionEnd", "$SessionStart", "next"]
        #expect(self.bench.collector.names == waited + rest)
        #expect(self.bench.events("before").allSatisfy { $0["_session"] == nil })
        #expect(self.bench.events("$SessionStart").first?["time"]?.int64Value == began)
        #expect(try self.bench.duration("$SessionEnd") == 60)
        await self.bench.stop(tracker)
    }

    /// After an opt-out in its middle a session is over, without an end; the next one begins with the consent.
    @Test func anOptOutEndsTheSessionUntold() async throws {
        let tracker = self.start()
        tracker.track("a")
        let session = tracker.sessionID
        self.pass(5)
        tracker.optOut()
        #expect(tracker.sessionID == nil)
        self.pass(60)
        tracker.optIn()
        tracker.track("b")
        #expect(tracker.sessionID != nil && tracker.sessionID != session)
        self.pass(30)
        tracker.track("c")
        self.pass(3600)
        tracker.track("d")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SessionStart", "b", "c", "$SessionEnd", "$SessionStart", "d"])
        #expect(try self.bench.duration("$SessionEnd") == 30)
        await self.bench.stop(tracker)
        // Nor does the next start take it up.
        let second = self.start()
        #expect(second.sessionID != session)
        await self.bench.stop(second)
    }

    /// A session that analytics alone had begun: its end is auto-track's to tell, from that consent on.
    @Test func aSessionsEndCountsFromTheConsentToAutoTrack() async throws {
        let tracker = self.start()
        tracker.setConsent(.autoTrack, granted: false)
        tracker.track("a")
        let session = tracker.sessionID
        self.pass(60)
        tracker.setConsent(.autoTrack, granted: true)
        self.pass(10)
        tracker.track("b")
        #expect(tracker.sessionID == session)
        self.pass(3600)
        tracker.track("c")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["a", "b", "$SessionEnd", "$SessionStart", "c"])
        #expect(try self.bench.duration("$SessionEnd") == 10)
        await self.bench.stop(tracker)
    }

    /// Calls that were made before storage was open count by when they were made.
    @Test(arguments: [(ConsentStatus.pending, 4.0), (.denied, 4.0), (.granted, 10.0)] as [(ConsentStatus, Double)])
    func beforeStorageIsOpenTimersCountFromTheConsentToo(initial: ConsentStatus, expected: Double) async throws {
        let device = ManualDeviceIdentifier(.unreadable("locked"))
        self.bench.surroundings.withLock { $0 = { $0.deviceIdentifier = device } }
        let tracker = self.start(initial)
        tracker.startTimer("open")
        tracker.startTimer("early")
        self.pass(6)
        tracker.setConsent(.analytics, granted: true)
        self.pass(3)
        #expect(tracker.endTimer("early") == .held)
        device.set(.absent)
        self.pass(1)
        #expect(tracker.anonymousID != nil)
        tracker.endTimer("open")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("open") == expected)
        #expect(try self.bench.duration("early") == (initial == .granted ? 9 : nil))
        await self.bench.stop(tracker)
    }
}
