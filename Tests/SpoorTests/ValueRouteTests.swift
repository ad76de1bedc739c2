import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// The ways a property takes into an event; bug cases O-01, O-05 and O-06 hold on each.
enum Route: String, CaseIterable, Sendable {
    case own, untyped, superProperty, dynamic, plugin, hook, login

    /// Sends properties this way, with an event `x` of good ones; gives the name of the event that carries them.
    func send(_ values: [String: Any], by tracker: Tracker) -> String {
        let properties = Properties(values)
        switch self {
        case .own: tracker.track("x", properties)
        case .untyped: tracker.track("x", values: values)
        case .superProperty:
            tracker.registerSuperProperties(properties)
            tracker.track("x")
        case .dynamic:
            tracker.setDynamicProperties { properties }
            tracker.track("x")
        case .plugin:
            tracker.addPlugin(PropertyPlugin("p") { _ in properties })
            tracker.track("x")
        case .hook:
            tracker.setEventHook { event in
                event.properties.merge(properties, overriding: true)
                return .keep
            }
            tracker.track("x")
        case .login:
            tracker.login("ann", properties)
            return "$SignUp"
        }
        return "x"
    }
}

/// A number that JSON cannot express, in one of the types it comes in.
struct BadNumber: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Any

    /// What a duration of zero makes of a share.
    private static func share(of part: Double, in duration: Double) -> Double { part / duration }

    static let all = [
        BadNumber(testDescription: "Double.nan") { Double.nan },  // O-01/double-nan
        BadNumber(testDescription: "Double.infinity") { Double.infinity },  // O-01/double-infinity
        BadNumber(testDescription: "Float.nan") { Float.nan },  // O-01/float-nan
        BadNumber(testDescription: "-Double.infinity") { -Double.infinity },  // O-01/negative-infinity
        BadNumber(testDescription: "CGFloat.infinity") { CGFloat.infinity },  // O-01/cgfloat-infinity
        BadNumber(testDescription: "NSNumber nan") { NSNumber(value: Double.nan) },  // O-01/nsnumber-nan
        BadNumber(testDescription: "Decimal.nan") { Decimal.nan },  // O-01/decimal-nan
        BadNumber(testDescription: "0/0 of a duration") { Self.share(of: 0, in: 0) },  // O-01/zero-by-zero
    ]
}

struct ValueRouteTests {
    private let bench = TestBench()

    private func carried(_ name: String) throws -> JSONValue {
        try #require(self.bench.collector.events.first { $0["event"]?.stringValue == name }?["properties"])
    }

    // O-01/super O-01/dynamic: each number on each route.
    @Test("O-01 a number that is none costs itself alone, on every route", arguments: BadNumber.all, Route.allCases)
    func badNumbersCostThemselves(bad: BadNumber, route: Route) async throws {
        let tracker = self.bench.start()
        let name = route.send(["ratio": bad.make(), "count": 3, "tags": ["a", "b"]], by: tracker)
        _ = await self.bench.flush(tracker)
        let properties = try self.carried(name)
        #expect(properties["ratio"] == nil && properties["count"] == .number("3"))
        #expect(properties["tags"] == .array([.string("a"), .string("b")]))
        #expect(self.bench.log.withLock { $0.filter { $0.contains("'ratio'") }.count } == 1)
        for request in self.bench.transport.requests {
            let text = String(decoding: try Gzip.decompress(request.body, limit: 1 << 20), as: UTF8.self).lowercased()
            #expect(!text.contains("nan") && !text.contains("inf"))
        }
        await self.bench.stop(tracker)
    }

    // O-01/super: what was registered beside the bad number is there after a restart.
    @Test("O-01 a bad super property is not kept for the next launch either")
    func badSuperPropertiesAreNotKept() async throws {
        let first = self.bench.start()
        first.registerSuperProperties(["ratio": Double.nan, "plan": "pro"])
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(second.superProperties == ["plan": "pro"])
        #expect(second.track("x").isRecorded)
        _ = await self.bench.flush(second)
        #expect(try self.carried("x")["plan"]?.stringValue == "pro")
        await self.bench.stop(second)
    }

    /// What everyday values become on the wire; nil where they are dropped.
    private static let everyday: [(key: String, value: @Sendable () -> Any, wire: JSONValue?)] = [
        (
            "uuid", { UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any },
            "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        ),
        ("url", { URL(string: "https://x.test/a?b=1") as Any }, "https://x.test/a?b=1"),
        ("colour", { Shade.dark }, "dark"),
        ("set", { Set(["y", "x"]) }, .array([.string("x"), .string("y")])),
        ("moment", { Date(timeIntervalSince1970: 1.045) }, "1970-01-01 09:00:01.045"),
        ("data", { Data([0, 255]) }, "AP8="),
        ("int8", { Int8(-5) }, .number("-5")),
        ("cgfloat", { CGFloat(2.5) }, .number("2.5")),
        ("substring", { "abc".dropFirst() }, "bc"),
        ("mixed", { [1, "two", true] as [Any] }, .array([.string("1"), .string("two"), .string("true")])),
        ("nested", { ["a": ["b": 1]] }, nil),
        ("none", { Optional<Int>.none as Any }, nil),
        ("some", { Optional(3) as Any }, .number("3")),
        ("ok", { 1 }, .number("1")),
    ]

    private enum Shade: String { case dark }

    // O-05/uuid O-05/url O-05/string-enum O-05/set O-05/date O-05/data O-05/int8 O-05/cgfloat O-05/substring
    // O-05/mixed-list O-05/nested-dictionary O-05/optional-none O-05/optional-some O-05/ok-survives
    @Test("O-05 everyday values convert by the table or cost themselves, on every route", arguments: Route.allCases)
    func everydayValues(route: Route) async throws {
        let tracker = self.bench.start()
        var values: [String: Any] = [:]
        for row in Self.everyday { values[row.key] = row.value() }
        let name = route.send(values, by: tracker)
        _ = await self.bench.flush(tracker)
        let properties = try self.carried(name)
        for row in Self.everyday { #expect(properties[row.key] == row.wire, "\(row.key)") }
        let warnings = self.bench.log.withLock { $0 }
        // A missing value is no fault; a nested container is one, named once.
        #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains("'nested'") }, "\(warnings)")
        await self.bench.stop(tracker)
    }

    private static let limit = Limits.maxStringUnits

    /// What is in front of the limit, what follows, and the most that may be left.
    private static let emoji: [(String, String, Int)] = [
        (String(repeating: "a", count: limit - 1) + "🥑" + "tail", "avocado", limit),  // O-06/value-avocado
        (String(repeating: "a", count: limit - 1) + "👩‍👩‍👧", "family", limit),  // O-06/value-family
        (String(repeating: "a", count: limit - 1) + "🇨🇦", "flag", limit),  // O-06/value-flag
        (String(repeating: "a", count: limit), "exact", limit),  // O-06/value-exact
        (String(repeating: "a", count: limit + 1), "one over", limit),  // O-06/value-one-over
        (String(repeating: "🥑", count: limit), "all emoji", limit),
        (String(repeating: "a", count: limit - 3) + "👩‍👩‍👧" + "b", "family across the limit", limit),
    ]

    @Test("O-06 a long text is cut between characters, on every route", arguments: Route.allCases)
    func longTextsAreCutBetweenCharacters(route: Route) async throws {
        for (text, what, limit) in Self.emoji {
            let bench = TestBench()
            let tracker = bench.start { $0.journalSegmentBytes = 1 << 20 }
            let name = route.send(["t": text, "list": [text, "b"]], by: tracker)
            _ = await bench.flush(tracker)
            let event = bench.collector.events.first { $0["event"]?.stringValue == name }
            let kept = try #require(event?["properties"]?["t"]?.stringValue)
            #expect(kept.utf16.count <= limit, "\(what)")
            if text.utf16.count <= limit {
                #expect(kept == text, "\(what)")
            } else {
                #expect(kept.hasSuffix("$") && text.hasPrefix(String(kept.dropLast())), "\(what)")
                #expect(!kept.unicodeScalars.contains("\u{FFFD}"))
                // Whole characters: the next one of the text would not have fitted.
                let next = text[text.index(text.startIndex, offsetBy: kept.count - 1)]
                #expect(kept.utf16.count + String(next).utf16.count > limit, "\(what)")
            }
            guard case .array(let list)? = event?["properties"]?["list"] else {
                Issue.record("\(what): no list")
                continue
            }
            #expect(list.first?.stringValue == kept, "\(what)")
            await bench.stop(tracker)
        }
    }

    // O-06/event-name O-06/property-key O-06/keys-differ-late
    @Test(
        "O-06 a long name is refused, never shortened into another",
        arguments: ["🥑tail", "👩‍👩‍👧", "🇨🇦", "", "a", "b"]
    )
    func longNamesAreRefused(ending: String) async throws {
        let name = String(repeating: "a", count: Limits.maxNameLength - 1) + ending
        let isValid = name.utf16.count <= Limits.maxNameLength && name.utf8.count == name.utf16.count
        let tracker = self.bench.start()
        #expect(tracker.track(name).isRecorded == isValid)
        // Two keys that differ behind the limit only: both are refused, and neither overwrites the other.
        let key = String(repeating: "k", count: Limits.maxNameLength)
        let late = [key + "1", key + "2", name]
        #expect(tracker.track("x", values: [late[0]: 1, late[1]: 2, name: 3, key: 4]).isRecorded)
        _ = await self.bench.flush(tracker)
        let properties = try self.carried("x")
        #expect(properties[late[0]] == nil && properties[late[1]] == nil && properties[key] == .number("4"))
        #expect((properties[name] == .number("3")) == isValid)
        #expect(self.bench.collector.names.contains(name) == isValid)
        await self.bench.stop(tracker)
    }
}
