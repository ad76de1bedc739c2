import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What an opt-out leaves of the person: everything, unless it was asked to forget.
struct ForgettingTests {
    private let bench = TestBench()

    private func start(anonymousID: String? = nil) -> Tracker {
        self.bench.start {
            $0.sessions = SessionConfiguration()
            $0.automaticEvents = [.appStart]
            $0.anonymousID = anonymousID
        }
    }

    private func use(_ source: ManualDeviceIdentifier) {
        self.bench.surroundings.withLock { $0 = { $0.deviceIdentifier = source } }
    }

    private func tell(_ tracker: Tracker) throws {
        tracker.didBecomeActive()
        tracker.login("ann")
        tracker.bind("$identity_mobile", "138")
        tracker.registerSuperProperties(["plan": "pro"])
        tracker.setPushID("push-9", forKey: "jpush_id")
        tracker.setAdvertisingID("AD-1")
        tracker.setLocation(latitude: 1, longitude: 2)
        tracker.trackDeepLink(try #require(URL(string: "app://x?utm_source=mail-7")))
        tracker.startTimer("cook")
    }

    /// The texts in a tracker's folder that would tell who was there.
    private func traces(_ texts: [String]) throws -> [String] {
        var found: [String] = []
        let files = try #require(FileManager.default.enumerator(atPath: self.bench.folder))
        for case let name as String in files {
            let data = FileManager.default.contents(atPath: "\(self.bench.folder)/\(name)") ?? Data()
            for text in texts where data.range(of: Data(text.utf8)) != nil { found.append("\(text) in \(name)") }
        }
        return found
    }

    /// As Mixpanel's opt-out does, and PostHog's with `reset()`.
    @Test(arguments: [false, true])
    func whoIsForgottenAgreesAsSomebodyNew(isRestarted: Bool) async throws {
        var tracker = self.start()
        try self.tell(tracker)
        let (visitor, device, session) = (tracker.anonymousID, tracker.deviceID, tracker.sessionID)
        let install = tracker.state.withLock { $0.install }
        #expect(device == "AD-1" && session != nil)
        self.bench.scheduler.advance(by: .seconds(60))
        _ = await self.bench.flush(tracker)
        let sent = self.bench.collector.names.count
        tracker.optOutAndForget()
        #expect(tracker.isOptedOut && tracker.track("no") == .dropped(.optedOut))
        #expect(tracker.loginID == nil && tracker.superProperties.isEmpty && tracker.sessionID == nil)
        let fresh = tracker.anonymousID
        #expect(fresh != visitor && fresh == tracker.deviceID)
        self.bench.scheduler.advance(by: .seconds(1))
        #expect(self.bench.vault.texts.isEmpty)
        if isRestarted {
            await self.bench.stop(tracker)
            let ids = [try #require(visitor), install, try #require(session)]
            let known = ids + ["ann", "138", "push-9", "mail-7", "AD-1"]
            #expect(try self.traces(known).isEmpty)
            tracker = self.start()
            #expect(tracker.isOptedOut && tracker.anonymousID != visitor && tracker.anonymousID != fresh)
        }
        tracker.optIn()
        tracker.didEnterBackground()
        tracker.didBecomeActive()
        tracker.endTimer("cook")
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events.dropFirst(sent)
        #expect(events.map { $0["event"]?.stringValue } == ["$AppStart", "cook"])
        for event in events {
            let properties = try #require(event["properties"])
            #expect(event["anonymous_id"]?.stringValue == tracker.anonymousID && event["login_id"] == nil)
            #expect(event["_install"]?.stringValue != install && event["_session"]?.stringValue != session)
            #expect(event["identities"]?.objectValue?.count == 1)
            for key in ["plan", "$latitude", "$latest_utm_source", "event_duration"] { #expect(properties[key] == nil) }
            #expect(properties["$is_first_day"] == .bool(true))
        }
        #expect(events.first?["properties"]?["$is_first_time"] == .bool(true))
        let last = tracker.anonymousID
        await self.bench.stop(tracker)
        let again = self.start()
        #expect(again.anonymousID == last && last != visitor)
        await self.bench.stop(again)
    }

    /// Without being asked to forget, an opt-out is a switch: the same person, but nothing of what was counted.
    @Test func optInGoesOnWithTheSamePerson() async throws {
        let tracker = self.start()
        try self.tell(tracker)
        let ids = tracker.identities
        tracker.optOut()
        tracker.optIn()
        #expect(tracker.identities == ids && tracker.loginID == "ann" && tracker.superProperties == ["plan": "pro"])
        await self.bench.stop(tracker)
        let second = self.start()
        #expect(second.loginID == "ann" && second.superProperties == ["plan": "pro"])
        #expect(second.anonymousID == ids["$identity_anonymous_id"])
        await self.bench.stop(second)
    }

    /// The platform's identifier names the device and is not ours to change, but it is the visitor's no more; nor is an
    /// id that the app configures.
    @Test(arguments: [nil, "shop-visitor"])
    func thePlatformsIdentifierIsNoLongerTheVisitors(configured: String?) async throws {
        self.use(ManualDeviceIdentifier(.value(DeviceIdentifier(key: IdentityKey.vendor, value: "P-1"))))
        var tracker = self.start(anonymousID: configured)
        #expect(tracker.anonymousID == configured ?? "P-1")
        for isRestarted in [false, true] {
            if isRestarted {
                await self.bench.stop(tracker)
                tracker = self.start(anonymousID: configured)
            } else {
                tracker.optOutAndForget()
            }
            #expect(tracker.deviceID == "P-1" && !["P-1", configured].contains(tracker.anonymousID))
        }
        tracker.optIn()
        let fresh = tracker.anonymousID
        await self.bench.stop(tracker)
        let last = self.start(anonymousID: configured)
        #expect(last.anonymousID == fresh)
        await self.bench.stop(last)
    }

    /// Killed before the vault was cleared: the next start neither takes the visitor up from there nor leaves it there.
    @Test func whatAKilledProcessLeftInTheVaultIsNotTakenUp() async throws {
        var first: Tracker? = self.start()
        self.bench.scheduler.settle()
        let visitor = try #require(first?.anonymousID)
        #expect(self.bench.vault.texts.values.contains(visitor))
        first?.optOutAndForget()
        self.bench.kill(&first)
        #expect(self.bench.vault.texts.values.contains(visitor))
        let second = self.start()
        #expect(second.isOptedOut && second.anonymousID != visitor)
        self.bench.scheduler.settle()
        #expect(self.bench.vault.texts.isEmpty)
        second.optIn()
        let fresh = second.anonymousID
        await self.bench.stop(second)
        let third = self.start()
        #expect(third.anonymousID == fresh && !third.isOptedOut)
        await self.bench.stop(third)
    }

    /// Also who never agreed, who had opted out before, and before storage is open.
    @Test(arguments: [ConsentStatus.granted, .pending, .denied], [false, true])
    func itMayBeCalledAtAnyTime(initial: ConsentStatus, isOpen: Bool) async throws {
        self.bench.scheduler.runsWaitedWork = isOpen
        let tracker = self.bench.start { $0.consent = initial }
        tracker.track("before")
        tracker.login("ann")
        tracker.optOut()
        tracker.optOutAndForget()
        tracker.optOutAndForget()
        tracker.optIn()
        tracker.track("after")
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["after"] && tracker.loginID == nil)
        await self.bench.stop(tracker)
    }
}
