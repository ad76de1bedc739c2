import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What is kept on the device of a person, by consent.
struct ConsentKeepingTests {
    private let bench = TestBench()

    private func start(_ consent: ConsentStatus = .pending, id: String = "device-1") -> Tracker {
        self.bench.start {
            $0.consent = consent
            $0.anonymousID = id
        }
    }

    private func tell(_ tracker: Tracker) throws {
        tracker.login("ann")
        tracker.bind("$identity_mobile", "138")
        tracker.registerSuperProperties(["plan": "pro"])
        tracker.setPushID("push-9", forKey: "jpush_id")
        tracker.trackDeepLink(try #require(URL(string: "app://x?utm_source=mail-7")))
    }

    private func knows(_ tracker: Tracker) -> [Bool] {
        tracker.state.withLock { state in
            [
                state.identity.login != nil, !state.identity.bound.isEmpty, !state.who.pushIDs.isEmpty,
                !state.who.known.hashes.isEmpty, state.context.campaign != Campaign(),
                !state.surroundings.staticProperties.isEmpty,
            ]
        }
    }

    private static let nothing = [Bool](repeating: false, count: 6)
    private static let all = [Bool](repeating: true, count: 6)

    /// Analytics is what the person's ids are for; auto-track keeps the visitor's, the other categories none.
    @Test(arguments: ConsentCategory.allCases, [false, true])
    func whatIsKeptNeedsItsOwnConsent(category: ConsentCategory, isGrantedFirst: Bool) async throws {
        let first = self.start()
        if isGrantedFirst { first.setConsent(category, granted: true) }
        try self.tell(first)
        if !isGrantedFirst { first.setConsent(category, granted: true) }
        await self.bench.stop(first)
        let second = self.start(id: "device-2")
        #expect(self.knows(second) == (category == .analytics ? Self.all : Self.nothing))
        let keepsVisitor = category == .analytics || category == .autoTrack
        #expect(second.anonymousID == (keepsVisitor ? "device-1" : "device-2"))
        #expect(second.state.withLock { !$0.consent.keepsPerson } == (category != .analytics))
        await self.bench.stop(second)
    }

    /// Who denies analytics is forgotten, at once and after a restart; the visitor stays.
    @Test(arguments: [ConsentStatus.granted, .pending], [false, true])
    func whoDeniesAnalyticsIsForgotten(initial: ConsentStatus, afterOptOut: Bool) async throws {
        let first = self.start(initial)
        if initial == .pending { first.optIn() }
        try self.tell(first)
        #expect(self.knows(first) == Self.all)
        if afterOptOut { first.optOut() }
        first.setConsent(.analytics, granted: false)
        #expect(self.knows(first) == Self.nothing.dropLast() + [true])
        #expect(first.loginID == nil && first.identities["$identity_mobile"] == nil)
        await self.bench.stop(first)
        let second = self.start(initial, id: "device-2")
        #expect(self.knows(second) == Self.nothing && second.anonymousID == "device-1")
        // Nothing new is kept either, until the person agrees.
        second.registerSuperProperties(["plan": "free"])
        await self.bench.stop(second)
        let third = self.start(initial, id: "device-3")
        #expect(third.superProperties.isEmpty)
        third.registerSuperProperties(["plan": "basic"])
        third.setConsent(.analytics, granted: true)
        #expect(third.login("ann").isRecorded)
        await self.bench.stop(third)
        let fourth = self.start(initial, id: "device-4")
        #expect(fourth.superProperties == ["plan": "basic"] && fourth.loginID == "ann")
        await self.bench.stop(fourth)
    }

    /// `optOut()` is a switch: `optIn()` goes on with the same person, after a restart too.
    @Test func optingOutForgetsNobodyWhoHadAgreed() async throws {
        let first = self.start(.granted)
        try self.tell(first)
        first.optOut()
        first.optOut()
        first.registerSuperProperties(["plan": "free"])
        await self.bench.stop(first)
        let second = self.start(.granted)
        #expect(self.knows(second) == Self.all && second.superProperties == ["plan": "free"])
        await self.bench.stop(second)
    }

    /// A login whose event waited and was refused is no login, or the link to the visitor would be lost.
    @Test func aRefusedLoginIsForgottenWithItsEvent() async throws {
        let tracker = self.start()
        #expect(tracker.login("ann") == .held && tracker.trackInstall() == .held)
        tracker.optOut()
        #expect(tracker.loginID == nil)
        tracker.optIn()
        #expect(tracker.login("ann").isRecorded && tracker.trackInstall().isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SignUp", "$AppInstall"])
        await self.bench.stop(tracker)
    }
}
