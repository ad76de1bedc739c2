import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct IdentityTests {
    private let bench = TestBench()

    private func identities(of name: String) -> [String?] {
        self.bench.collector.events.filter { $0["event"]?.stringValue == name }.flatMap { event in
            [event["distinct_id"]?.stringValue, event["login_id"]?.stringValue, event["anonymous_id"]?.stringValue]
        }
    }

    /// Bug cases O-29 and O-30: each event carries the identity of its own call, also when it is uploaded later.
    @Test func eventsCarryTheIdentityOfTheirCall() async throws {
        let tracker = self.bench.start()
        let device = try #require(tracker.anonymousID)
        tracker.track("before")
        #expect(tracker.login("ann").isRecorded)
        #expect(tracker.login("ann") == .dropped(.unchanged))
        for id in ["", "  ", String(repeating: "x", count: 8193)] {
            guard case .dropped(.invalidArgument) = tracker.login(id) else {
                Issue.record("'\(id.prefix(9))' was taken")
                return
            }
        }
        tracker.track("during")
        tracker.logout()
        tracker.track("after")
        tracker.login("bob")
        _ = await self.bench.flush(tracker)
        #expect(self.identities(of: "before") == [device, nil, device])
        #expect(self.identities(of: "during") == ["ann", "ann", device])
        #expect(self.identities(of: "after") == [device, nil, device])
        let logins = self.bench.collector.events.filter { $0["type"]?.stringValue == "track_signup" }
        #expect(logins.map { $0["distinct_id"]?.stringValue } == ["ann", "bob"])
        #expect(logins.allSatisfy { $0["original_id"]?.stringValue == device })
        await self.bench.stop(tracker)
    }

    @Test func identityAndConsentSurviveARestart() async {
        let first = self.bench.start()
        let device = first.anonymousID
        first.login("ann")
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(second.loginID == "ann" && second.anonymousID == device && second.distinctID == "ann")
        second.optOut()
        await self.bench.stop(second)
        let third = self.bench.start()
        #expect(third.isOptedOut)
        #expect(third.track("x") == .dropped(.optedOut))
        third.optIn()
        #expect(third.track("y").isRecorded)
        _ = await self.bench.flush(third)
        #expect(self.bench.collector.names == ["$SignUp", "y"])
        await self.bench.stop(third)
    }

    @Test func optOutDeletesWhatWaitsButNothingLater() async {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(1))
        tracker.track("b")
        tracker.optOut()
        tracker.optIn()
        tracker.track("c")
        self.bench.scheduler.advance(by: .seconds(1))
        await self.bench.stop(tracker)
        let online = self.bench.start()
        _ = await self.bench.flush(online)
        #expect(self.bench.collector.names == ["c"])
        await self.bench.stop(online)
    }

    /// Bug case O-29: in a race of login, logout and track no event mixes two people.
    @Test func noEventMixesTwoIdentities() async {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<3 {
                group.addTask { for index in 0..<300 { tracker.track("e", ["n": thread * 1000 + index]) } }
            }
            group.addTask {
                for round in 0..<200 {
                    tracker.login("user\(round)")
                    if round % 3 == 0 { tracker.logout() }
                }
            }
        }
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events
        #expect(events.filter { $0["event"]?.stringValue == "e" }.count == 900)
        for event in events {
            let login = event["login_id"]?.stringValue
            #expect(event["distinct_id"]?.stringValue == login ?? event["anonymous_id"]?.stringValue)
            #expect(event["identities"]?["$identity_login_id"]?.stringValue == login)
        }
        await self.bench.stop(tracker)
    }

    /// Bug case O-27: storage that cannot be read now is no fresh install.
    @Test func unreadableStorageIsNotAFreshInstall() async {
        let first = self.bench.start { $0.channel.isUploadEnabled = false }
        first.login("u1")
        let device = first.anonymousID
        for index in 1...5 { first.track("e\(index)") }
        await self.bench.stop(first)
        self.bench.scheduler.runsWaitedWork = false
        let second = self.bench.start()
        #expect(second.track("held1") == .held)
        #expect(second.track("held2") == .held)
        #expect(second.distinctID == nil)
        self.bench.scheduler.settle()
        #expect(second.loginID == "u1" && second.anonymousID == device)
        #expect(second.track("now").isRecorded)
        _ = await self.bench.flush(second)
        let tracked = self.bench.collector.events.filter { $0["type"]?.stringValue == "track" }
        #expect(tracked.map { $0["event"]?.stringValue } == ["e1", "e2", "e3", "e4", "e5", "held1", "held2", "now"])
        #expect(tracked.allSatisfy { $0["distinct_id"]?.stringValue == "u1" })
        await self.bench.stop(second)
    }
}
