import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Bug cases O-28 and O-30 at the SDK: two people on one phone stay two; several visitors of one person say so.
struct IdentityPeopleTests {
    private let bench = TestBench()

    private var people: [String] {
        self.bench.collector.events.compactMap { $0["distinct_id"]?.stringValue }
    }

    private func warnings(_ part: String) -> Int {
        self.bench.scheduler.settle()
        return self.bench.log.withLock { $0.filter { $0.contains(part) }.count }
    }

    // O-30/shared-phone O-30/between-logins
    @Test("O-30 Ann, logout, Bob: each event is Ann's, the device's or Bob's, and links name the device only")
    func sharedPhone() async throws {
        let tracker = self.bench.start()
        let device = try #require(tracker.anonymousID)
        for (login, event) in [("ann", "read"), (nil, "pause"), ("bob", "write")] {
            if let login { tracker.login(login) } else { tracker.logout() }
            tracker.track(event)
        }
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$SignUp", "read", "pause", "$SignUp", "write"])
        #expect(self.people == ["ann", "ann", device, "bob", "bob"])
        let links = self.bench.collector.events.compactMap { $0["original_id"]?.stringValue }
        #expect(links == [device, device])
        await self.bench.stop(tracker)
    }

    // O-30/explicit-link
    @Test("O-30 a link of Ann and Bob by hand is refused with a warning, and both stay as they are")
    func explicitLink() async throws {
        let tracker = self.bench.start()
        tracker.login("ann")
        tracker.logout()
        tracker.login("bob")
        for answer in [
            tracker.bind("$identity_login_id", "ann"), tracker.bind("friend", "ann"),
            tracker.unbind("$identity_login_id", "bob"),
        ] {
            guard case .dropped(.invalidArgument(let sentence)) = answer else {
                Issue.record("the link was taken: \(answer)")
                return
            }
            #expect(sentence.count > 20)
        }
        tracker.identify("ann")
        #expect(self.warnings("bind was ignored") == 3 && self.warnings("another person") == 1)
        #expect(self.warnings("identify was ignored") == 1)
        await self.bench.stop(tracker)
        // What the phone knows of its people survives a restart.
        let again = self.bench.start()
        #expect(again.loginID == "bob" && again.anonymousID != "ann")
        #expect(!again.bind("friend", "ann").isRecorded)
        again.track("after")
        _ = await self.bench.flush(again)
        #expect(self.bench.collector.names == ["$SignUp", "$SignUp", "after"])
        #expect(self.people == ["ann", "bob", "bob"])
        #expect(self.bench.collector.events.last?["identities"]?.objectValue?.count == 2)
        await self.bench.stop(again)
    }

    // O-30/empty-id
    @Test(
        "O-30 a login with an empty id is refused with a warning",
        arguments: ["", "   ", "\0", "\u{1}\u{7F}", " \u{200B}"]
    )
    func emptyID(id: String) async {
        let tracker = self.bench.start()
        tracker.login("ann")
        guard case .dropped(.invalidArgument) = tracker.login(id) else {
            Issue.record("'\(id)' was taken")
            return
        }
        #expect(tracker.loginID == "ann" && self.warnings("login was ignored") == 1)
        await self.bench.stop(tracker)
    }

    // O-30/other-letter-case
    @Test("O-30 Ann's id in other letter case is another person's: ids are compared exactly")
    func otherLetterCase() async {
        let tracker = self.bench.start()
        tracker.login("ann")
        #expect(tracker.login("Ann").isRecorded)
        #expect(tracker.loginID == "Ann")
        // Nor is one made of other scalars that merely look the same.
        tracker.login("e\u{301}ve")
        #expect(tracker.login("\u{E9}ve").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.people.map { Array($0.utf8) } == ["ann", "Ann", "e\u{301}ve", "\u{E9}ve"].map { Array($0.utf8) })
        await self.bench.stop(tracker)
    }

    // O-30/same-id
    @Test("O-30 the current id again is no new event and no warning, also after a restart")
    func sameID() async {
        let first = self.bench.start()
        first.login("ann")
        #expect(first.login("ann") == .dropped(.unchanged))
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(second.login("ann") == .dropped(.unchanged))
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["$SignUp"] && self.warnings("login") == 0)
        await self.bench.stop(second)
    }

    // O-28/two-anonymous-ids
    @Test("O-28 the same person after a reset: the second link names the second visitor")
    func secondVisitor() async throws {
        let tracker = self.bench.start()
        let first = try #require(tracker.anonymousID)
        tracker.track("view")
        tracker.login("U")
        tracker.logout()
        tracker.resetAnonymousID()
        let second = try #require(tracker.anonymousID)
        tracker.track("view")
        #expect(tracker.login("U").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.people == [first, "U", second, "U"])
        let links = self.bench.collector.events.compactMap { $0["original_id"]?.stringValue }
        #expect(links == [first, second] && first != second)
        await self.bench.stop(tracker)
    }
}
