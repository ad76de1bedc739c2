import Foundation
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Without consent to analytics an event of any other kind tells of the visitor alone: no login, no bound id, no campaign,
/// no link that opened the app, no super property; whatever way the event and the answers took.
struct ConsentPersonTests {
    private let bench = TestBench()

    /// How an event of another kind meets what is known of the person.
    enum Way: CaseIterable, Sendable {
        /// Analytics is not answered, the event's own kind is agreed to.
        case agreedBefore
        /// The event waited, and its own kind is agreed to alone.
        case agreedWhileAnalyticsWaits
        /// The event waited, analytics is refused, and then its own kind is agreed to.
        case agreedAfterRefusal
        /// The same, and in between somebody agreed to analytics again.
        case refusedAndAgreedAgain
        /// Analytics was agreed to when the event began to wait, and is refused.
        case takenBackWhileItWaits
        /// All was agreed to, the person opted out, and then agreed to the event's own kind alone.
        case optedOutBefore
        /// The server had switched collection off when the person was told.
        case toldWhileCollectionWasOff
    }

    /// What the event is made by.
    enum Form: CaseIterable, Sendable {
        case plain, hooked, held
    }

    private func start(_ way: Way, _ form: Form) -> Tracker {
        self.bench.scheduler.runsWaitedWork = form != .held
        let tracker = self.bench.start {
            $0.consent = way == .optedOutBefore ? .granted : .pending
            $0.automaticEvents = []
            $0.channelKeys = ["shop_channel"]
        }
        if form == .hooked {
            tracker.setEventHook { event in
                event.properties["hooked"] = 1
                return .keep
            }
        }
        return tracker
    }

    private func tellPerson(_ tracker: Tracker) {
        tracker.login("ann-the-person")
        tracker.bind("$identity_mobile", "13800000000")
        tracker.registerSuperProperties(["mail": "ann@letters.test"])
        if let url = URL(string: "app://open?utm_source=ann-letter&shop_channel=ann-channel") {
            tracker.trackDeepLink(url)
        }
    }

    /// An event as the SDK makes them itself; a start takes up the link that opened the app.
    private func record(_ recordClass: RecordClass, by tracker: Tracker) {
        guard recordClass == .automatic else {
            var draft = EventDraft(.track, name: "seen", own: ["own": 1])
            draft.recordClass = recordClass
            _ = tracker.record(draft)
            return
        }
        var draft = EventDraft(.track, name: "seen", own: ["own": 1], milliseconds: tracker.moment.wall)
        draft.method = .autoTrack
        draft.recordClass = .automatic
        draft.mark = EventMark(.opening, at: tracker.moment, isPassive: false)
        if let link = tracker.takeLaunchLink() {
            draft.own.merge(link.properties, overriding: true)
            draft.launchLink = link
        }
        _ = tracker.record(draft)
    }

    private func go(_ way: Way, _ tracker: Tracker, _ recordClass: RecordClass) {
        let own = recordClass.consentCategory
        switch way {
        case .agreedBefore:
            tracker.setConsent(own, granted: true)
            self.tellPerson(tracker)
            self.record(recordClass, by: tracker)
        case .agreedWhileAnalyticsWaits:
            self.tellPerson(tracker)
            self.record(recordClass, by: tracker)
            tracker.setConsent(own, granted: true)
        case .agreedAfterRefusal:
            self.tellPerson(tracker)
            self.record(recordClass, by: tracker)
            tracker.setConsent(.analytics, granted: false)
            tracker.setConsent(own, granted: true)
        case .refusedAndAgreedAgain:
            self.tellPerson(tracker)
            self.record(recordClass, by: tracker)
            tracker.setConsent(.analytics, granted: false)
            tracker.setConsent(.analytics, granted: true)
            tracker.setConsent(own, granted: true)
        case .takenBackWhileItWaits:
            tracker.setConsent(.analytics, granted: true)
            self.tellPerson(tracker)
            self.record(recordClass, by: tracker)
            tracker.setConsent(.analytics, granted: false)
            tracker.setConsent(own, granted: true)
        case .optedOutBefore:
            self.tellPerson(tracker)
            tracker.optOut()
            tracker.setConsent(own, granted: true)
            self.record(recordClass, by: tracker)
        case .toldWhileCollectionWasOff:
            tracker.setConsent(own, granted: true)
            tracker.state.withLock { $0.remote.isCollectionOff = true }
            self.tellPerson(tracker)
            tracker.state.withLock { $0.remote.isCollectionOff = false }
            self.record(recordClass, by: tracker)
        }
    }

    @Test(
        "Of the person nothing leaves, and nothing is in the files",
        arguments: Way.allCases,
        [RecordClass.automatic, .monitoring, .crash]
    )
    func theVisitorAlone(way: Way, recordClass: RecordClass) async throws {
        for form in Form.allCases { try await ConsentPersonTests().meet(way, recordClass, form) }
    }

    private func meet(_ way: Way, _ recordClass: RecordClass, _ form: Form) async throws {
        let tracker = self.start(way, form)
        self.go(way, tracker, recordClass)
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.advance(by: .seconds(1))
        let anonymous = try #require(tracker.anonymousID)
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.events("seen").first, "\(way) \(recordClass) \(form)")
        #expect(event["distinct_id"]?.stringValue == anonymous && event["anonymous_id"]?.stringValue == anonymous)
        #expect(event["login_id"] == nil)
        #expect(event["properties"]?["own"] == .number("1"))
        #expect((event["properties"]?["hooked"] != nil) == (form == .hooked))
        let text = event.jsonText
        for secret in Self.secrets {
            #expect(!text.contains(secret), "\(secret) of \(way), \(recordClass), \(form): \(text)")
        }
        // What was agreed to for a while is deleted with the rest of it; see the tests of deletion.
        guard way != .takenBackWhileItWaits, way != .optedOutBefore, way != .refusedAndAgreedAgain else { return }
        for path in FileManager.default.subpaths(atPath: self.bench.folder) ?? [] {
            let bytes = FileManager.default.contents(atPath: self.bench.folder + "/" + path) ?? Data()
            for secret in Self.secrets where bytes.range(of: Data(secret.utf8)) != nil {
                Issue.record("\(secret) is in \(path) after \(way), \(recordClass), \(form)")
            }
        }
        await self.bench.stop(tracker)
    }

    private static let secrets = [
        "ann-the-person", "13800000000", "ann@letters.test", "ann-letter", "ann-channel", "utm_source", "shop_channel",
        "\"mail\"",
    ]

    /// Agreed to together, what waited is recorded as it was called.
    @Test(arguments: Form.allCases)
    func whoAgreesToAllIsThere(form: Form) async throws {
        let tracker = self.start(.agreedWhileAnalyticsWaits, form)
        self.tellPerson(tracker)
        self.record(.automatic, by: tracker)
        tracker.optIn()
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SignUp", "$BindID", "$AppDeeplinkLaunch", "seen"])
        let event = try #require(self.bench.events("seen").first)
        #expect(event["login_id"]?.stringValue == "ann-the-person")
        #expect(event["identities"]?["$identity_mobile"]?.stringValue == "13800000000")
        #expect(event["properties"]?["$utm_source"]?.stringValue == "ann-letter")
        #expect(event["properties"]?["$latest_utm_source"]?.stringValue == "ann-letter")
        #expect(event["properties"]?["mail"]?.stringValue == "ann@letters.test")
        await self.bench.stop(tracker)
    }

    /// Consent to analytics that comes back brings back what only an opt-out had silenced.
    @Test func anOptOutSilencesThePersonAndForgetsNothing() async throws {
        let tracker = self.start(.optedOutBefore, .plain)
        self.tellPerson(tracker)
        tracker.optOut()
        tracker.setConsent(.autoTrack, granted: true)
        self.record(.automatic, by: tracker)
        tracker.setConsent(.analytics, granted: true)
        self.record(.automatic, by: tracker)
        _ = await self.bench.flush(tracker)
        let seen = self.bench.events("seen")
        #expect(seen.map { $0["login_id"]?.stringValue } == [nil, "ann-the-person"])
        #expect(seen.map { $0["properties"]?["mail"]?.stringValue } == [nil, "ann@letters.test"])
        #expect(seen.map { $0["properties"]?["$latest_utm_source"]?.stringValue } == [nil, "ann-letter"])
        await self.bench.stop(tracker)
    }
}
