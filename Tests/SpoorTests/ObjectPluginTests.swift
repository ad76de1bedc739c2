import Foundation
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Plug-ins that are written in Objective-C, and what else it is shown of a tracker.
struct ObjectPluginTests {
    private let bench = TestBench()

    private func add(
        _ name: String,
        weight: Int = 500,
        to tracker: Tracker,
        appliesTo: @escaping @Sendable (EventOutline) -> Bool = { _ in true },
        answer: @escaping @Sendable (EventOutline) -> Any?
    ) {
        let report: @Sendable (String) -> Void = { [weak tracker] in tracker?.warn($0) }
        tracker.addPlugin(
            PropertyPlugin(name, weight: weight, appliesTo: appliesTo, report: report, answer: answer)
        )
    }

    private func properties(of name: String) throws -> JSONValue {
        try #require(self.bench.collector.events.first { $0["event"]?.stringValue == name }?["properties"])
    }

    @Test(
        "any number is a priority: the greatest that weighs no more",
        arguments: [
            (250, PropertyPriority.low), (500, .normal), (750, .high), (0, .low), (-1, .low), (Int.min, .low),
            (499, .low), (600, .normal), (751, .high), (Int.max, .high),
        ]
    )
    func weights(weight: Int, expected: PropertyPriority) {
        #expect(PropertyPriority(weight: weight) == expected)
    }

    @Test(
        "a plug-in's weight decides against the event's own properties and the registered ones",
        arguments: [(250, "own", "registered"), (500, "own", "plugin"), (750, "plugin", "plugin")]
    )
    func weightDecides(weight: Int, own: String, registered: String) async throws {
        let tracker = self.bench.start()
        tracker.registerSuperProperties(["registered": "registered"])
        self.add("p", weight: weight, to: tracker) { _ in
            NSDictionary(dictionary: ["own": "plugin", "registered": "plugin", "alone": NSNumber(value: true)])
                as? [AnyHashable: Any]
        }
        tracker.track("x", ["own": "own"])
        _ = await self.bench.flush(tracker)
        let properties = try self.properties(of: "x")
        #expect(properties["own"]?.stringValue == own && properties["registered"]?.stringValue == registered)
        #expect(properties["alone"] == .bool(true))
        await self.bench.stop(tracker)
    }

    @Test func theLaterOneWinsANameIsTakenOverAndRemoved() async throws {
        let tracker = self.bench.start()
        for value in ["first", "second"] { self.add(value, to: tracker) { _ in ["who": value, value: 1] } }
        tracker.track("a")
        self.add("first", to: tracker) { _ in ["who": NSString(string: "third")] }
        tracker.track("b")
        tracker.removePlugin(named: "first")
        tracker.track("c")
        tracker.removePlugin(named: "second")
        tracker.track("d")
        _ = await self.bench.flush(tracker)
        let who = try ["a", "b", "c", "d"].map { try self.properties(of: $0)["who"]?.stringValue }
        #expect(who == ["second", "third", "second", nil])
        #expect(try self.properties(of: "b")["first"] == nil)
        await self.bench.stop(tracker)
    }

    @Test func aPluginChoosesItsEventsByTheirOutline() async throws {
        let tracker = self.bench.start()
        self.add("cart", to: tracker, appliesTo: { $0.name.hasPrefix("cart_") && $0.type == .track }) { event in
            ["seen": event.name, "automatic": NSNumber(value: event.isAutomatic)]
        }
        tracker.track("cart_add")
        tracker.track("other")
        _ = await self.bench.flush(tracker)
        #expect(try self.properties(of: "cart_add")["seen"]?.stringValue == "cart_add")
        #expect(try self.properties(of: "cart_add")["automatic"] == .bool(false))
        #expect(try self.properties(of: "other")["seen"] == nil)
        await self.bench.stop(tracker)
    }

    /// What a plug-in may answer, and what the log says of it.
    enum Answer: CaseIterable, Sendable {
        case nothing, null, text, list, number, object, otherKey, otherValue

        var object: Any? {
            switch self {
            case .nothing: nil
            case .null: NSNull()
            case .text: NSString(string: "text")
            case .list: NSArray(array: ["a"])
            case .number: NSNumber(value: 1)
            case .object: NSObject()
            case .otherKey: ["ok": 1, 7: "seven"] as [AnyHashable: Any]
            case .otherValue: ["ok": 1, "bad": NSObject()] as [AnyHashable: Any]
            }
        }

        var log: String? {
            switch self {
            case .nothing, .null: nil
            case .text, .list, .number, .object: "in place of a dictionary"
            case .otherKey: "keys are not text"
            case .otherValue: "'bad' of the plug-in 'p' was dropped"
            }
        }
    }

    @Test("a plug-in may answer anything, and the event is recorded", arguments: Answer.allCases)
    func anyAnswer(answer: Answer) async throws {
        let tracker = self.bench.start()
        self.add("p", to: tracker) { _ in answer.object }
        #expect(tracker.track("x", ["own": 1]).isRecorded)
        _ = await self.bench.flush(tracker)
        let properties = try self.properties(of: "x")
        #expect(properties["own"] == .number("1") && properties["bad"] == nil)
        #expect((properties["ok"] != nil) == [.otherKey, .otherValue].contains(answer))
        let lines = self.bench.log.withLock { $0 }
        #expect(lines.count == (answer.log == nil ? 0 : 1) && lines.allSatisfy { $0.contains(answer.log ?? "") })
        await self.bench.stop(tracker)
    }

    @Test("super properties are read as the objects that registering takes", arguments: ObjectKinds.usual.indices)
    func superPropertiesAreRead(index: Int) async throws {
        var tracker = self.bench.start()
        let value = ObjectKinds.usual[index]
        tracker.registerSuperProperties(ObjectProperties(["p": ObjectValues.object(value)]).properties)
        _ = await self.bench.flush(tracker)
        let objects = ObjectValues.objects(tracker.superProperties)
        #expect(objects.count == 1)
        let shown = try #require(tracker.superProperties["p"])
        #expect(ObjectProperties(objects).properties == ["p": shown])
        // Long texts are cut as they are registered.
        if case .string(let text) = value, text.utf8.count > Limits.maxStringUnits {
            #expect(shown == .string(Limits.truncated(text, limit: Limits.maxStringUnits)))
        } else {
            #expect(shown == value)
        }
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        _ = await self.bench.flush(tracker)
        #expect(ObjectProperties(ObjectValues.objects(tracker.superProperties)).properties == ["p": shown])
        tracker.clearSuperProperties()
        #expect(ObjectValues.objects(tracker.superProperties).isEmpty)
        await self.bench.stop(tracker)
    }
}
