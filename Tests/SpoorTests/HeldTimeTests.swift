import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What is held until storage is open has the time of its call, whatever the call.
struct HeldTimeTests {
    private let bench = TestBench()

    /// Every call that records something while it changes the tracker's state, and some that only record.
    private static let calls: [(name: String, call: @Sendable (Tracker) -> TrackAnswer)] = [
        ("track", { $0.track("x") }),
        ("login", { $0.login("ann") }),
        ("bind", { $0.bind("card", "1") }),
        ("unbind", { $0.unbind("card", "1") }),
        ("setPushID", { $0.setPushID("token", forKey: "push") }),
        ("profileSet", { $0.profileSet(["age": 7]) }),
        ("profileUnset", { $0.profileUnset("age") }),
        ("profileDelete", { $0.profileDelete() }),
        ("itemSet", { $0.itemSet(type: "book", id: "1", ["pages": 3]) }),
        ("itemDelete", { $0.itemDelete(type: "book", id: "1") }),
        ("trackDeepLink", { $0.trackDeepLink(URL(fileURLWithPath: "/x")) }),
        ("trackPushClick", { $0.trackPushClick(PushMessage(title: "t")) }),
        ("trackInstall", { $0.trackInstall() }),
        ("endTimer", { $0.endTimer($0.startTimer("timed")) }),
    ]

    @Test("a held call has the time of the call, not that of opening", arguments: calls.indices)
    func heldCall(index: Int) async throws {
        let (name, call) = Self.calls[index]
        self.bench.vault.isLocked = true
        let tracker = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(10))
        let time = self.bench.scheduler.wallMilliseconds
        #expect(call(tracker) == .held)
        self.bench.scheduler.advance(by: .seconds(3600))
        self.bench.vault.isLocked = false
        self.bench.scheduler.advance(by: .seconds(2))
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.map { $0["time"]?.int64Value } == [time], "\(name)")
        await self.bench.stop(tracker)
    }

    @Test("a push id that is taken away while storage is not open has the time of the call")
    func heldRemoval() async throws {
        let first = self.bench.start()
        first.setPushID("token", forKey: "push")
        await self.bench.stop(first)
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        let time = self.bench.scheduler.wallMilliseconds
        #expect(tracker.removePushID(forKey: "push") == .held)
        self.bench.scheduler.advance(by: .seconds(60))
        _ = await self.bench.flush(tracker)
        let unset = self.bench.collector.events.first { $0["type"]?.stringValue == "profile_unset" }
        #expect(unset?["time"]?.int64Value == time)
        await self.bench.stop(tracker)
    }

    @Test("an install of a time of its own keeps it")
    func installKeepsItsOwnTime() async throws {
        let tracker = self.bench.start()
        tracker.trackInstall(["$time": Date(timeIntervalSince1970: 1_700_000_000)])
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.first?["time"]?.int64Value == 1_700_000_000_000)
        await self.bench.stop(tracker)
    }
}
