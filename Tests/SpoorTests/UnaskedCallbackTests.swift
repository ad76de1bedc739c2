import Foundation
import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// The app's own code is asked about what is captured, and about nothing else.
struct UnaskedCallbackTests {
    private let bench = TestBench()

    /// Why nothing is captured.
    enum Cause: CaseIterable, Sendable {
        case denied, optedOut, forgotten, collectionOff, stopped

        var expected: DropReason {
            switch self {
            case .denied, .optedOut, .forgotten: .optedOut
            case .collectionOff: .collectionOff
            case .stopped: .stopped
            }
        }
    }

    /// Every call that records an event.
    static let calls: [String: @Sendable (Tracker) -> TrackAnswer] = [
        "track": { $0.track("x") },
        "trackInstall": { $0.trackInstall(["email": "a@b"]) },
        "trackDeepLink": { $0.trackDeepLink(URL(string: "a://b?utm_source=x") ?? URL(fileURLWithPath: "/")) },
        "trackPushClick": { $0.trackPushClick(PushMessage(title: "t")) },
        "login": { $0.login("ann") },
        "bind": { $0.bind("$identity_mobile", "138") },
        "unbind": { $0.unbind("$identity_mobile", "138") },
        "profileSet": { $0.profileSet(["a": 1]) },
        "profileDelete": { $0.profileDelete() },
        "itemSet": { $0.itemSet(type: "b", id: "1") },
        "itemDelete": { $0.itemDelete(type: "b", id: "1") },
        "setPushID": { $0.setPushID("token", forKey: "jpush_id") },
    ]

    private func observe(_ tracker: Tracker) -> Locked<[String]> {
        let asked = Locked<[String]>([])
        tracker.setDynamicProperties {
            asked.withLock { $0.append("dynamic") }
            return ["d": 1]
        }
        tracker.addPlugin(
            PropertyPlugin("p") { outline in
                asked.withLock { $0.append("plug-in: \(outline.name)") }
                return [:]
            }
        )
        tracker.setEventHook { event in
            asked.withLock { $0.append("hook: \(event.type) \(event.name)") }
            return .keep
        }
        return asked
    }

    @Test("Nobody is asked about what is not captured", arguments: Cause.allCases, calls.keys.sorted())
    func nobodyIsAsked(cause: Cause, call: String) async throws {
        let tracker = self.bench.start { configuration in
            configuration.consent = cause == .denied ? .denied : .granted
            configuration.channel.isCollectionEnabled = cause != .collectionOff
        }
        let asked = self.observe(tracker)
        self.bench.scheduler.settle()
        if cause == .optedOut { tracker.optOut() }
        if cause == .forgotten { tracker.optOutAndForget() }
        if cause == .stopped { await self.bench.stop(tracker) }
        asked.withLock { $0 = [] }
        let run = try #require(Self.calls[call])
        #expect(run(tracker) == .dropped(cause.expected))
        #expect(asked.withLock { $0 } == [])
        if cause != .stopped { await self.bench.stop(tracker) }
        #expect(self.bench.collector.names.isEmpty)
    }

    @Test("The hook sees each call's event", arguments: calls.keys.sorted())
    func theHookSeesEachEvent(call: String) async throws {
        let tracker = self.bench.start()
        self.bench.scheduler.settle()
        let hooked = Locked(0)
        tracker.setEventHook { _ in
            hooked.withLock { $0 += 1 }
            return .drop
        }
        let run = try #require(Self.calls[call])
        #expect(run(tracker) == .dropped(.droppedByHook))
        #expect(hooked.withLock { $0 } == 1)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names.isEmpty && self.bench.collector.events.isEmpty)
        await self.bench.stop(tracker)
    }

    /// A push id that the hook dropped is not in the profile, so the next call tries it again.
    @Test("What the hook drops of push ids is tried again", arguments: [false, true], [false, true])
    func aDroppedPushIDIsTriedAgain(removes: Bool, isHeld: Bool) async {
        if isHeld { self.bench.scheduler.runsWaitedWork = false }
        let tracker = self.bench.start()
        if !isHeld { self.bench.scheduler.settle() }
        if removes { tracker.setPushID("token", forKey: "jpush_id") }
        let call = {
            removes ? tracker.removePushID(forKey: "jpush_id") : tracker.setPushID("token", forKey: "jpush_id")
        }
        let hooked = Locked(0)
        let answer = Locked(HookDecision.drop)
        tracker.setEventHook { _ in
            hooked.withLock { $0 += 1 }
            return answer.withLock { $0 }
        }
        _ = call()
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        #expect(call() == .dropped(.droppedByHook))
        answer.withLock { $0 = .keep }
        #expect(call().isRecorded)
        #expect(hooked.withLock { $0 } == 3)
        // What changes nothing is no event, and the hook is not asked about it.
        #expect(call() == .dropped(.unchanged))
        #expect(hooked.withLock { $0 } == 3)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.last?["type"]?.stringValue == (removes ? "profile_unset" : "profile_set"))
        #expect(self.bench.collector.events.count == (removes ? 2 : 1))
        await self.bench.stop(tracker)
    }
}
