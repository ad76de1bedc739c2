import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What is told once in an installation's life is used up by what is really kept, and not by what waits for consent.
struct FirstTimeConsentTests {
    private let bench = TestBench()

    private func start(_ consent: ConsentStatus = .pending, events: AutomaticEvents = [.appStart]) -> Tracker {
        self.bench.start {
            $0.consent = consent
            $0.automaticEvents = events
        }
    }

    private func visit(_ tracker: Tracker) {
        tracker.didBecomeActive()
        self.bench.scheduler.advance(by: .seconds(5))
        tracker.didEnterBackground()
    }

    private func flags(_ key: String) -> [Bool?] {
        self.bench.collector.events.map { event in
            if case .bool(let flag)? = event["properties"]?[key] { flag } else { nil }
        }
    }

    /// Two launches without an answer, the second ended by a kill; the person agrees in the third.
    @Test(arguments: [[ConsentCategory.analytics], []])
    func whoAgreesInTheThirdLaunchIsThereForTheFirstTime(grantedBefore: [ConsentCategory]) async throws {
        let first = self.start()
        first.setConsent(Set(grantedBefore), granted: true)
        self.visit(first)
        await self.bench.stop(first)
        var second: Tracker? = self.start()
        if let second { self.visit(second) }
        self.bench.kill(&second)
        let third = self.start()
        self.visit(third)
        #expect(self.bench.collector.names.isEmpty)
        third.optIn()
        self.visit(third)
        _ = await self.bench.flush(third)
        #expect(self.bench.collector.names == ["$AppStart", "$AppStart"])
        #expect(self.flags("$is_first_time") == [true, false] && self.flags("$is_first_day") == [true, true])
        await self.bench.stop(third)
        let fourth = self.start()
        self.visit(fourth)
        _ = await self.bench.flush(fourth)
        #expect(self.flags("$is_first_time") == [true, false, false])
        await self.bench.stop(fourth)
    }

    /// Refused first and agreed to later, in one process: the start that waited is gone and uses nothing up.
    @Test func aRefusedStartUsesNothingUp() async throws {
        let tracker = self.start()
        self.visit(tracker)
        tracker.optOut()
        self.visit(tracker)
        tracker.optIn()
        self.visit(tracker)
        self.visit(tracker)
        _ = await self.bench.flush(tracker)
        #expect(self.flags("$is_first_time") == [true, false])
        await self.bench.stop(tracker)
    }

    /// A start that finds no room among those that wait is not kept.
    @Test func aStartThatFoundNoRoomUsesNothingUp() async throws {
        let tracker = self.start()
        for _ in 0..<WaitingRecords.maxCount { #expect(tracker.track("x") == .held) }
        self.visit(tracker)
        tracker.optIn()
        self.visit(tracker)
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.properties("$AppStart")["$is_first_time"] == .bool(true))
        await self.bench.stop(tracker)
    }

    /// A start that the app's hook drops is not kept.
    @Test func aDroppedStartUsesNothingUp() async throws {
        let tracker = self.start(.granted)
        tracker.setEventHook { _ in .drop }
        self.visit(tracker)
        tracker.setEventHook(nil)
        self.visit(tracker)
        _ = await self.bench.flush(tracker)
        #expect(try self.bench.properties("$AppStart")["$is_first_time"] == .bool(true))
        await self.bench.stop(tracker)
    }

    /// Where no event tells the first time, a visit uses it up from the consent on.
    @Test(arguments: [ConsentStatus.pending, .denied], [false, true])
    func anUntoldVisitUsesUpTheFirstTimeOnceAgreedTo(initial: ConsentStatus, isGranted: Bool) async throws {
        let first = self.start(initial, events: [])
        first.didBecomeActive()
        if isGranted { first.optIn() }
        await self.bench.stop(first)
        let second = self.start(initial)
        second.optIn()
        self.visit(second)
        _ = await self.bench.flush(second)
        #expect(try self.bench.properties("$AppStart")["$is_first_time"] == .bool(!isGranted))
        await self.bench.stop(second)
    }

    /// Of days on which events waited, the first one that has a kept event is the first day; the others are none.
    @Test func theFirstDayIsThatOfTheFirstKeptEvent() async throws {
        let tracker = self.start()
        self.visit(tracker)
        self.bench.scheduler.advance(by: .seconds(24 * 3600))
        self.visit(tracker)
        #expect(tracker.track("second_day") == .held)
        tracker.optIn()
        tracker.track("after")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppStart", "second_day", "after"])
        #expect(self.flags("$is_first_day") == [true, false, false, false])
        #expect(self.flags("$is_first_time") == [true, false, nil, nil])
        await self.bench.stop(tracker)
    }

    /// Days without consent use up no first day.
    @Test(arguments: [false, true])
    func theFirstDayBeginsWithTheConsent(isMonitoringGranted: Bool) async throws {
        let tracker = self.start(.denied)
        if isMonitoringGranted { tracker.setConsent(.monitoring, granted: true) }
        self.visit(tracker)
        self.bench.scheduler.advance(by: .seconds(48 * 3600))
        tracker.optIn()
        tracker.track("after")
        _ = await self.bench.flush(tracker)
        #expect(self.flags("$is_first_day") == [true])
        self.bench.scheduler.advance(by: .seconds(24 * 3600))
        tracker.track("later")
        _ = await self.bench.flush(tracker)
        #expect(self.flags("$is_first_day") == [true, false])
        await self.bench.stop(tracker)
    }
}
