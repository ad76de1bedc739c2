import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Sessions through the tracker (bug case O-12).
struct SessionTests {
    private let bench = TestBench()

    private func start(
        idle: Int = 300,
        background: Int = 20,
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        self.bench.start { configuration in
            var sessions = SessionConfiguration()
            sessions.idleLimit = .seconds(idle)
            sessions.backgroundLimit = .seconds(background)
            configuration.sessions = sessions
            configuration.automaticEvents = [.appStart, .appEnd]
            change(&configuration)
        }
    }

    private func pass(_ seconds: Int) {
        self.bench.scheduler.advance(by: .seconds(seconds))
    }

    /// The number of each event's session, in order of arrival; 0 where it has none.
    private var numbers: [Int] {
        var seen: [String] = []
        return self.bench.sessions.map { session in
            guard let session else { return 0 }
            if !seen.contains(session) { seen.append(session) }
            return (seen.firstIndex(of: session) ?? 0) + 1
        }
    }

    // O-12/background-gap
    @Test("O-12 (a) 55 s in the background, limit 20 s: the start belongs to a new session, the end to the old one")
    func awayTooLong() async {
        let tracker = self.start()
        tracker.didBecomeActive()
        tracker.track("page")
        self.pass(5)
        tracker.didEnterBackground()
        self.pass(55)
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        tracker.track("page")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "page", "$AppEnd", "$AppStart", "page"])
        #expect(self.numbers == [1, 1, 1, 2, 2])
        await self.bench.stop(tracker)
    }

    // O-12/foreground-gap
    @Test("O-12 (b) 100 s in front, background limit 20 s: still the same session")
    func inFrontForLong() async {
        let tracker = self.start()
        tracker.didBecomeActive()
        tracker.track("page")
        self.pass(100)
        tracker.didEnterBackground()
        self.pass(20)
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "page", "$AppEnd", "$AppStart"])
        #expect(self.numbers == [1, 1, 1, 1])
        await self.bench.stop(tracker)
    }

    // O-12/late-upload
    @Test("O-12 (c) events of Monday that are uploaded on Wednesday keep their sessions, and prolong none")
    func uploadedLate() async {
        let tracker = self.start { $0.channel.isUploadEnabled = false }
        tracker.didBecomeActive()
        tracker.track("monday")
        tracker.didEnterBackground()
        self.pass(2 * 86_400)
        await self.bench.stop(tracker)
        let later = self.start()
        later.didBecomeActive()
        later.track("wednesday")
        _ = await self.bench.flush(later)
        #expect(self.bench.collector.names == ["$AppStart", "monday", "$AppEnd", "$AppStart", "wednesday"])
        #expect(self.numbers == [1, 1, 1, 2, 2])
        await self.bench.stop(later)
    }

    @Test("O-12 also: an upload that comes late within a process does not prolong the session")
    func delayedUpload() async {
        let tracker = self.start()
        self.bench.collector.always(.answer(.failure("offline")))
        tracker.track("a")
        self.pass(290)
        self.bench.collector.always(.store)
        _ = await self.bench.flush(tracker)
        self.pass(200)
        tracker.track("b")
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == [1, 2])
        await self.bench.stop(tracker)
    }

    // O-12/end-event
    @Test("O-12 also: the end event is filed under the session it ends, before the next one's start")
    func theEndEventCarriesItsOwnSession() async throws {
        let tracker = self.start { $0.sessions?.recordsStartAndEnd = true }
        let began = self.bench.scheduler.wallMilliseconds
        tracker.track("a")
        self.pass(90)
        tracker.track("b")
        self.pass(301)
        tracker.track("c")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SessionStart", "a", "b", "$SessionEnd", "$SessionStart", "c"])
        #expect(self.numbers == [1, 1, 1, 1, 2, 2])
        #expect(try self.bench.duration("$SessionEnd") == 90)
        #expect(self.bench.events("$SessionEnd").first?["time"]?.int64Value == began + 90_000)
        #expect(self.bench.events("$SessionStart").last?["time"]?.int64Value == began + 391_000)
        #expect(self.bench.events("$SessionEnd").first?["lib"]?["$lib_method"]?.stringValue == "autoTrack")
        await self.bench.stop(tracker)
    }

    @Test("O-12 also: in the background events begin no session")
    func theBackgroundBeginsNone() async {
        let tracker = self.start()
        tracker.didBecomeActive()
        tracker.didEnterBackground()
        for _ in 0..<4 {
            self.pass(15)
            tracker.track("fetched")
        }
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == [1, 1, 1, 0, 0, 0, 2])
        await self.bench.stop(tracker)
    }

    @Test("O-12 leaving after a long idle time: the end belongs to the session that is left, the next start does not")
    func leftAfterALongTime() async {
        let tracker = self.start()
        tracker.didBecomeActive()
        self.pass(400)
        tracker.didEnterBackground()
        self.pass(5)
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd", "$AppStart"])
        #expect(self.numbers == [1, 1, 2])
        await self.bench.stop(tracker)
    }

    /// Both places carry the id: `_session`, and the property that nothing overrides.
    @Test func theIdIsImposedAndTellsSessionsApart() async throws {
        let tracker = self.start()
        tracker.setDynamicProperties { ["$event_session_id": "mine"] }
        tracker.track("a", ["$event_session_id": "mine"])
        tracker.login("ann")
        _ = await self.bench.flush(tracker)
        for event in self.bench.collector.events {
            let id = try #require(event["_session"]?.stringValue)
            #expect(id.count == 36 && event["properties"]?["$event_session_id"]?.stringValue == id)
        }
        #expect(self.numbers == [1, 1])
        #expect(tracker.sessionID == self.bench.sessions.first)
        self.pass(301)
        #expect(tracker.sessionID == nil)
        await self.bench.stop(tracker)
    }

    @Test func withoutSessionsNoEventCarriesOne() async {
        let tracker = self.bench.start { $0.automaticEvents = [.appStart] }
        tracker.didBecomeActive()
        tracker.track("a")
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == [0, 0])
        #expect(self.bench.collector.events.allSatisfy { $0["properties"]?["$event_session_id"] == nil })
        await self.bench.stop(tracker)
    }

    /// The gap over a restart is one in the background; the clock that tells it may not have gone back.
    @Test(arguments: [(19, 0, [1, 1]), (21, 0, [1, 2]), (5, -3600, [1, 2])] as [(Int, Int64, [Int])])
    func aSessionSurvivesARestartWhereItHolds(gap: Int, jump: Int64, expected: [Int]) async {
        var first: Tracker? = self.start()
        first?.track("a")
        self.bench.kill(&first)
        self.bench.scheduler.sleepDevice(for: .seconds(gap))
        self.bench.scheduler.jumpWallClock(byMilliseconds: jump * 1000)
        let second = self.start()
        second.track("b")
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["a", "b"])
        #expect(self.numbers == expected)
        await self.bench.stop(second)
    }

    @Test func theEndOfASessionThatDidNotSurviveIsRecordedAtTheNextStart() async throws {
        var first: Tracker? = self.start { $0.sessions?.recordsStartAndEnd = true }
        first?.track("a")
        let last = self.bench.scheduler.wallMilliseconds
        self.bench.kill(&first)
        self.bench.scheduler.sleepDevice(for: .seconds(3600))
        let second = self.start { $0.sessions?.recordsStartAndEnd = true }
        second.track("b")
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["$SessionStart", "a", "$SessionEnd", "$SessionStart", "b"])
        #expect(self.numbers == [1, 1, 1, 2, 2])
        #expect(self.bench.events("$SessionEnd").first?["time"]?.int64Value == last)
        // Its length is known by the wall clock alone, so it is not told.
        #expect(try self.bench.duration("$SessionEnd") == nil)
        await self.bench.stop(second)
    }

    /// A device that sleeps in front is one that nobody uses; a wall clock that is corrected is not.
    @Test func sleepIsAGapAndAChangedClockIsNone() async {
        let tracker = self.start()
        tracker.track("a")
        self.bench.scheduler.jumpWallClock(byMilliseconds: 10_800_000)
        tracker.track("b")
        self.bench.scheduler.jumpWallClock(byMilliseconds: -86_400_000)
        tracker.track("c")
        self.bench.scheduler.sleepDevice(for: .seconds(301))
        tracker.track("d")
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == [1, 1, 1, 2])
        await self.bench.stop(tracker)
    }

    @Test func eventsWithATimeOfTheirOwnFollowIt() async {
        let tracker = self.start()
        let start = Date(timeIntervalSince1970: Double(self.bench.scheduler.wallMilliseconds) / 1000)
        tracker.track("a")
        self.pass(100)
        tracker.track("b")
        self.pass(400)
        tracker.track("c")
        tracker.track("in the first".replacing(" ", with: "_"), at: start + 50)
        tracker.track("before_all", at: start - 5000)
        tracker.track("between", at: start + 300)
        _ = await self.bench.flush(tracker)
        #expect(self.numbers == [1, 1, 2, 1, 0, 0])
        await self.bench.stop(tracker)
    }

    /// Held events get what held at their call: sessions, and the app's state.
    @Test func heldEventsGetTheSessionOfTheirCall() async {
        let first = self.start()
        first.track("earlier")
        await self.bench.stop(first)
        self.pass(10)
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.start()
        tracker.track("a")
        self.pass(0)
        let slow = self.bench.scheduler
        #expect(tracker.distinctID != nil)
        await self.bench.stop(tracker)
        let held = self.start()
        held.didBecomeActive()
        held.track("b")
        slow.sleepDevice(for: .seconds(301))
        held.track("c")
        held.didEnterBackground()
        held.track("d")
        slow.sleepDevice(for: .seconds(21))
        held.track("e")
        _ = await self.bench.flush(held)
        #expect(self.bench.collector.names == ["earlier", "a", "$AppStart", "b", "c", "$AppEnd", "d", "e"])
        #expect(self.numbers == [1, 1, 1, 1, 2, 2, 2, 0])
        await self.bench.stop(held)
    }

    /// Eight threads, timers and the app's life at once: each event has one session, each session one start.
    @Test func threadsShareTheirSessions() async {
        let ticking = TickingScheduler(self.bench.scheduler)
        let tracker = self.bench.start(scheduler: ticking) { configuration in
            configuration.journalSegmentBytes = 1 << 20
            configuration.automaticEvents = [.appStart, .appEnd]
            configuration.sessions = SessionConfiguration()
            configuration.sessions?.idleLimit = .seconds(1)
            configuration.sessions?.recordsStartAndEnd = true
        }
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for index in 0..<200 {
                        tracker.startTimer("e\(thread)")
                        if thread == 0, index % 50 == 0 { tracker.didEnterBackground() }
                        if thread == 0, index % 50 == 9 { tracker.didBecomeActive() }
                        if thread == 1, index % 40 == 0 { self.bench.scheduler.sleepDevice(for: .seconds(2)) }
                        tracker.endTimer("e\(thread)")
                        _ = tracker.sessionID
                    }
                }
            }
        }
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events
        #expect(events.filter { $0["properties"]?["event_duration"] != nil }.count >= 1600)
        let starts = self.bench.events("$SessionStart").compactMap { $0["_session"]?.stringValue }
        #expect(starts.count == Set(starts).count)
        #expect(Set(self.bench.sessions.compactMap { $0 }) == Set(starts))
        for event in events {
            #expect(event["_session"]?.stringValue == event["properties"]?["$event_session_id"]?.stringValue)
        }
        await self.bench.stop(tracker)
    }

    @Test func nothingBeginsASessionAfterOptOut() async {
        let tracker = self.start { $0.sessions?.recordsStartAndEnd = true }
        tracker.optOut()
        #expect(tracker.track("a") == .dropped(.optedOut))
        tracker.didBecomeActive()
        tracker.optIn()
        tracker.track("b")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SessionStart", "b"])
        await self.bench.stop(tracker)
    }
}
