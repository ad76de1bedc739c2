import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Who is using the app is the app's to tell, also while nothing is recorded: one person's events never count as
/// another's (O-30).
struct ToldIdentityTests {
    private let bench = TestBench()

    /// Why nothing is recorded for a while.
    enum Pause: CaseIterable, Sendable {
        case optOut, analyticsRefused, collectionOff

        func begin(_ tracker: Tracker) {
            switch self {
            case .optOut: tracker.optOut()
            case .analyticsRefused: tracker.setConsent(.analytics, granted: false)
            case .collectionOff: tracker.state.withLock { $0.remote.isCollectionOff = true }
            }
        }

        func end(_ tracker: Tracker) {
            switch self {
            case .optOut: tracker.optIn()
            case .analyticsRefused: tracker.setConsent(.analytics, granted: true)
            case .collectionOff: tracker.state.withLock { $0.remote.isCollectionOff = false }
            }
        }
    }

    /// The event after everything: its ids, without the device's.
    private func ids(_ tracker: Tracker) async throws -> [String: String] {
        tracker.track("after")
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.events("after").last)
        var ids = Dictionary(uniqueKeysWithValues: (event["identities"]?.objectValue ?? []).map { ($0.key, $0.value) })
            .compactMapValues(\.stringValue)
        #expect(event["login_id"]?.stringValue == ids["$identity_login_id"])
        #expect(event["distinct_id"]?.stringValue == ids["$identity_login_id"] ?? ids["$identity_anonymous_id"])
        for key in ids.keys where key.contains("uuid") || key.contains("idfv") || key == "$identity_anonymous_id" {
            ids[key] = nil
        }
        return ids
    }

    @Test(
        "O-30 login of another person during a pause: nothing later is the former person's",
        arguments: Pause.allCases
    )
    func anotherPerson(pause: Pause) async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        tracker.bind("$identity_mobile", "138")
        pause.begin(tracker)
        guard case .dropped = tracker.login("bob") else {
            Issue.record("it is recorded")
            return
        }
        #expect(tracker.loginID == (pause == .collectionOff ? "bob" : nil))
        pause.end(tracker)
        #expect(tracker.loginID == "bob")
        #expect(try await self.ids(tracker) == ["$identity_login_id": "bob"])
        #expect(self.bench.warnings("login records nothing now") == 1)
        // The event that joins person and visitor is made up for by the next call, once.
        #expect(tracker.login("bob").isRecorded && tracker.login("bob") == .dropped(.unchanged))
        await self.bench.stop(tracker)
    }

    @Test("A process that ends during a pause has not kept the former person", arguments: Pause.allCases)
    func anotherPersonThenRestart(pause: Pause) async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        pause.begin(tracker)
        tracker.login("bob")
        await self.bench.stop(tracker)
        let second = self.bench.start()
        pause.end(second)
        let ids = try await self.ids(second)
        #expect(ids == (pause == .collectionOff ? ["$identity_login_id": "bob"] : [:]))
        await self.bench.stop(second)
    }

    @Test("The same person, or nobody else, is not forgotten by a pause", arguments: [Pause.optOut, .collectionOff])
    func theSamePerson(pause: Pause) async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        tracker.bind("$identity_mobile", "138")
        pause.begin(tracker)
        #expect(tracker.login("ann") == .dropped(.unchanged))
        pause.end(tracker)
        #expect(try await self.ids(tracker) == ["$identity_login_id": "ann", "$identity_mobile": "138"])
        await self.bench.stop(tracker)
    }

    @Test(
        "Several people, a logout and a visitor of one's own during a pause: the last word holds",
        arguments: Pause.allCases
    )
    func severalWords(pause: Pause) async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        pause.begin(tracker)
        tracker.login("bob")
        tracker.login("cleo")
        tracker.bind("card", "c-1")
        tracker.identify("desk-7")
        pause.end(tracker)
        #expect(try await self.ids(tracker) == ["$identity_login_id": "cleo", "card": "c-1"])
        #expect(tracker.anonymousID == "desk-7")
        pause.begin(tracker)
        tracker.login("dora")
        tracker.logout()
        pause.end(tracker)
        #expect(try await self.ids(tracker).isEmpty)
        await self.bench.stop(tracker)
    }

    @Test("Ids that are bound or taken away during a pause", arguments: [Pause.optOut, .collectionOff])
    func boundIDs(pause: Pause) async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        tracker.bind("$identity_mobile", "138")
        tracker.bind("card", "c-1")
        pause.begin(tracker)
        tracker.bind("$identity_mobile", "139")
        tracker.unbind("card", "c-1")
        let meanwhile = tracker.identities
        #expect(meanwhile["card"] == nil && meanwhile["$identity_mobile"] == (pause == .optOut ? nil : "139"))
        pause.end(tracker)
        #expect(try await self.ids(tracker) == ["$identity_login_id": "ann", "$identity_mobile": "139"])
        await self.bench.stop(tracker)
    }

    @Test("Who is forgotten is not taken up again", arguments: [true, false])
    func forgotten(withVisitor: Bool) async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        tracker.optOut()
        tracker.login("bob")
        if withVisitor { tracker.optOutAndForget() } else { tracker.setConsent(.analytics, granted: false) }
        tracker.optIn()
        #expect(try await self.ids(tracker).isEmpty)
        #expect(tracker.login("bob").isRecorded)
        await self.bench.stop(tracker)
    }

    @Test("What was told before storage is open follows the same rules")
    func beforeStorageIsOpen() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        tracker.login("ann")
        tracker.optOut()
        tracker.login("bob")
        tracker.optIn()
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        #expect(try await self.ids(tracker) == ["$identity_login_id": "bob"])
        await self.bench.stop(tracker)
    }
}
