import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Bug case O-18: what is recorded is what was there at the call.
struct DeepCopyTests {
    private let bench = TestBench()

    /// The dictionary as Objective-C code would hand it over: nested containers stay the caller's own objects.
    private static func handedOver(_ dictionary: NSMutableDictionary) -> [String: Any] {
        var values: [String: Any] = [:]
        for (key, value) in dictionary { if let key = key as? String { values[key] = value } }
        return values
    }

    // O-18/nested-mutation O-18/eight-threads
    @Test("O-18 10 000 mutations after track change nothing, while eight threads change super properties")
    func mutationsAfterTheCallAreNotSeen() async throws {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        let (list, dictionary) = (NSMutableArray(array: ["a"]), NSMutableDictionary(dictionary: ["n": 1]))
        dictionary["list"] = list
        #expect(tracker.track("first", values: Self.handedOver(dictionary)) != .dropped(.stopped))
        let isDone = Locked(false)
        async let others: Void = Self.changeSuperProperties(of: tracker, until: isDone)
        var expected: [String: (n: Int, elements: Int)] = [:]
        for index in 0..<10_000 {
            dictionary["n"] = index
            if index % 7 == 6 { list.removeAllObjects() } else { list.add("e\(index)") }
            if index % 3 == 0 { dictionary["gone"] = index } else { dictionary.removeObject(forKey: "gone") }
            guard index % 50 == 0 else { continue }
            expected["e\(index)"] = (index, list.count)
            tracker.track("e\(index)", values: Self.handedOver(dictionary))
        }
        isDone.withLock { $0 = true }
        await others
        list.add("late")
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events
        let first = events.first { $0["event"]?.stringValue == "first" }?["properties"]
        #expect(first?["n"] == .number("1") && first?["list"] == .array([.string("a")]) && first?["gone"] == nil)
        var seen = 0
        for event in events {
            guard let name = event["event"]?.stringValue, let expected = expected[name],
                case .array(let elements)? = event["properties"]?["list"]
            else { continue }
            seen += 1
            #expect(event["properties"]?["n"] == .number(String(expected.n)))
            #expect(elements.count == expected.elements)
            #expect((event["properties"]?["gone"] != nil) == (expected.n % 3 == 0))
        }
        #expect(seen == expected.count)
        await self.bench.stop(tracker)
    }

    private static func changeSuperProperties(of tracker: Tracker, until isDone: Locked<Bool>) async {
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    var round = 0
                    while !isDone.withLock({ $0 }), round < 2_000 {
                        tracker.registerSuperProperties(["s\(thread)": round, "shared": .init("\(thread)")])
                        if round % 3 == 0 { tracker.clearSuperProperties() }
                        if round % 5 == 0 { tracker.unregisterSuperProperty("s\(thread)") }
                        round += 1
                    }
                }
            }
        }
    }

    // O-18/super-copy
    @Test("O-18 a mutable dictionary that is registered, or answered by a provider, is copied as well")
    func registeredContainersAreCopied() async throws {
        let tracker = self.bench.start()
        let list = NSMutableArray(array: ["a"])
        let dictionary = NSMutableDictionary(dictionary: ["n": 1, "list": list])
        tracker.registerSuperProperties(Properties(Self.handedOver(dictionary)))
        list.add("b")
        dictionary["n"] = 2
        tracker.track("x")
        _ = await self.bench.flush(tracker)
        let properties = self.bench.collector.events.first?["properties"]
        #expect(properties?["n"] == .number("1") && properties?["list"] == .array([.string("a")]))
        await self.bench.stop(tracker)
    }
}
