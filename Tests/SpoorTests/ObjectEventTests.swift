import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What a hook that is written in Objective-C is shown, and what becomes of its changes.
struct ObjectEventTests {
    private let bench = TestBench()

    private static func event(_ properties: Properties, type: EventType = .track) -> HookedEvent {
        HookedEvent(type: type, name: "x", properties: properties, isAutomatic: false)
    }

    private func sent(_ name: String) throws -> JSONValue {
        try #require(self.bench.collector.events.first { $0["event"]?.stringValue == name }?["properties"])
    }

    /// A dictionary as Objective-C hands it over.
    private static func handedOver(_ dictionary: NSDictionary) -> [AnyHashable: Any] {
        var objects: [AnyHashable: Any] = [:]
        for (key, value) in dictionary { if let key = key as? AnyHashable { objects[key] = value } }
        return objects
    }

    @Test("an object that is shown becomes the same value again", arguments: ObjectKinds.usual)
    func objectsComeBack(value: PropertyValue) {
        #expect(PropertyConversion(converting: ObjectValues.object(value)) == .value(value))
    }

    @Test func objectsAreOfTheClassesThatObjectiveCKnows() throws {
        let properties: Properties = [
            "text": "x", "yes": true, "one": 1, "large": UInt64.max, "half": 0.5,
            "date": Date(timeIntervalSince1970: 1.5), "list": ["a"],
            "dates": ["a", Date(timeIntervalSince1970: 1.5)] as [any PropertyConvertible],
        ]
        let event = ObjectEvent(Self.event(properties, type: .profileSet))
        #expect(event.type == "profile_set" && event.name == "x" && !event.isAutomatic)
        #expect(event.object(forKey: NSString(string: "text")) as? String == "x")
        #expect((event.object(forKey: "large") as? NSNumber)?.uint64Value == .max)
        #expect((event.object(forKey: "half") as? NSNumber)?.doubleValue == 0.5)
        let yes = try #require(event.object(forKey: "yes") as? NSNumber)
        #expect(type(of: yes) == type(of: NSNumber(value: true)) && yes.boolValue)
        let one = try #require(event.object(forKey: "one") as? NSNumber)
        #expect(type(of: one) != type(of: yes))
        #expect(event.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 1.5))
        #expect(event.object(forKey: "list") as? [String] == ["a"])
        #expect((event.object(forKey: "dates") as? [Any])?.last as? Date == Date(timeIntervalSince1970: 1.5))
        #expect(event.object(forKey: "nothing") == nil && event.object(forKey: 7) == nil)
        #expect(Set(event.objects.keys) == Set(properties.entries.map(\.key)))
    }

    /// What a hook does that leaves a property alone.
    enum Untouched: CaseIterable, Sendable {
        case nothing, read, another, sameDictionary, mutableCopy

        func act(on event: ObjectEvent) {
            switch self {
            case .nothing: break
            case .read: _ = (event.objects, event.object(forKey: "p"))
            case .another: event.set(1, forKey: "other")
            case .sameDictionary: event.replace(by: event.objects)
            case .mutableCopy:
                let copy = NSMutableDictionary(dictionary: event.objects)
                copy["other"] = NSNumber(value: 1)
                event.replace(by: ObjectEventTests.handedOver(copy))
            }
        }
    }

    @Test(
        "a property that the hook leaves alone keeps its exact value",
        arguments: Untouched.allCases,
        ObjectKinds.usual + ObjectKinds.unusual
    )
    func untouchedValuesStay(way: Untouched, value: PropertyValue) {
        var properties = Properties(["before": 1])
        properties["p"] = value
        // Not through the conversion, which the unusual ones would not pass as they are.
        properties.replaceValues { $0.key == "p" ? value : nil }
        var event = Self.event(properties)
        let decision = ObjectEvent.decide(&event, report: { Issue.record("\($0)") }) { object in
            way.act(on: object)
            return true
        }
        #expect(decision == .keep && event.name == "x")
        #expect(event.properties["p"] == value && event.properties["before"] == 1)
        #expect(event.properties.problems.isEmpty)
        let isAdded = way == .another || way == .mutableCopy
        #expect(event.properties["other"] == (isAdded ? 1 : nil) && event.properties.count == (isAdded ? 3 : 2))
    }

    /// One change of a hook to an event with the properties `a` = 1 and `b` = "b", and what it leaves.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let act: @Sendable (ObjectEvent) -> Void
        let expected: Properties
        /// What the log says, where it says something.
        var log: String?

        init(
            _ text: String,
            _ expected: Properties,
            log: String? = nil,
            _ act: @escaping @Sendable (ObjectEvent) -> Void
        ) {
            (self.testDescription, self.act, self.expected, self.log) = (text, act, expected, log)
        }
    }

    static let changes: [Change] = [
        Change("adds", ["a": 1, "b": "b", "c": true]) { $0.set(NSNumber(value: true), forKey: "c") },
        Change("replaces", ["a": 2.5, "b": "b"]) { $0.set(NSNumber(value: 2.5), forKey: NSString(string: "a")) },
        Change("replaces by a list", ["a": ["1", "true"], "b": "b"]) {
            $0.set(NSArray(array: [NSNumber(value: 1), NSNumber(value: true)]), forKey: "a")
        },
        Change("takes away by nil", ["b": "b"]) { $0.set(nil, forKey: "a") },
        Change("takes away by NSNull", ["b": "b"]) { $0.set(NSNull(), forKey: "a") },
        Change("takes away what is not there", ["a": 1, "b": "b"]) { $0.set(nil, forKey: "c") },
        Change("replaces all", ["b": "c", "d": 1]) { $0.replace(by: ["b": "c", "d": NSNumber(value: 1)]) },
        Change("one becomes true", ["a": true, "b": "b"]) {
            $0.replace(by: ["a": NSNumber(value: true), "b": NSString(string: "b")])
        },
        Change("empties", [:]) { $0.replace(by: [:]) },
        Change("all, with NSNull", ["b": "b"]) { $0.replace(by: ["a": NSNull(), "b": "b", "c": NSNull()]) },
        Change("an object of any class", ["a": 1, "b": "b"], log: "'c'") { $0.set(NSObject(), forKey: "c") },
        Change("in place of a value", ["a": 1, "b": "b"], log: "'a'") { $0.set(NSObject(), forKey: "a") },
        Change("a dictionary", ["a": 1, "b": "b"], log: "'a'") { $0.set(NSDictionary(), forKey: "a") },
        Change("no number", ["a": 1, "b": "b"], log: "'a'") { $0.set(NSNumber(value: Double.nan), forKey: "a") },
        Change("all, with any class", ["a": 1], log: "'a'") { $0.replace(by: ["a": NSObject()]) },
        Change("a key that is no text", ["a": 1, "b": "b"], log: "key is no text") {
            $0.set("c", forKey: NSNumber(value: 1))
        },
        Change("all, with such a key", ["a": 1], log: "1 properties were dropped") {
            $0.replace(by: ["a": NSNumber(value: 1), NSNumber(value: 1): "c"])
        },
        Change("a key that is no name", ["a": 1, "b": "b"], log: "'1st'") { $0.set("c", forKey: "1st") },
        Change("a list with rubbish in it", ["a": ["x"], "b": "b"], log: "'a'") {
            $0.set(NSArray(array: ["x", NSObject()]), forKey: "a")
        },
    ]

    @Test("a hook's changes are converted, whatever they are", arguments: Self.changes)
    func changesAreTaken(change: Change) async throws {
        let tracker = self.bench.start()
        let log = self.bench.log
        tracker.track("expected", change.expected)
        tracker.setEventHook { event in
            ObjectEvent.decide(&event, report: { text in log.withLock { $0.append(text) } }) { object in
                change.act(object)
                return true
            }
        }
        #expect(tracker.track("x", ["a": 1, "b": "b"]).isRecorded)
        _ = await self.bench.flush(tracker)
        let (expected, sent) = (try self.sent("expected"), try self.sent("x"))
        for key in ["a", "b", "c", "d", "1st", "1"] { #expect(sent[key] == expected[key], "\(key)") }
        let lines = self.bench.log.withLock { $0 }
        if let text = change.log {
            #expect(lines.filter { $0.contains(text) }.count == 1, "\(lines)")
        } else {
            #expect(lines.isEmpty, "\(lines)")
        }
        await self.bench.stop(tracker)
    }

    @Test("with a hook that touches one property, all others are sent as without it", arguments: Untouched.allCases)
    func whatIsSentIsTheSame(way: Untouched) async throws {
        let tracker = self.bench.start()
        tracker.track("plain", ObjectKinds.properties)
        tracker.setEventHook { event in
            ObjectEvent.decide(&event, report: { _ in }) { object in
                way.act(on: object)
                return true
            }
        }
        tracker.track("hooked", ObjectKinds.properties)
        _ = await self.bench.flush(tracker)
        let (plain, hooked) = (try self.sent("plain"), try self.sent("hooked"))
        for index in ObjectKinds.usual.indices {
            let key = ObjectKinds.key(index)
            #expect(hooked[key] == plain[key] && plain[key] != nil, "\(ObjectKinds.usual[index])")
        }
        await self.bench.stop(tracker)
    }

    @Test func aHookRenamesAndDrops() async {
        let tracker = self.bench.start()
        tracker.setEventHook { event in
            ObjectEvent.decide(&event, report: { _ in }) { object in
                guard object.name != "drop" else { return false }
                object.name = "renamed"
                return true
            }
        }
        #expect(tracker.track("drop") == .dropped(.droppedByHook))
        #expect(tracker.track("keep").isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["renamed"])
        await self.bench.stop(tracker)
    }

    @Test func anEventThatIsDroppedStaysAsItWas() {
        var event = Self.event(["a": 1])
        let decision = ObjectEvent.decide(&event, report: { Issue.record("\($0)") }) { object in
            object.set(2, forKey: "a")
            object.set(2, forKey: 7)
            object.name = "y"
            return false
        }
        #expect(decision == .drop && event.name == "x" && event.properties == ["a": 1])
    }

    @Test("what is changed after the hook has answered changes nothing, nor do mutable objects")
    func laterChangesDoNotShow() throws {
        let list = NSMutableArray(array: ["a"])
        let kept = Locked<ObjectEvent?>(nil)
        var event = Self.event([:])
        _ = ObjectEvent.decide(&event, report: { _ in }) { object in
            object.set(list, forKey: "list")
            kept.withLock { $0 = object }
            return true
        }
        list.add("b")
        let object = try #require(kept.withLock { $0 })
        object.set("late", forKey: "late")
        object.name = "late"
        #expect(event.properties == ["list": ["a"]] && event.name == "x")
    }
}
