import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct EventHookTests {
    private let bench = TestBench()

    private func count(_ name: String) -> Int { self.bench.collector.names.filter { $0 == name }.count }

    // O-19/hook-twice O-19/depth O-19/nested-stored O-19/hook-after
    @Test("O-19 a hook that tracks twice ends, its events are stored, and hooks work afterwards")
    func aHookThatTracksEnds() async {
        let tracker = self.bench.start()
        let seen = Locked<[String]>([])
        tracker.setEventHook { [weak tracker] event in
            let name = event.name
            seen.withLock { $0.append(name) }
            // The second call is guarded too, although the first one has returned.
            #expect(tracker?.track("shadow").isRecorded == true)
            #expect(tracker?.track("shadow").isRecorded == true)
            return .keep
        }
        #expect(tracker.track("E1").isRecorded)
        #expect(tracker.track("E2").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["shadow", "shadow", "E1", "shadow", "shadow", "E2"])
        #expect(seen.withLock { $0 } == ["E1", "E2"])
        await self.bench.stop(tracker)
    }

    // O-19/other-thread
    @Test("O-19 a hook on another thread at the same moment runs for that thread's event")
    func hooksOfOtherThreadsAreUnaffected() async {
        let tracker = self.bench.start()
        let (firstIsInside, secondIsDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        tracker.setEventHook { [weak tracker] event in
            if event.name == "E1" {
                firstIsInside.signal()
                #expect(secondIsDone.wait(timeout: .now() + 30) == .success)
            }
            tracker?.track("shadow", ["for": .init(event.name)])
            tracker?.track("shadow", ["for": .init(event.name)])
            return .keep
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { Self.onThread { tracker.track("E1") } }
            group.addTask {
                Self.onThread {
                    #expect(firstIsInside.wait(timeout: .now() + 30) == .success)
                    tracker.track("E2")
                    secondIsDone.signal()
                }
            }
        }
        _ = await self.bench.flush(tracker)
        #expect(self.count("E1") == 1 && self.count("E2") == 1 && self.count("shadow") == 4)
        let owners = self.bench.collector.events.compactMap { $0["properties"]?["for"]?.stringValue }.sorted()
        #expect(owners == ["E1", "E1", "E2", "E2"])
        await self.bench.stop(tracker)
    }

    /// Runs a block on a thread of its own and waits for it.
    private static func onThread(_ block: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread {
            block()
            done.signal()
        }
        .start()
        done.wait()
    }

    @Test func aHookSeesEverythingAndMayChangeOrDropIt() async throws {
        var facts = DeviceFacts()
        facts.model = "Phone1,2"
        let tracker = self.bench.start(facts: facts)
        tracker.registerSuperProperties(["plan": "pro", "secret": "s"])
        tracker.setDynamicProperties { ["theme": "night"] }
        tracker.setEventHook { event in
            guard event.name != "unwanted" else { return .drop }
            #expect(event.properties["plan"] == "pro" && event.properties["theme"] == "night")
            #expect(event.properties["$model"] == "Phone1,2" && event.properties["$device_id"] != nil)
            event.properties["$model"] = nil
            event.properties["secret"] = nil
            event.properties["plan"] = "hidden"
            event.properties["added"] = .list(["a"])
            event.name = "renamed"
            return .keep
        }
        #expect(tracker.track("x", ["own": 1]).isRecorded)
        #expect(tracker.track("unwanted") == .dropped(.droppedByHook))
        tracker.setEventHook(nil)
        #expect(tracker.track("unwanted").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["renamed", "unwanted"])
        let changed = try #require(self.bench.collector.events.first?["properties"])
        #expect(changed["$model"] == nil && changed["secret"] == nil)
        #expect(changed["plan"]?.stringValue == "hidden" && changed["own"] == .number("1"))
        #expect(changed["theme"]?.stringValue == "night" && changed["$device_id"] != nil)
        guard case .object(let members) = changed else {
            Issue.record("the properties are no object")
            return
        }
        #expect(Set(members.map(\.key)).count == members.count)
        await self.bench.stop(tracker)
    }

    @Test func whatAHookChangesIsChecked() async throws {
        let tracker = self.bench.start()
        let device = tracker.anonymousID
        tracker.setEventHook { event in
            event.properties["$device_id"] = "mine"
            event.properties["$is_first_day"] = .boolean(false)
            event.properties["1st"] = 1
            event.properties.set(Double.nan, forKey: "own")
            event.properties["long"] = .string(String(repeating: "a", count: 9_000))
            event.name = "has space"
            return .keep
        }
        #expect(tracker.track("x", ["own": 1]).isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["x"])
        let properties = try #require(self.bench.collector.events.first?["properties"])
        #expect(properties["$device_id"]?.stringValue == device && properties["$is_first_day"] == .bool(true))
        #expect(properties["1st"] == nil && properties["own"] == .number("1"))
        #expect(properties["long"]?.stringValue?.utf16.count == 8_191)
        for key in ["$device_id", "$is_first_day", "1st", "own", "has space"] {
            #expect(self.bench.log.withLock { $0.contains { $0.contains("'\(key)'") } }, "\(key)")
        }
        await self.bench.stop(tracker)
    }

    /// A dropped `$SignUp` is not recorded; who is logged in is what the app said.
    @Test func droppingALoginsEventKeepsTheLogin() async {
        let tracker = self.bench.start()
        tracker.setEventHook { event in event.type == .trackSignup ? .drop : .keep }
        #expect(tracker.login("ann") == .dropped(.droppedByHook))
        tracker.track("x")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["x"])
        #expect(self.bench.collector.events.first?["distinct_id"]?.stringValue == "ann")
        await self.bench.stop(tracker)
    }

    /// As with a login, what the hook drops is the event alone; which ids a person has is what the app said.
    @Test func droppingABindingsEventKeepsTheBinding() async {
        let tracker = self.bench.start()
        tracker.setEventHook { event in event.type == .track ? .keep : .drop }
        #expect(tracker.bind("$identity_mobile", "138") == .dropped(.droppedByHook))
        #expect(tracker.identities["$identity_mobile"] == "138")
        #expect(tracker.unbind("$identity_mobile", "138") == .dropped(.droppedByHook))
        #expect(tracker.identities["$identity_mobile"] == nil)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names.isEmpty)
        await self.bench.stop(tracker)
    }

    /// Before storage is open the hook sees what is known, and what it drops stays dropped.
    @Test func aHookHoldsBeforeStorageIsOpen() async throws {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        tracker.setEventHook { event in
            event.properties["own"] = 2
            return event.name == "unwanted" ? .drop : .keep
        }
        #expect(tracker.track("early", ["own": 1]) == .held)
        #expect(tracker.track("unwanted") == .dropped(.droppedByHook))
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["early"])
        let properties = try #require(self.bench.collector.events.first?["properties"])
        #expect(properties["own"] == .number("2") && properties["$device_id"] != nil)
        await self.bench.stop(tracker)
    }
}
