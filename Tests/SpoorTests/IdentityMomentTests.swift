import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Bug case O-29: each event carries the identity of the moment of its call, and no answer changes it.
struct IdentityMomentTests {
    private func ids(_ bench: TestBench, _ name: String) throws -> [String?] {
        let event = try #require(bench.collector.events.first { $0["event"]?.stringValue == name })
        return ["distinct_id", "login_id", "anonymous_id"].map { event[$0]?.stringValue }
    }

    // O-29/late-answer O-29/home-identity
    @Test("O-29 the answer to `bye` comes 2 s after the reset: `home` is the new visitor's, and nobody is logged in")
    func lateAnswer() async throws {
        let bench = TestBench(answerDelay: .seconds(2))
        let tracker = bench.start()
        let device = try #require(tracker.anonymousID)
        tracker.login("U1")
        tracker.track("bye")
        bench.scheduler.advance(by: .seconds(16))
        #expect(bench.transport.requests.count == 1)
        tracker.logout()
        tracker.resetAnonymousID()
        let fresh = try #require(tracker.anonymousID)
        tracker.track("home")
        bench.scheduler.advance(by: .seconds(3))
        #expect(bench.collector.names.starts(with: ["$SignUp", "bye"]))
        #expect(tracker.loginID == nil && tracker.distinctID == fresh && fresh != device)
        _ = await bench.flush(tracker)
        #expect(try self.ids(bench, "bye") == ["U1", "U1", device])
        #expect(try self.ids(bench, "home") == [fresh, nil, fresh])
        await bench.stop(tracker)
        let again = bench.start()
        #expect(again.loginID == nil && again.anonymousID == fresh)
        await bench.stop(again)
    }

    // O-29/home-identity
    @Test("O-29 a logout alone keeps the anonymous id: `home` is the device's visitor's")
    func logoutKeepsTheVisitor() async throws {
        let bench = TestBench()
        let tracker = bench.start()
        let device = try #require(tracker.anonymousID)
        tracker.login("U1")
        tracker.track("bye")
        tracker.logout()
        tracker.track("home")
        _ = await bench.flush(tracker)
        #expect(try self.ids(bench, "home") == [device, nil, device])
        await bench.stop(tracker)
    }

    // O-29/queued-batch
    @Test("O-29 a batch of U1 that was queued over a restart is sent after the login of U2: it stays U1's")
    func queuedBatch() async throws {
        let bench = TestBench()
        let first = bench.start { $0.channel.isUploadEnabled = false }
        let device = try #require(first.anonymousID)
        first.login("U1")
        first.track("of1")
        first.profileSet(["city": "Bern"])
        await bench.stop(first)
        let second = bench.start { $0.channel.isUploadEnabled = true }
        second.login("U2")
        second.track("of2")
        _ = await bench.flush(second)
        #expect(try self.ids(bench, "of1") == ["U1", "U1", device])
        #expect(try self.ids(bench, "of2") == ["U2", "U2", device])
        let profile = bench.collector.events.first { $0["type"]?.stringValue == "profile_set" }
        #expect(profile?["distinct_id"]?.stringValue == "U1")
        await bench.stop(second)
    }

    @Test("O-29 the end of a session that a held login notices is the earlier person's")
    func sessionEndBeforeALogin() async throws {
        let bench = TestBench()
        bench.vault.isLocked = true
        let tracker = bench.start {
            $0.sessions = SessionConfiguration()
            $0.sessions?.recordsStartAndEnd = true
        }
        tracker.launched(inBackground: false)
        tracker.didBecomeActive()
        #expect(tracker.track("before") == .held)
        bench.scheduler.advance(by: .seconds(7200))
        #expect(tracker.login("U1") == .held)
        bench.vault.isLocked = false
        bench.scheduler.advance(by: .seconds(2))
        let device = try #require(tracker.anonymousID)
        _ = await bench.flush(tracker)
        #expect(bench.collector.names == ["$SessionStart", "before", "$SessionEnd", "$SessionStart", "$SignUp"])
        #expect(try self.ids(bench, "$SessionEnd") == [device, nil, device])
        #expect(try self.ids(bench, "$SignUp") == ["U1", "U1", device])
        await bench.stop(tracker)
    }

    // O-29/race
    @Test("O-29 login and track on two threads, 1 000 rounds: an event has the old identity or the new one, whole")
    func race() async throws {
        let bench = TestBench()
        let tracker = bench.start { $0.journalSegmentBytes = 1 << 20 }
        tracker.bind("card", "0")
        let barrier = Locked((tracked: 0, changed: 0))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<1_000 {
                    tracker.track("e", ["round": round])
                    barrier.withLock { $0.tracked += 1 }
                }
            }
            group.addTask {
                for round in 0..<1_000 {
                    if round % 2 == 0 {
                        tracker.login("user\(round)", key: "$identity_email")
                    } else {
                        tracker.logout()
                    }
                    if round % 2 == 0 { tracker.bind("card", "user\(round)") }
                    barrier.withLock { $0.changed += 1 }
                }
            }
        }
        #expect(barrier.withLock { $0.tracked == 1_000 && $0.changed == 1_000 })
        _ = await bench.flush(tracker)
        let tracked = bench.collector.events.filter { $0["event"]?.stringValue == "e" }
        #expect(tracked.count == 1_000)
        var order: [Int] = []
        for event in bench.collector.events where event["type"]?.stringValue != "track_id_unbind" {
            let login = event["login_id"]?.stringValue
            let email = event["identities"]?["$identity_email"]?.stringValue
            #expect(event["distinct_id"]?.stringValue == login ?? event["anonymous_id"]?.stringValue)
            #expect(email.map { "$identity_email+\($0)" } == login)
            // What is bound is bound to the same person; the login's own event carries what came before it.
            if let card = event["identities"]?["card"]?.stringValue, event["type"]?.stringValue == "track", login != nil
            {
                #expect(card == email)
            }
            if let round = event["properties"]?["round"]?.int64Value { order.append(Int(round)) }
        }
        #expect(order == Array(0..<1_000))
        await bench.stop(tracker)
    }
}
