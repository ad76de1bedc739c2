import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Bug case O-15 in all its calls.
struct DynamicPropertyTests {
    private let bench = TestBench()

    private func properties(of name: String) throws -> JSONValue {
        try #require(self.bench.collector.events.first { $0["event"]?.stringValue == name }?["properties"])
    }

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private static var isOnMain: Bool { DispatchQueue.getSpecific(key: Self.mainKey) == true }

    /// Reads the state of an interface, which may be read on the main queue alone.
    private static func readTheme() -> String {
        guard !Self.isOnMain else { return "night" }
        return DispatchQueue.main.sync { Self.isOnMain ? "night" : "not on main" }
    }

    // O-15/next-line O-15/from-main
    @Test("O-15 the event of the next line has the values of its call, on the main thread")
    @MainActor func theNextLineHasThem() async throws {
        let tracker = self.bench.start()
        let counter = Locked(7)
        tracker.setDynamicProperties {
            ["theme": Self.readTheme(), "n": counter.withLock { $0 }, "on_main": Self.isOnMain]
        }
        #expect(Self.isOnMain && tracker.track("open").isRecorded)
        counter.withLock { $0 = 8 }
        _ = await self.bench.flush(tracker)
        let open = try self.properties(of: "open")
        #expect(open["theme"]?.stringValue == "night" && open["n"] == .number("7"))
        #expect(open["on_main"] == .bool(true))
        await self.bench.stop(tracker)
    }

    // O-15/from-background
    @Test("O-15 a callback that waits for the main thread, called from a background queue")
    func fromABackgroundQueue() async throws {
        let tracker = self.bench.start()
        tracker.setDynamicProperties { ["theme": Self.readTheme(), "on_main": Self.isOnMain] }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                #expect(tracker.track("open").isRecorded)
                #expect(tracker.login("ann").isRecorded)
                continuation.resume()
            }
        }
        _ = await self.bench.flush(tracker)
        #expect(try self.properties(of: "open")["theme"]?.stringValue == "night")
        #expect(try self.properties(of: "open")["on_main"] == .bool(false))
        #expect(try self.properties(of: "$SignUp")["theme"]?.stringValue == "night")
        await self.bench.stop(tracker)
    }

    // O-15/from-completion
    @Test("O-15 called from the SDK's own completion, on its own queue, with a callback that waits for main")
    func fromTheSDKsOwnCompletion() async throws {
        let bench = self.bench
        let holder = Locked<Tracker?>(nil)
        let answered = Locked(0)
        bench.collector.always(.rejectEvents(named: "bad"))
        let scheduler = DispatchScheduler(label: "spoor.test")
        bench.surroundings.withLock { adjust in
            adjust = { [collector = bench.collector] environment in
                environment.scheduler = scheduler
                environment.transport = collector.transport(scheduler: scheduler)
            }
        }
        let tracker = bench.start { configuration in
            // The log is called by the SDK, on its queue, when an upload has been answered.
            configuration.log = { _ in
                guard let tracker = holder.withLock({ $0 }) else { return }
                if tracker.track("from_completion").isRecorded { answered.withLock { $0 += 1 } }
            }
            configuration.startWait = .seconds(30)
        }
        holder.withLock { $0 = tracker }
        tracker.setDynamicProperties { ["theme": Self.readTheme()] }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                tracker.track("bad")
                continuation.resume()
            }
        }
        _ = await tracker.flush()
        #expect(answered.withLock { $0 } > 0)
        _ = await tracker.flush()
        #expect(try self.properties(of: "from_completion")["theme"]?.stringValue == "night")
        holder.withLock { $0 = nil }
        await tracker.stop()
    }

    // O-15/track-inside O-15/flush-inside O-15/login-inside O-15/distinct-id-inside
    @Test(
        "O-15 track, flush, login and the ids from inside the callback",
        arguments: ["track", "flush", "login", "id"]
    )
    func callsFromInside(call: String) async throws {
        let tracker = self.bench.start()
        let flushes = Locked<[Task<FlushReport, Never>]>([])
        tracker.setDynamicProperties { [weak tracker] in
            switch call {
            case "track": tracker?.track("nested")
            case "flush": if let tracker { flushes.withLock { $0.append(Task { await tracker.flush() }) } }
            case "login": tracker?.login("ann")
            default: _ = (tracker?.distinctID, tracker?.anonymousID, tracker?.loginID, tracker?.superProperties)
            }
            return ["theme": "night"]
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                #expect(tracker.track("open").isRecorded)
                continuation.resume()
            }
        }
        _ = await self.bench.flush(tracker)
        for task in flushes.withLock({ $0 }) {
            let isDone = Locked(false)
            Task {
                _ = await task.value
                isDone.withLock { $0 = true }
            }
            await self.bench.pump { isDone.withLock { $0 } }
            #expect(isDone.withLock { $0 })
        }
        let expected = ["track": ["nested", "open"], "login": ["$SignUp", "open"]][call] ?? ["open"]
        #expect(self.bench.collector.names == expected)
        #expect(try self.properties(of: "open")["theme"]?.stringValue == "night")
        await self.bench.stop(tracker)
    }

    /// Two trackers ask each other's events: the guard is each tracker's own.
    @Test func anotherTrackersEventsAskTheirOwnProvider() async throws {
        let other = TestBench()
        let second = other.start()
        let first = self.bench.start()
        second.setDynamicProperties { ["who": "second"] }
        first.setDynamicProperties {
            second.track("inner")
            return ["who": "first"]
        }
        first.track("outer")
        _ = await other.flush(second)
        _ = await self.bench.flush(first)
        #expect(other.collector.events.first?["properties"]?["who"]?.stringValue == "second")
        #expect(try self.properties(of: "outer")["who"]?.stringValue == "first")
        await self.bench.stop(first)
        await other.stop(second)
    }
}
