import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// The calls of identity, down to the bytes on the wire (sensors protocol, 2.1 and 2.2).
struct IdentityCallTests {
    private let bench = TestBench()

    private func event(_ name: String) throws -> JSONValue {
        try #require(self.bench.collector.events.last { $0["event"]?.stringValue == name })
    }

    private func warnings(_ part: String) -> Int {
        self.bench.scheduler.settle()
        return self.bench.log.withLock { $0.filter { $0.contains(part) }.count }
    }

    @Test func bindAndUnbindHaveTheirOwnShapes() async throws {
        let tracker = self.bench.start()
        let device = try #require(tracker.anonymousID)
        tracker.login("ann")
        #expect(tracker.bind("$identity_mobile", "138", ["how": "sms"]).isRecorded)
        #expect(tracker.bind("$identity_mobile", "138") == .dropped(.unchanged))
        #expect(
            tracker.identities == [
                "$identity_login_id": "ann", "$identity_anonymous_id": device, "$identity_mobile": "138",
            ]
        )
        tracker.track("bound")
        #expect(tracker.unbind("$identity_mobile", "138").isRecorded)
        tracker.track("free")
        _ = await self.bench.flush(tracker)
        let bind = try self.event("$BindID")
        #expect(bind["type"]?.stringValue == "track_id_bind" && bind["login_id"]?.stringValue == "ann")
        #expect(bind["identities"]?["$identity_mobile"]?.stringValue == "138")
        #expect(bind["properties"]?["how"]?.stringValue == "sms" && bind["properties"]?["$lib"] != nil)
        #expect(try self.event("bound")["identities"]?["$identity_mobile"]?.stringValue == "138")
        let unbind = try self.event("$UnbindID")
        #expect(unbind["type"]?.stringValue == "track_id_unbind" && unbind["distinct_id"]?.stringValue == "ann")
        #expect(unbind["identities"] == ["$identity_mobile": "138"])
        #expect(unbind["login_id"] == nil && unbind["anonymous_id"] == nil)
        #expect(try self.event("free")["identities"]?["$identity_mobile"] == nil)
        await self.bench.stop(tracker)
    }

    @Test func aLoginCarriesWhatWasBoundBeforeAndForgetsIt() async throws {
        let tracker = self.bench.start()
        let device = try #require(tracker.anonymousID)
        tracker.bind("$identity_mobile", "138")
        #expect(tracker.login("ann", key: "$identity_email", ["plan": "pro"]).isRecorded)
        #expect(tracker.loginID == "$identity_email+ann" && tracker.distinctID == "$identity_email+ann")
        tracker.track("after")
        _ = await self.bench.flush(tracker)
        let login = try self.event("$SignUp")
        #expect(login["type"]?.stringValue == "track_signup" && login["original_id"]?.stringValue == device)
        #expect(login["login_id"]?.stringValue == "$identity_email+ann")
        #expect(login["distinct_id"]?.stringValue == "$identity_email+ann")
        #expect(
            login["identities"] == [
                "$identity_email": "ann", "$identity_anonymous_id": .string(device), "$identity_mobile": "138",
            ]
        )
        #expect(
            try self.event("after")["identities"] == [
                "$identity_email": "ann", "$identity_anonymous_id": .string(device),
            ]
        )
        await self.bench.stop(tracker)
    }

    @Test func everyIdSurvivesARestart() async throws {
        let first = self.bench.start()
        first.identify("visitor-7")
        first.login("ann", key: "$identity_email")
        first.bind("card", "4711")
        first.bind("$identity_mobile", "138")
        let identities = first.identities
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(second.identities == identities && identities.count == 4)
        #expect(second.anonymousID == "visitor-7" && second.loginID == "$identity_email+ann")
        second.logout()
        #expect(second.identities == ["$identity_anonymous_id": "visitor-7"])
        await self.bench.stop(second)
        let third = self.bench.start()
        #expect(third.loginID == nil && third.identities == ["$identity_anonymous_id": "visitor-7"])
        await self.bench.stop(third)
    }

    /// The folder as a sudden end leaves it: nothing was moved into the state file yet.
    @Test func everyIdSurvivesASuddenEnd() async throws {
        let first = self.bench.start { $0.drainDelay = .seconds(3600) }
        first.identify("visitor-7")
        first.login("ann", key: "$identity_email")
        first.bind("card", "4711")
        first.trackDeepLink(try #require(URL(string: "app://open?utm_source=mail")))
        let other = self.bench.folder + "-killed"
        try FileManager.default.copyItem(atPath: self.bench.folder, toPath: other)
        defer { try? FileManager.default.removeItem(atPath: other) }
        let second = self.bench.start { $0.folder = other }
        #expect(second.identities == first.identities && second.identities.count == 3)
        #expect(second.loginID == "$identity_email+ann" && second.deviceID == first.deviceID)
        second.track("after")
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["$SignUp", "$BindID", "$AppDeeplinkLaunch", "after"])
        #expect(try self.event("after")["properties"]?["$latest_utm_source"]?.stringValue == "mail")
        await self.bench.stop(second)
        await self.bench.stop(first)
    }

    @Test(arguments: ["", " ", "\n", "\0", "ann\0", "\u{FEFF}", String(repeating: "x", count: 8193)])
    func identifyAndResetRefuseBadIds(id: String) async throws {
        let tracker = self.bench.start()
        let device = tracker.anonymousID
        tracker.identify(id)
        tracker.resetAnonymousID(to: id)
        #expect(tracker.anonymousID == device)
        #expect(self.warnings("identify was ignored") == 1 && self.warnings("resetAnonymousID was ignored") == 1)
        tracker.identify(String(repeating: "x", count: 8192))
        #expect(tracker.anonymousID?.count == 8192)
        await self.bench.stop(tracker)
    }

    @Test func aResetMakesANewVisitorUnlessSomebodyIsLoggedIn() async throws {
        let tracker = self.bench.start()
        let device = try #require(tracker.deviceID)
        tracker.bind("card", "1")
        tracker.resetAnonymousID()
        let fresh = try #require(tracker.anonymousID)
        #expect(fresh != device && fresh.count == 36 && tracker.identities == ["$identity_anonymous_id": fresh])
        #expect(tracker.deviceID == device)
        tracker.login("ann")
        tracker.resetAnonymousID()
        #expect(tracker.anonymousID == fresh && self.warnings("call logout first") == 1)
        tracker.logout()
        tracker.resetAnonymousID(to: "V2")
        tracker.identify("V2")
        #expect(tracker.anonymousID == "V2" && self.warnings("identify") == 0)
        #expect(self.bench.vault.texts["anonymous_id.default"] == "V2")
        tracker.track("x")
        _ = await self.bench.flush(tracker)
        #expect(try self.event("x")["properties"]?["$device_id"]?.stringValue == device)
        await self.bench.stop(tracker)
    }

    @Test func callsBeforeStorageIsOpenKeepTheirOrder() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        tracker.identify("V")
        #expect(tracker.bind("card", "1") == .held)
        tracker.track("a")
        #expect(tracker.login("ann") == .held)
        tracker.logout()
        tracker.track("b")
        #expect(tracker.bind("$identity_login_id", "x") == .held)
        self.bench.scheduler.settle()
        #expect(self.warnings("bind was ignored") == 1)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$BindID", "a", "$SignUp", "b"])
        #expect(self.bench.collector.events.allSatisfy { $0["anonymous_id"]?.stringValue == "V" })
        #expect(try self.event("a")["identities"]?["card"]?.stringValue == "1")
        #expect(try self.event("b")["identities"] == ["$identity_anonymous_id": "V"])
        await self.bench.stop(tracker)
    }

    /// The longest ids there can be, of characters that take six bytes each once encoded.
    @Test func theLongestIdsStillFitIntoAnEvent() async throws {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        let id = { (last: Character) in String(repeating: "\u{1}", count: 1365) + String(last) }
        tracker.identify(id("a"))
        for number in 0..<10 where tracker.bind("key\(number)", id("b")).isRecorded {}
        let count = tracker.identities.count
        #expect((3...8).contains(count) && self.warnings("bind was ignored") == 11 - count)
        // With its key in front a login's id is too long by seven bytes.
        guard case .dropped(.invalidArgument) = tracker.login(id("c"), key: "own_key") else {
            Issue.record("The login's id is longer than receivers take.")
            return
        }
        #expect(tracker.login(id("c")).isRecorded)
        tracker.track("x")
        _ = await self.bench.flush(tracker)
        #expect(try self.event("$SignUp")["identities"]?.objectValue?.count == count + 1)
        #expect(try self.event("x")["login_id"]?.stringValue == id("c"))
        await self.bench.stop(tracker)
    }

    @Test func nothingIsBoundWhileOptedOut() async {
        let tracker = self.bench.start()
        tracker.optOut()
        #expect(tracker.bind("card", "1") == .dropped(.optedOut))
        #expect(tracker.unbind("card", "1") == .dropped(.optedOut))
        #expect(tracker.login("ann") == .dropped(.optedOut))
        #expect(tracker.loginID == nil && !tracker.identities.keys.contains("card"))
        await self.bench.stop(tracker)
    }
}
