import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Bug case O-14: a launch that nobody sees counts as none.
struct PassiveLaunchTests {
    private let bench = TestBench()

    private func start() -> Tracker {
        self.bench.start { configuration in
            configuration.automaticEvents = [.appStart, .appEnd]
            configuration.sessions = SessionConfiguration()
            configuration.sessions?.recordsStartAndEnd = true
        }
    }

    private func pass(minutes: Int) {
        self.bench.scheduler.advance(by: .seconds(minutes * 60))
    }

    private func flags(of event: JSONValue?) -> [JSONValue?] {
        ["$is_first_time", "$resume_from_background", "$is_first_day", "$app_state"].map { event?["properties"]?[$0] }
    }

    /// What the system starts the process for; what it then tells differs.
    enum Reason: String, CaseIterable, Sendable {
        case push, fetch, location

        /// How many events it records there.
        var events: Int { self == .location ? 3 : 1 }
    }

    /// One life in the background, in the order in which a device tells it; answers the completions that came.
    private func liveInBackground(_ tracker: Tracker, _ reason: Reason) -> Int {
        let completions = Locked(0)
        let leave = { tracker.didEnterBackground(remaining: .seconds(25)) { completions.withLock { $0 += 1 } } }
        switch reason {
        case .push:
            // Delivered before the app is told that it is in the background; then the system suspends it.
            tracker.launched(inBackground: true)
            tracker.track("push_arrived")
            leave()
        case .fetch:
            // Told at once, works for a minute, says that it is done, and sleeps.
            tracker.launched(inBackground: true)
            leave()
            self.pass(minutes: 1)
            tracker.track("fetch_arrived")
            leave()
            self.bench.scheduler.sleepDevice(for: .seconds(3600))
        case .location:
            // Launched by a region, then woken again and again in one long life.
            tracker.launched(inBackground: true)
            leave()
            for _ in 0..<3 {
                tracker.track("location_arrived")
                self.pass(minutes: 10)
                self.bench.scheduler.sleepDevice(for: .seconds(20 * 60))
                leave()
            }
        }
        self.bench.scheduler.advance(by: .seconds(30))
        return completions.withLock { $0 }
    }

    // O-14/push O-14/background-fetch O-14/location O-14/opened-later O-14/tracked-in-background
    @Test(
        "O-14 background launches, then the user opens the app: one start, no session before it",
        arguments: Reason.allCases,
        [true, false]
    )
    func backgroundLaunches(reason: Reason, isKilled: Bool) async throws {
        // The last session was 40 minutes ago.
        let earlier = self.start()
        earlier.didBecomeActive()
        earlier.didEnterBackground()
        _ = await self.bench.flush(earlier)
        await self.bench.stop(earlier)
        let before = self.bench.collector.events.count
        self.bench.scheduler.sleepDevice(for: .seconds(40 * 60))
        var tracker: Tracker? = self.start()
        let completions = self.liveInBackground(try #require(tracker), reason)
        // Each time the app may be suspended again, and is told so.
        #expect(completions == (reason == .push ? 1 : reason == .fetch ? 2 : 4))
        if isKilled {
            self.bench.kill(&tracker)
            tracker = self.start()
            tracker?.launched(inBackground: true)
        }
        self.pass(minutes: 10)
        tracker?.willEnterForeground()
        tracker?.didBecomeActive()
        tracker?.track("looked")
        let last = try #require(tracker)
        _ = await self.bench.flush(last)
        let events = Array(self.bench.collector.events[before...])
        let passive = [String](repeating: "\(reason.rawValue)_arrived", count: reason.events)
        try #require(
            events.map { $0["event"]?.stringValue ?? "" }
                == ["$SessionEnd"] + passive + ["$SessionStart", "$AppStart", "looked"]
        )
        for event in events[1...reason.events] {
            #expect(event["properties"]?["$app_state"]?.stringValue == "background")
            #expect(event["_session"] == nil)
        }
        let (opened, looked) = (events[reason.events + 2], events[reason.events + 3])
        #expect(self.flags(of: opened).dropLast(2) == [.bool(false), .bool(false)])
        #expect(self.flags(of: opened).last == .some(nil))
        #expect(looked["properties"]?["$app_state"] == nil)
        #expect(opened["_session"] != nil && opened["_session"] == looked["_session"])
        await self.bench.stop(last)
    }

    @Test(
        "O-14 the first launches of all are in the background, over midnight: the marks stay unused",
        arguments: [
            true, false,
        ]
    )
    func theMarksStayUnused(isKilled: Bool) async throws {
        // 21:00 local; the day ends three hours later.
        var tracker: Tracker? = self.start()
        for reason in ["push", "fetch", "location"] {
            tracker?.launched(inBackground: true)
            tracker?.track("passive", ["for": .init(reason)])
            guard isKilled else { continue }
            self.bench.kill(&tracker)
            tracker = self.start()
        }
        tracker?.launched(inBackground: true)
        self.pass(minutes: 4 * 60)
        tracker?.track("passive", ["for": "refresh"])
        self.pass(minutes: 10)
        tracker?.didBecomeActive()
        tracker?.track("looked")
        let last = try #require(tracker)
        _ = await self.bench.flush(last)
        let passive = self.bench.events("passive")
        #expect(passive.count == 4)
        for event in passive { #expect(self.flags(of: event) == [nil, nil, .bool(true), .string("background")]) }
        #expect(self.flags(of: self.bench.events("$AppStart").first) == [.bool(true), .bool(false), .bool(true), nil])
        #expect(self.bench.events("looked").first?["properties"]?["$is_first_day"] == .bool(true))
        #expect(self.bench.events("$AppStart").count == 1 && self.bench.events("$SessionStart").count == 1)
        // The first day was that of the opening, and is over a day later.
        self.pass(minutes: 24 * 60)
        last.track("next_day")
        _ = await self.bench.flush(last)
        #expect(self.bench.events("next_day").first?["properties"]?["$is_first_day"] == .bool(false))
        await self.bench.stop(last)
    }

    /// A host that tells nothing: the first day is that of the first event.
    @Test func theFirstDayIsThatOfTheFirstEvent() async {
        let tracker = self.bench.start()
        self.pass(minutes: 4 * 60)
        for _ in 0..<2 { tracker.track("first") }
        await self.bench.stop(tracker)
        let second = self.bench.start()
        second.track("first")
        self.pass(minutes: 24 * 60)
        second.track("later")
        _ = await self.bench.flush(second)
        let flags = self.bench.collector.events.map { $0["properties"]?["$is_first_day"] }
        #expect(flags == [.bool(true), .bool(true), .bool(true), .bool(false)])
        await self.bench.stop(second)
    }

    // O-14/prewarmed
    @Test("O-14 prewarmed and opened hours later: one start, and nothing is measured from the process's start")
    func prewarmed() async throws {
        let tracker = self.start()
        tracker.launched(inBackground: true)
        tracker.startTimer("first_screen")
        self.pass(minutes: 240)
        tracker.didBecomeActive()
        self.bench.scheduler.advance(by: .milliseconds(800))
        tracker.endTimer("first_screen")
        self.bench.scheduler.advance(by: .milliseconds(200))
        tracker.didEnterBackground()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SessionStart", "$AppStart", "first_screen", "$AppEnd"])
        #expect(self.flags(of: self.bench.events("$AppStart").first) == [.bool(true), .bool(false), .bool(true), nil])
        #expect(try self.bench.duration("$AppStart") == nil)
        #expect(try self.bench.duration("first_screen") == 0.8)
        #expect(try self.bench.duration("$AppEnd") == 1)
        await self.bench.stop(tracker)
    }

    // O-14/scene-inactive
    @Test("O-14 a scene that is briefly inactive: no start for what nobody sees, one for what somebody does")
    func brieflyInactive() async {
        let tracker = self.start()
        // Started out of sight, the scene is inactive and even on its way to the front for a snapshot, and back.
        tracker.launched(inBackground: true)
        tracker.willResignActive()
        tracker.willEnterForeground()
        tracker.willResignActive()
        tracker.didEnterBackground()
        tracker.track("passive")
        // Opened: inactive, active, and inactive once more while the system asks something.
        tracker.willEnterForeground()
        tracker.willResignActive()
        tracker.didBecomeActive()
        tracker.willResignActive()
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["passive", "$SessionStart", "$AppStart"])
        #expect(self.bench.events("passive").first?["properties"]?["$app_state"]?.stringValue == "background")
        await self.bench.stop(tracker)
    }

    @Test("O-14 the passive start is an event only where it is asked for")
    func startPassively() async throws {
        let tracker = self.bench.start { $0.automaticEvents = [.appStart, .appEnd, .appStartPassively] }
        tracker.launched(inBackground: true)
        tracker.launched(inBackground: true)
        tracker.didEnterBackground()
        tracker.willTerminate()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStartPassively"])
        let event = self.bench.events("$AppStartPassively").first
        #expect(self.flags(of: event) == [nil, .bool(false), .bool(true), .string("background")])
        await self.bench.stop(tracker)
    }

    @Test("O-14 a session that still holds takes in what a push brings, and is not prolonged by it")
    func aSessionThatHolds() async {
        let earlier = self.start()
        earlier.didBecomeActive()
        earlier.didEnterBackground()
        await self.bench.stop(earlier)
        let tracker = self.start()
        tracker.launched(inBackground: true)
        self.pass(minutes: 20)
        tracker.track("pushed")
        self.pass(minutes: 11)
        tracker.track("pushed_again")
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        #expect(
            self.bench.collector.names == [
                "$SessionStart", "$AppStart", "$AppEnd", "pushed", "$SessionEnd", "pushed_again", "$SessionStart",
                "$AppStart",
            ]
        )
        let sessions = self.bench.sessions
        #expect(sessions[3] == sessions[0] && sessions[5] == nil && sessions[7] != sessions[0])
        await self.bench.stop(tracker)
    }
}
