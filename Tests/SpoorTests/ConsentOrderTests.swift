import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// In which order events come that waited for the person's answer, and which ends of visits are told.
struct ConsentOrderTests {
    private let bench = TestBench()

    private func start(_ consent: ConsentStatus = .pending) -> Tracker {
        self.bench.start {
            $0.consent = consent
            $0.automaticEvents = [.appStart, .appEnd]
        }
    }

    private static let calls = ["$AppStart", "view", "$AppEnd", "$AppStart", "buy"]

    private func visit(_ tracker: Tracker) {
        tracker.didBecomeActive()
        tracker.track("view")
        tracker.didEnterBackground()
        tracker.didBecomeActive()
        tracker.track("buy")
    }

    /// The order is that of the calls, across categories.
    @Test(
        arguments: [
            { $0.optIn() },
            { $0.setConsent([.autoTrack, .analytics], granted: true) },
        ] as [@Sendable (Tracker) -> Void]
    )
    func whatIsGrantedAtOnceComesInTheOrderOfItsCalls(grant: @Sendable (Tracker) -> Void) async {
        let tracker = self.start()
        self.visit(tracker)
        grant(tracker)
        tracker.track("later")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == Self.calls + ["later"])
        await self.bench.stop(tracker)
    }

    /// One after another, the order can hold within each answer only; what is refused is gone.
    @Test func oneByOneEachAnswerKeepsItsOrder() async {
        let tracker = self.start()
        self.visit(tracker)
        tracker.setConsent(.analytics, granted: true)
        tracker.setConsent([.monitoring, .location], granted: false)
        tracker.setConsent(.autoTrack, granted: true)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["view", "buy", "$AppStart", "$AppEnd", "$AppStart"])
        await self.bench.stop(tracker)
    }

    /// A visit without a start has no end; the next one has both.
    @Test(arguments: [false, true])
    func aVisitThatBeganWithoutConsentHasNoEnd(isOpening: Bool) async {
        if isOpening { self.bench.scheduler.runsWaitedWork = false }
        let tracker = self.start(.granted)
        tracker.setConsent(.autoTrack, granted: false)
        tracker.didBecomeActive()
        tracker.setConsent(.autoTrack, granted: true)
        tracker.didEnterBackground()
        tracker.didBecomeActive()
        tracker.didEnterBackground()
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd"])
        await self.bench.stop(tracker)
    }

    /// Taken back and granted again within a visit: what lies between was not seen, so the visit's length is not known.
    @Test(arguments: [ConsentStatus.granted, .pending])
    func aVisitInWhichConsentWasTakenBackHasNoEnd(initial: ConsentStatus) async {
        let tracker = self.start(initial)
        tracker.didBecomeActive()
        tracker.setConsent(.autoTrack, granted: false)
        tracker.setConsent(.autoTrack, granted: true)
        tracker.didEnterBackground()
        tracker.didBecomeActive()
        tracker.willTerminate()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppStart", "$AppEnd"])
        await self.bench.stop(tracker)
    }
}
