import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// How long things take (000), through the tracker.
struct TimingTests {
    private let bench = TestBench()

    private func pass(_ seconds: Double) {
        self.bench.scheduler.advance(by: .milliseconds(Int64(seconds * 1000)))
    }

    // O-13/clock-back O-13/clock-forward
    @Test("O-13 the wall clock changed in between: the duration stays true", arguments: [-3_600_000, 10_800_000])
    func aChangedClock(milliseconds: Int64) async throws {
        let tracker = self.bench.start()
        tracker.startTimer("cook")
        self.pass(3)
        self.bench.scheduler.jumpWallClock(byMilliseconds: milliseconds)
        self.pass(5.2)
        #expect(tracker.endTimer("cook").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("cook") == 8.2)
        #expect(try self.bench.properties("cook").jsonText.contains("\"event_duration\":8.2"))
        // The event's time may follow the wall clock.
        #expect(self.bench.events("cook").first?["time"]?.int64Value == 1_772_712_000_000 + 8200 + milliseconds)
        await self.bench.stop(tracker)
    }

    // O-13/sleep
    @Test("O-13 the device asleep for ten minutes in the middle: sleep is not counted")
    func aSleepingDevice() async throws {
        let tracker = self.bench.start()
        tracker.startTimer("cook")
        self.pass(3)
        self.bench.scheduler.sleepDevice(for: .seconds(600))
        self.pass(5.2)
        tracker.endTimer("cook")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("cook") == 8.2)
        await self.bench.stop(tracker)
    }

    // O-13/killed
    @Test("O-13 the process killed between start and end: the duration is absent, not invented")
    func aKilledProcess() async throws {
        var first: Tracker? = self.bench.start()
        let timer = first?.startTimer("cook")
        first?.track("before")
        self.pass(3)
        self.bench.kill(&first)
        let second = self.bench.start()
        self.pass(5.2)
        #expect(second.endTimer("cook").isRecorded)
        if let timer { second.endTimer(timer, ["by": "token"]) }
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["before", "cook", "cook"])
        #expect(self.bench.events("cook").allSatisfy { $0["properties"]?["event_duration"] == nil })
        #expect(self.bench.warnings("without event_duration") == 2)
        await self.bench.stop(second)
    }

    // O-13/two-threads
    @Test("O-13 start and end from two threads one millisecond apart")
    func twoThreads() async throws {
        let tracker = self.bench.start(scheduler: TickingScheduler(self.bench.scheduler))
        let timer = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: tracker.startTimer("cook")) }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                tracker.endTimer(timer)
                continuation.resume()
            }
        }
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("cook") == 0.001)
        await self.bench.stop(tracker)
    }

    @Test("O-13 start and end race from two threads: absent or true, never negative")
    func racingThreads() async throws {
        let tracker = self.bench.start(scheduler: TickingScheduler(self.bench.scheduler))
        for round in 0..<500 {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { tracker.startTimer("cook_\(round)") }
                group.addTask { tracker.endTimer("cook_\(round)") }
            }
        }
        _ = await self.bench.flush(tracker)
        let durations = self.bench.collector.events.map { $0["properties"]?["event_duration"]?.doubleValue }
        #expect(durations.count == 500)
        #expect(durations.allSatisfy { $0.map { $0 >= 0 && $0 < 1 } ?? true })
        #expect(durations.filter { $0 == nil }.count == self.bench.warnings("without event_duration"))
        await self.bench.stop(tracker)
    }

    @Test("O-13 the start is read on the caller's thread, before storage is open and whatever is queued")
    func beforeStorageIsOpen() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        tracker.startTimer("cook")
        tracker.startTimer("eat")
        self.bench.scheduler.jumpWallClock(byMilliseconds: -60_000)
        #expect(tracker.endTimer("eat") == .held)
        self.pass(2.5)
        tracker.endTimer("cook")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("eat") == 0)
        #expect(try self.bench.duration("cook") == 2.5)
        await self.bench.stop(tracker)
    }

    // O-13/background
    @Test("O-13 time in the background is subtracted, but for the timers that ask to run on")
    func background() async throws {
        let tracker = self.bench.start { $0.automaticEvents = [.appStart, .appEnd] }
        tracker.launched(inBackground: false)
        self.pass(1)
        tracker.didBecomeActive()
        tracker.startTimer("read")
        tracker.startTimer("play", runsInBackground: true)
        self.pass(4)
        tracker.willResignActive()
        self.pass(2)
        tracker.didEnterBackground()
        tracker.startTimer("sync")
        tracker.pauseTimer("read")
        tracker.resumeTimer("read")
        self.pass(100)
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        self.pass(3)
        for event in ["read", "play", "sync"] { tracker.endTimer(event) }
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("read") == 9)
        #expect(try self.bench.duration("play") == 109)
        #expect(try self.bench.duration("sync") == 3)
        // The visit's own time is not a timer that the background could stop: it ends there (000).
        #expect(try self.bench.duration("$AppEnd") == 6)
        await self.bench.stop(tracker)
    }

    @Test func severalTimersOfOneNameRunAtOnce() async throws {
        let tracker = self.bench.start()
        let first = tracker.startTimer("cook")
        self.pass(1)
        let second = tracker.startTimer("cook")
        #expect(first != second && first.event == "cook")
        self.pass(2)
        tracker.startTimer("cook")
        self.pass(4)
        tracker.endTimer(first, ["dish": "soup"])
        tracker.endTimer("cook", ["dish": "cake"])
        tracker.endTimer(second, ["dish": "rice"])
        _ = await self.bench.flush(tracker)
        let durations = self.bench.events("cook").reduce(into: [String: Double]()) { result, event in
            let properties = event["properties"]
            result[properties?["dish"]?.stringValue ?? ""] = properties?["event_duration"]?.doubleValue
        }
        #expect(durations == ["soup": 7, "rice": 6, "cake": 4])
        #expect(self.bench.warnings("event_duration") == 0)
        await self.bench.stop(tracker)
    }

    @Test func pausesAreNotCountedAndRemovedTimersAreForgotten() async throws {
        let tracker = self.bench.start()
        let timer = tracker.startTimer("cook")
        self.pass(1)
        tracker.pauseTimer("cook")
        tracker.pauseTimer(timer)
        self.pass(10)
        tracker.resumeTimer(timer)
        self.pass(0.2345)
        tracker.endTimer("cook")
        tracker.startTimer("wash")
        tracker.removeTimer("wash")
        tracker.endTimer("wash")
        tracker.removeTimer(tracker.startTimer("dry"))
        for _ in 0..<5 { tracker.startTimer("dry") }
        tracker.removeAllTimers()
        tracker.endTimer("dry")
        tracker.pauseTimer("dry")
        tracker.resumeTimer("dry")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("cook") == 1.234)
        #expect(try self.bench.duration("wash") == nil && self.bench.duration("dry") == nil)
        #expect(self.bench.warnings("'dry'") == 3)
        await self.bench.stop(tracker)
    }

    /// The duration is what the tracker found out: whatever the app says itself wins, by the rules of 001 §3.3.3.
    @Test func ownDynamicAndStaticPropertiesBeatTheDuration() async throws {
        let tracker = self.bench.start()
        tracker.startTimer("own")
        tracker.startTimer("plain")
        self.pass(1)
        tracker.endTimer("own", ["event_duration": 99])
        tracker.endTimer("plain")
        tracker.registerSuperProperties(["event_duration": 7])
        tracker.startTimer("super")
        tracker.endTimer("super")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("own") == 99)
        #expect(try self.bench.duration("plain") == 1)
        #expect(try self.bench.duration("super") == 7)
        await self.bench.stop(tracker)
    }

    @Test func wrongNamesAreToldAtTheStartAndCostTheEvent() async {
        let tracker = self.bench.start()
        let timer = tracker.startTimer("1st")
        #expect(self.bench.warnings("'1st'") == 1)
        guard case .dropped(.invalidName) = tracker.endTimer(timer) else {
            Issue.record("the event was not dropped")
            return
        }
        await self.bench.stop(tracker)
    }

    @Test func aTimerTooManyTakesThePlaceOfTheOldest() async throws {
        let tracker = self.bench.start()
        for index in 0...EventTimers.most { tracker.startTimer("t\(index)") }
        #expect(self.bench.warnings("forgotten") == 1)
        tracker.endTimer("t0")
        tracker.endTimer("t1")
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.duration("t0") == nil)
        #expect(try self.bench.duration("t1") != nil)
        await self.bench.stop(tracker)
    }

    @Test("O-13 calls of two threads that come in the wrong order count as no time, and cost none")
    func wrongOrder() {
        var timers = EventTimers()
        let timer = EventTimer(event: "cook", id: 1)
        let evicted = timers.start(timer, runsInBackground: false, at: .seconds(5))
        let isPaused = timers.pause(.event("cook"), at: .milliseconds(4999))
        let isResumed = timers.resume(.timer(timer), at: .seconds(10))
        timers.move(toFront: false, at: .seconds(12))
        timers.move(toFront: true, at: .seconds(13))
        let duration = timers.end(.event("cook"), at: .milliseconds(12_999))
        #expect(evicted == nil && isPaused && isResumed && duration == .counted(.seconds(2), since: .seconds(5)))
        #expect(timers.count == 0)
    }

    @Test func theRealClocksNeverGoBackAndSleepIsExtra() {
        let scheduler = DispatchScheduler(label: "clocks")
        var last = Moment(scheduler)
        for _ in 0..<1000 {
            let next = Moment(scheduler)
            #expect(next.uptime >= last.uptime && next.continuous >= last.continuous)
            last = next
        }
        #expect(scheduler.continuousTime + .milliseconds(1) >= scheduler.uptime)
    }

    @Test(
        arguments: [
            (.zero, 0), (.milliseconds(-5), 0), (.microseconds(1499), 0.001), (.microseconds(1500), 0.002),
            (.nanoseconds(8_199_999_999), 8.2), (.seconds(86_400 * 400) + .milliseconds(7), 34_560_000.007),
        ] as [(Duration, Double)]
    )
    func durationsAreSecondsWithThreeDecimals(duration: Duration, seconds: Double) {
        #expect(duration.wireSeconds == seconds)
    }
}
