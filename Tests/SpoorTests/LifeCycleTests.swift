import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// The app comes and goes (000), through the tracker.
struct LifeCycleTests {
    private let bench = TestBench()

    private func start(
        lifeCycle: (any AppLifeCycleSource)? = nil,
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        self.bench.start(lifeCycle: lifeCycle) { configuration in
            configuration.automaticEvents = [.appStart, .appEnd]
            change(&configuration)
        }
    }

    private func pass(_ seconds: Int) {
        self.bench.scheduler.advance(by: .seconds(seconds))
    }

    @Test func startsAndEndsAreRecordedWithTheirFlags() async throws {
        let tracker = self.start()
        tracker.launched(inBackground: false)
        self.pass(2)
        tracker.didBecomeActive()
        self.pass(7)
        tracker.willResignActive()
        tracker.didEnterBackground()
        self.pass(100)
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        self.pass(3)
        tracker.willTerminate()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd", "$AppStart", "$AppEnd"])
        let starts = self.bench.events("$AppStart").compactMap { $0["properties"] }
        #expect(starts.map { $0["$is_first_time"] } == [.bool(true), .bool(false)])
        #expect(starts.map { $0["$resume_from_background"] } == [.bool(false), .bool(true)])
        let ends = self.bench.events("$AppEnd").map { $0["properties"]?["event_duration"]?.doubleValue }
        #expect(ends == [7, 3])
        for event in self.bench.collector.events {
            #expect(event["lib"]?["$lib_method"]?.stringValue == "autoTrack")
            #expect(event["properties"]?["$app_state"] == nil)
        }
        await self.bench.stop(tracker)
    }

    /// A call, the app switcher, a system dialog: covered for a moment is no end, and its end no start (000).
    @Test func inactiveToActiveIsNoStart() async throws {
        let tracker = self.start()
        tracker.didBecomeActive()
        for _ in 0..<3 {
            tracker.willResignActive()
            self.pass(10)
            tracker.didBecomeActive()
        }
        tracker.didBecomeActive()
        tracker.willEnterForeground()
        tracker.launched(inBackground: true)
        tracker.didEnterBackground()
        tracker.didEnterBackground()
        tracker.willTerminate()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd"])
        #expect(try self.bench.duration("$AppEnd") == 30)
        await self.bench.stop(tracker)
    }

    @Test(
        arguments: [
            ([], []), ([.appStart], ["$AppStart"]), ([.appEnd], ["$AppEnd"]),
            ([.appStart, .appEnd, .appStartPassively], ["$AppStart", "$AppEnd"]),
        ] as [(AutomaticEvents, [String])]
    )
    func onlyTheEventsAskedForAreRecorded(events: AutomaticEvents, names: [String]) async {
        let tracker = self.start { $0.automaticEvents = events }
        tracker.didBecomeActive()
        tracker.didEnterBackground()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == names)
        await self.bench.stop(tracker)
    }

    @Test func theFirstTimeIsOncePerInstallation() async {
        let first = self.start()
        first.didBecomeActive()
        await self.bench.stop(first)
        let second = self.start()
        second.didBecomeActive()
        _ = await self.bench.flush(second)
        let flags = self.bench.events("$AppStart").map { $0["properties"]?["$is_first_time"] }
        #expect(flags == [.bool(true), .bool(false)])
        await self.bench.stop(second)
    }

    /// Whoever turns the event on later has no new users for it.
    @Test func aVisitUsesUpTheFirstTimeAlthoughNoEventTellsIt() async throws {
        let first = self.start { $0.automaticEvents = [] }
        first.didBecomeActive()
        await self.bench.stop(first)
        let second = self.start()
        second.didBecomeActive()
        _ = await self.bench.flush(second)
        #expect(try self.bench.properties("$AppStart")["$is_first_time"] == .bool(false))
        await self.bench.stop(second)
    }

    @Test func aStartThatWasNotRecordedDoesNotUseUpTheFirstTime() async throws {
        let tracker = self.start()
        tracker.optOut()
        tracker.didBecomeActive()
        tracker.didEnterBackground()
        tracker.optIn()
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.properties("$AppStart")["$is_first_time"] == .bool(true))
        await self.bench.stop(tracker)
    }

    /// A visit that is cut off has no end event: its length is not known, and is not invented (O-13).
    @Test func aKilledVisitHasNoEnd() async {
        var first: Tracker? = self.start()
        first?.didBecomeActive()
        self.bench.kill(&first)
        let second = self.start()
        second.didBecomeActive()
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["$AppStart", "$AppStart"])
        await self.bench.stop(second)
    }

    @Test func theAppsPropertiesGoWithAutomaticEvents() async throws {
        let tracker = self.start()
        tracker.registerSuperProperties(["plan": "pro"])
        tracker.setDynamicProperties { ["level": 3] }
        tracker.didBecomeActive()
        _ = await self.bench.flush(tracker)
        let properties = try self.bench.properties("$AppStart")
        #expect(properties["plan"]?.stringValue == "pro" && properties["level"] == .number("3"))
        await self.bench.stop(tracker)
    }

    /// Held until storage is open, in order, with the time and the state of the call.
    @Test func beforeStorageIsOpenNothingIsLost() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.start()
        let began = self.bench.scheduler.wallMilliseconds
        tracker.launched(inBackground: true)
        tracker.track("passive")
        self.bench.scheduler.sleepDevice(for: .seconds(5))
        tracker.didBecomeActive()
        tracker.track("seen")
        tracker.didEnterBackground()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["passive", "$AppStart", "seen", "$AppEnd"])
        let states = self.bench.collector.events.map { $0["properties"]?["$app_state"]?.stringValue }
        #expect(states == ["background", nil, nil, nil])
        #expect(try self.bench.properties("$AppStart")["$is_first_time"] == .bool(true))
        #expect(self.bench.events("$AppStart").first?["time"]?.int64Value == began + 5000)
        await self.bench.stop(tracker)
    }

    @Test func aSourceIsListenedToUntilTheTrackerStops() async {
        let source = ScriptedLifeCycle(first: .launched(inBackground: false), .becameActive)
        let tracker = self.start(lifeCycle: source)
        source.tell(.willResignActive, .didEnterBackground(remaining: .seconds(30)), .willEnterForeground)
        source.tell(.becameActive)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd", "$AppStart"])
        #expect(source.isStarted)
        await self.bench.stop(tracker)
        #expect(!source.isStarted)
        let done = Locked(false)
        tracker.didEnterBackground { done.withLock { $0 = true } }
        self.bench.scheduler.settle()
        #expect(done.withLock { $0 })
    }

    /// A source keeps no tracker alive.
    @Test func aSourceHoldsTheTrackerWeakly() {
        let source = ScriptedLifeCycle()
        weak var weakTracker: Tracker?
        do {
            let tracker = self.start(lifeCycle: source)
            weakTracker = tracker
        }
        #expect(weakTracker == nil)
        let done = Locked(false)
        source.tell(.becameActive, .didEnterBackground(remaining: nil, completion: { done.withLock { $0 = true } }))
        #expect(done.withLock { $0 })
    }
}
