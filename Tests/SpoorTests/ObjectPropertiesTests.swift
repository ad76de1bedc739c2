import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What Objective-C hands over, converted: the classes are Foundation's, which are here on Linux as well.
struct ObjectPropertiesTests {
    private func dictionary(_ objects: NSDictionary) -> [AnyHashable: Any] {
        var result: [AnyHashable: Any] = [:]
        for (key, value) in objects {
            if let key = key as? AnyHashable { result[key] = value }
        }
        return result
    }

    // O-02/nsnumber
    @Test("O-02 numbers and booleans of Objective-C keep their kinds, also through a mutable dictionary")
    func numbersAndBooleansKeepTheirKinds() {
        let objects = NSMutableDictionary()
        objects["yes"] = NSNumber(value: true)
        objects["no"] = NSNumber(value: false)
        objects["one"] = NSNumber(value: 1)
        objects["zero"] = NSNumber(value: 0)
        objects["price"] = NSNumber(value: 19.9)
        objects["whole"] = NSNumber(value: 2.0)
        objects["large"] = NSNumber(value: UInt64.max)
        let properties = ObjectProperties(self.dictionary(objects)).properties
        #expect(
            properties == [
                "yes": true, "no": false, "one": 1, "zero": 0, "price": 19.9, "whole": 2.0, "large": UInt64.max,
            ]
        )
    }

    @Test func everyClassOfTheTableIsTaken() throws {
        let url = try #require(NSURL(string: "https://x.test/a"))
        let id = try #require(NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let objects: [AnyHashable: Any] = [
            "text": NSString(string: "x"), "date": NSDate(timeIntervalSince1970: 1.5), "url": url, "id": id,
            "list": NSArray(array: ["b", NSNumber(value: true), NSNumber(value: 1)]), "set": NSSet(array: ["b", "a"]),
            "nothing": NSNull(), NSString(string: "key"): "of another class",
        ]
        let properties = ObjectProperties(objects).properties
        #expect(
            properties == [
                "text": "x", "date": Date(timeIntervalSince1970: 1.5), "url": "https://x.test/a",
                "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "list": ["b", "true", "1"], "set": ["a", "b"],
                "key": "of another class",
            ]
        )
    }

    @Test("A block may answer anything: a dictionary is taken, nothing is nothing, another object is said")
    func answersOfBlocks() throws {
        let taken = ObjectProperties.answered(["a": 1, 7: "seven"] as [AnyHashable: Any])
        #expect(taken.properties == ["a": 1] && taken.warning != nil)
        for nothing in [nil, NSNull()] as [Any?] {
            #expect(ObjectProperties.answered(nothing).properties.isEmpty)
            #expect(ObjectProperties.answered(nothing).warning == nil)
        }
        for other in ["text", 3, ["a"], NSArray(array: [1]), Date()] as [Any] {
            let answer = ObjectProperties.answered(other)
            #expect(answer.properties.isEmpty && answer.warning?.contains("in place of a dictionary") == true)
        }
    }

    @Test("Of arrays and dictionaries that hold other classes the rest is taken")
    func otherClasses() {
        let objects: [Any] = ["a", NSString(string: "b"), 3, NSNull(), ["c"], NSNumber(value: 4)]
        #expect(ObjectTexts.list(objects) == ["a", "b"])
        #expect(ObjectTexts.numbers(objects) == [3, 4])
        let pairs: [AnyHashable: Any] = ["a": "x", "b": 1, 7: "seven", NSNull(): "none", NSString(string: "c"): "y"]
        #expect(ObjectTexts.pairs(pairs) == ["a": "x", "c": "y"])
        #expect(ObjectTexts.values(pairs).keys.sorted() == ["a", "b", "c"])
    }

    @Test func aKeyThatIsNotTextCostsItsPairAndIsSaid() throws {
        let converted = ObjectProperties(["a": 1, 7: "seven", NSNull(): "none"])
        #expect(converted.properties == ["a": 1])
        #expect(try #require(converted.warning).contains("2 properties"))
        #expect(ObjectProperties(nil).warning == nil)
        #expect(ObjectProperties(nil).properties.isEmpty)
    }

    // O-18/nested-mutation
    @Test("O-18 what the caller does to its mutable containers afterwards changes nothing")
    func laterChangesToMutableContainersDoNotShow() async throws {
        let bench = TestBench()
        let tracker = bench.start()
        let list = NSMutableArray(array: ["a"])
        let objects = NSMutableDictionary(dictionary: ["n": NSNumber(value: 1), "list": list])
        tracker.track("before", ObjectProperties(self.dictionary(objects)).properties)
        for round in 2...10_000 {
            objects["n"] = NSNumber(value: round)
            list.add("b")
        }
        objects.removeObject(forKey: "list")
        tracker.track("after", ObjectProperties(self.dictionary(objects)).properties)
        _ = await bench.flush(tracker)
        let events = bench.collector.events.filter { ["before", "after"].contains($0["event"]?.stringValue) }
        #expect(events.count == 2)
        let first = try #require(events.first?["properties"])
        #expect(first["n"]?.int64Value == 1)
        #expect(first["list"] == .array([.string("a")]))
        let second = try #require(events.last?["properties"])
        #expect(second["n"]?.int64Value == 10_000)
        #expect(second["list"] == nil)
        await bench.stop(tracker)
    }

    // O-18/super-copy
    @Test("O-18 a mutable dictionary of super properties is copied as well")
    func superPropertiesAreCopied() async throws {
        let bench = TestBench()
        let tracker = bench.start()
        let list = NSMutableArray(array: ["a"])
        let objects = NSMutableDictionary(dictionary: ["plan": "free", "tags": list])
        tracker.registerSuperProperties(ObjectProperties(self.dictionary(objects)).properties)
        for round in 0..<10_000 {
            objects["plan"] = "plan \(round)"
            list.add("b")
        }
        tracker.track("seen")
        _ = await bench.flush(tracker)
        let event = bench.collector.events.first { $0["event"]?.stringValue == "seen" }
        let properties = try #require(event?["properties"])
        #expect(properties["plan"]?.stringValue == "free")
        #expect(properties["tags"] == .array([.string("a")]))
        await bench.stop(tracker)
    }
}

/// Facts of a device that change while the app runs.
private final class ChangingFacts: DeviceFactsSource {
    private let state = Locked<(type: String, handler: (@Sendable () -> Void)?)>(("WIFI", nil))

    func read() -> DeviceFacts {
        var facts = DeviceFacts()
        facts.networkType = self.state.withLock { $0.type }
        return facts
    }

    func onChange(_ handler: @escaping @Sendable () -> Void) {
        self.state.withLock { $0.handler = handler }
    }

    func change(to type: String) {
        let handler = self.state.withLock { state in
            state.type = type
            return state.handler
        }
        handler?()
    }
}

struct ChangingFactsTests {
    @Test func anotherNetworkIsToldByTheNextEvent() async {
        let bench = TestBench()
        let facts = ChangingFacts()
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/")
        configuration.folder = bench.folder
        let environment = TrackerEnvironment(
            scheduler: bench.scheduler,
            transport: bench.transport,
            deviceFacts: facts
        )
        let tracker = Tracker(configuration, environment: environment)
        tracker.track("at_home")
        facts.change(to: "4G")
        bench.scheduler.advance(by: .milliseconds(1))
        tracker.track("on_the_way")
        _ = await bench.flush(tracker)
        let tracked = bench.collector.events.filter { $0["event"]?.stringValue?.hasPrefix("$") == false }
        let types = tracked.map { $0["properties"]?["$network_type"]?.stringValue }
        #expect(types == ["WIFI", "4G"])
        await bench.stop(tracker)
    }
}
