import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct ThreadingTests {
    private let bench = TestBench()

    /// Bug case O-15: the provider's value of the moment, on the caller's thread, and free to call the tracker.
    @Test func dynamicPropertiesAreThoseOfTheCall() async throws {
        let tracker = self.bench.start()
        let counter = Locked(7)
        tracker.setDynamicProperties { [weak tracker] in
            tracker?.track("nested")
            _ = tracker?.distinctID
            tracker?.login("ann")
            return ["theme": "night", "n": counter.withLock { $0 }, "main": Thread.isMainThread]
        }
        tracker.track("open")
        counter.withLock { $0 = 8 }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                tracker.track("later")
                continuation.resume()
            }
        }
        tracker.setDynamicProperties(nil)
        tracker.track("plain")
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events
        let open = try #require(events.first { $0["event"]?.stringValue == "open" }?["properties"])
        #expect(open["theme"]?.stringValue == "night" && open["n"] == .number("7"))
        let later = try #require(events.first { $0["event"]?.stringValue == "later" }?["properties"])
        #expect(later["n"] == .number("8") && later["main"] == .bool(false))
        #expect(events.last?["properties"]?["theme"] == nil)
        #expect(self.bench.collector.names.filter { $0 == "nested" }.count == 2)
        await self.bench.stop(tracker)
    }

    /// Bug case O-18: values are those of the call, whatever the caller does to its containers afterwards.
    @Test func laterChangesOfTheCallersContainersAreNotSeen() async {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        let list = NSMutableArray(array: ["a"])
        let values = NSMutableDictionary(dictionary: ["n": 1])
        values["list"] = list
        var plain: [String: Any] = [:]
        for (key, value) in values { plain["\(key)"] = value }
        tracker.track("x", values: plain)
        list.add("b")
        values["n"] = 2
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for index in 0..<200 {
                        if index % 3 == 0 { tracker.registerSuperProperties(["s\(thread)": index]) }
                        if index % 7 == 0 { tracker.clearSuperProperties() }
                        tracker.track("y", ["i": index])
                    }
                }
            }
        }
        _ = await self.bench.flush(tracker)
        let first = self.bench.collector.events.first?["properties"]
        #expect(first?["n"] == .number("1"))
        #expect(first?["list"] == .array([.string("a")]))
        #expect(self.bench.collector.events.count == 1601)
        let sequences = self.bench.collector.events.compactMap { $0["_seq"]?.int64Value }
        #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
        await self.bench.stop(tracker)
    }

    /// Before storage is open calls are held in order, bounded, and carried out as made.
    @Test func callsBeforeStorageIsOpenAreHeldInOrder() async {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        #expect(tracker.track("a") == .held)
        tracker.registerSuperProperties(["plan": "pro"])
        #expect(tracker.login("ann") == .held)
        #expect(tracker.track("b") == .held)
        for _ in 0..<20_000 { tracker.track("many") }
        #expect(tracker.track("over") == .dropped(.storageFull))
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(Array(self.bench.collector.names.prefix(3)) == ["a", "$SignUp", "b"])
        let plans = self.bench.collector.events.prefix(3).map { $0["properties"]?["plan"]?.stringValue }
        #expect(plans == [nil, "pro", "pro"])
        await self.bench.stop(tracker)
    }

    /// A launch that tracks at once, before a slow disk has opened the queue, loses nothing.
    @Test func aBurstBeforeStorageIsOpenIsKeptWhole() async {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        for number in 1...5_000 { #expect(tracker.track("e\(number)") == .held) }
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == (1...5_000).map { "e\($0)" })
        await self.bench.stop(tracker)
    }

    @Test func aHugeEventIsDroppedAndALargeOneKept() async {
        let tracker = self.bench.start()
        let text = String(repeating: "x", count: 8000)
        let large = Properties((0..<20).map { ("p\($0)", text) }.reduce(into: [String: Any]()) { $0[$1.0] = $1.1 })
        let huge = Properties((0..<40).map { ("p\($0)", text) }.reduce(into: [String: Any]()) { $0[$1.0] = $1.1 })
        #expect(tracker.track("large", large) == .held || tracker.track("large", large).isRecorded)
        guard case .dropped(.tooLarge(let bytes, let limit)) = tracker.track("huge", huge) else {
            Issue.record("the huge event was taken")
            return
        }
        #expect(bytes > limit)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names.allSatisfy { $0 == "large" } && !self.bench.collector.names.isEmpty)
        await self.bench.stop(tracker)
    }
}
