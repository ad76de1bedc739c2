import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What is taken back while an event is made holds for that event: it carries what is allowed when it is recorded, whatever
/// was known when it began.
struct ConsentMeanwhileTests {
    private let bench = TestBench()

    /// What happens while an automatic event is made.
    enum Change: CaseIterable, Sendable {
        case refusal, refusalAndConsent, optOutAndConsent, locationRefused

        func happen(_ tracker: Tracker) {
            switch self {
            case .refusal:
                tracker.setConsent(.analytics, granted: false)
            case .refusalAndConsent:
                tracker.setConsent(.analytics, granted: false)
                tracker.setConsent(.analytics, granted: true)
            case .optOutAndConsent:
                tracker.optOut()
                tracker.setConsent([.autoTrack, .monitoring], granted: true)
            case .locationRefused:
                tracker.setConsent(.location, granted: false)
            }
        }

        var secrets: [String] {
            self == .locationRefused ? ["$latitude", "52520008"] : ConsentMeanwhileTests.personSecrets
        }
    }

    /// Whose code runs while the event is made.
    enum Place: CaseIterable, Sendable {
        /// The hook, which changes the event as well, so that it keeps what it was shown.
        case hook
        /// The hook, which changes nothing.
        case quietHook
        case dynamic, plugin
    }

    private static let personSecrets = ["ann", "letter", "\"mail\""]

    private func start(_ consent: ConsentStatus = .granted) -> Tracker {
        let tracker = self.bench.start {
            $0.consent = consent
            $0.automaticEvents = []
        }
        tracker.login("ann")
        tracker.registerSuperProperties(["mail": "ann@letters.test"])
        self.openLink("letter", tracker)
        tracker.setLocation(latitude: 52.520008, longitude: 13.404954)
        return tracker
    }

    private func openLink(_ source: String, _ tracker: Tracker) {
        tracker.state.withLock { state in
            _ = state.context.campaign.take(CampaignLink("app://open?utm_source=\(source)", channelKeys: []))
            tracker.refreshContext(&state)
        }
    }

    private static func record(_ recordClass: RecordClass, by tracker: Tracker) -> TrackAnswer {
        var draft = EventDraft(.track, name: "seen", own: ["own": 1])
        draft.recordClass = recordClass
        return tracker.record(draft)
    }

    /// Has the app's code do something, once, while an event is made.
    private func during(_ place: Place, _ tracker: Tracker, _ change: @escaping @Sendable (Tracker) -> Void) {
        let isDone = Locked(false)
        let once: @Sendable () -> Void = { [weak tracker] in
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst, let tracker { change(tracker) }
        }
        switch place {
        case .hook, .quietHook:
            tracker.setEventHook { event in
                if place == .hook { event.properties["app"] = 1 }
                once()
                return .keep
            }
        case .dynamic:
            tracker.setDynamicProperties {
                once()
                return ["app": 1]
            }
        case .plugin:
            tracker.addPlugin(
                PropertyPlugin("app") { _ in
                    once()
                    return ["app": 1]
                }
            )
        }
    }

    @Test(
        "What is refused while an event of another kind is made does not ride on it",
        arguments: Change.allCases,
        Place.allCases
    )
    func refusedMeanwhile(change: Change, place: Place) async throws {
        for recordClass in [RecordClass.automatic, .monitoring, .crash] {
            try await ConsentMeanwhileTests().meet(change, place, recordClass)
        }
    }

    private func meet(_ change: Change, _ place: Place, _ recordClass: RecordClass) async throws {
        let tracker = self.start()
        self.during(place, tracker) { change.happen($0) }
        #expect(Self.record(recordClass, by: tracker).isRecorded)
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.events("seen").first)
        #expect((event["properties"]?["app"] != nil) == (place != .quietHook))
        #expect(event["properties"]?["own"] == .number("1"))
        #expect((event["login_id"] != nil) == (change == .locationRefused))
        let text = event.jsonText
        for secret in change.secrets where text.contains(secret) {
            Issue.record("\(secret) after \(change) in \(place), \(recordClass): \(text)")
        }
        await self.bench.stop(tracker)
    }

    @Test("An event that needs what was taken back in its making is not recorded, as what was before it is deleted")
    func itsOwnKindMeanwhile() async {
        let tracker = self.start()
        self.during(.hook, tracker) { Change.refusalAndConsent.happen($0) }
        #expect(tracker.track("before") == .dropped(.noConsent(.analytics)))
        #expect(tracker.track("after").isRecorded)
        await self.bench.stop(tracker)
    }

    /// Ways to refuse, and what is refused by them.
    private static let refusals: [(refuse: @Sendable (Tracker) -> Void, isAll: Bool)] = [
        ({ $0.optOut() }, true), ({ $0.optOutAndForget() }, true),
        ({ $0.setConsent(Set(ConsentCategory.allCases), granted: false) }, true),
        (
            { tracker in
                for category in ConsentCategory.allCases { tracker.setConsent(category, granted: false) }
            }, true
        ),
        ({ $0.setConsent(Set(ConsentCategory.allCases).subtracting([.location]), granted: false) }, false),
    ]

    @Test(
        "An event in whose making consent is taken back is answered as the next one is",
        arguments: Place.allCases,
        [RecordClass.tracked, .identity, .automatic, .monitoring]
    )
    func answersMeanwhile(place: Place, recordClass: RecordClass) async throws {
        for (index, refusal) in Self.refusals.enumerated() {
            let test = ConsentMeanwhileTests()
            let tracker = test.start()
            test.during(place, tracker) { refusal.refuse($0) }
            let expected = refusal.isAll ? DropReason.optedOut : .noConsent(recordClass.consentCategory)
            #expect(Self.record(recordClass, by: tracker) == .dropped(expected), "refusal \(index)")
            #expect(Self.record(recordClass, by: tracker) == .dropped(expected), "refusal \(index), after")
            await test.bench.stop(tracker)
        }
    }

    @Test(
        "An event in whose making the visitor was forgotten goes the way of all events of that visitor",
        arguments: Place.allCases
    )
    func forgottenMeanwhile(place: Place) async throws {
        let tracker = self.start()
        self.during(place, tracker) {
            $0.optOutAndForget()
            $0.optIn()
        }
        #expect(Self.record(.automatic, by: tracker) == .dropped(.optedOut))
        #expect(Self.record(.automatic, by: tracker).isRecorded)
        await self.bench.stop(tracker)
    }

    /// What a hook was shown is taken out, not what is known by the time at which the event begins to wait.
    @Test(
        "An event that waits leaves behind whom the hook was shown, also where another one is known since",
        arguments: [true, false]
    )
    func anotherOneKnownSince(isGone: Bool) async throws {
        let tracker = self.bench.start {
            $0.consent = .pending
            $0.automaticEvents = []
        }
        tracker.registerSuperProperties(["mail": "ann@letters.test"])
        self.openLink("ann", tracker)
        self.during(.hook, tracker) { tracker in
            tracker.registerSuperProperties(["mail": "bob@letters.test"])
            self.openLink("bob", tracker)
            guard isGone else { return }
            tracker.clearSuperProperties()
            tracker.state.withLock { state in
                state.context.forgetPerson()
                tracker.refreshContext(&state)
            }
        }
        #expect(Self.record(.automatic, by: tracker) == .held)
        tracker.setConsent(.autoTrack, granted: true)
        _ = await self.bench.flush(tracker)
        let text = try #require(self.bench.events("seen").first).jsonText
        for secret in ["ann", "bob", "letter", "utm_source", "\"mail\""] { #expect(!text.contains(secret), "\(text)") }
        await self.bench.stop(tracker)
    }

    @Test(
        "What is carried out after a refusal that was made before storage was open names nobody",
        arguments: [false, true]
    )
    func refusedBeforeOpening(isGrantedAgain: Bool) async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start { $0.automaticEvents = [] }
        tracker.login("ann")
        tracker.registerSuperProperties(["mail": "ann@letters.test"])
        for recordClass in [RecordClass.automatic, .monitoring, .crash] {
            #expect(Self.record(recordClass, by: tracker) == .held)
        }
        tracker.setConsent(.analytics, granted: false)
        if isGrantedAgain {
            tracker.setConsent(.analytics, granted: true)
            tracker.login("bob")
        }
        #expect(Self.record(.automatic, by: tracker) == .held)
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        let seen = self.bench.events("seen")
        #expect(seen.map { $0["login_id"]?.stringValue } == [nil, nil, nil, isGrantedAgain ? "bob" : nil])
        #expect(seen.prefix(3).allSatisfy { $0["properties"]?["mail"] == nil && !$0.jsonText.contains("ann") })
        #expect(
            seen.allSatisfy { $0["distinct_id"]?.stringValue == $0["login_id"]?.stringValue ?? tracker.anonymousID }
        )
        await self.bench.stop(tracker)
    }

    /// While held calls are carried out nobody knows what they will change, so a hook is shown the event alone.
    @Test("A hook that runs before earlier calls are carried out keeps nothing of what they take back")
    func hookedBeforeEarlierCallsAreCarriedOut() async throws {
        await self.bench.stop(self.start())
        let made = Locked<Tracker?>(nil)
        self.bench.surroundings.withLock {
            $0 = { environment in
                environment.giveWay = { _ in
                    guard let tracker = made.withLock({ $0.take() }) else { return }
                    #expect(Self.record(.automatic, by: tracker) == .held)
                }
            }
        }
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start { $0.automaticEvents = [] }
        tracker.setEventHook { event in
            event.properties["app"] = 1
            return .keep
        }
        for _ in 0..<100 { #expect(tracker.track("held") == .held) }
        tracker.setConsent(.analytics, granted: false)
        made.withLock { $0 = tracker }
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.events("seen").first)
        #expect(event["properties"]?["app"] == .number("1") && event["properties"]?["$device_id"] != nil)
        for secret in Self.personSecrets { #expect(!event.jsonText.contains(secret), "\(event.jsonText)") }
        await self.bench.stop(tracker)
    }
}
