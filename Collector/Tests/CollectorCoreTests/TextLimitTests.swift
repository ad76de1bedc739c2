import SpoorWire
import Testing

@testable import CollectorCore

/// Bug case O-06 where texts arrive: the same unit as in the SDK, and no text is cut here.
struct TextLimitTests {
    private static let limit = Limits.maxStringUnits

    // O-06/collector
    @Test(
        "O-06 a text that meets the limit in an emoji arrives as the SDK wrote it",
        arguments: ["🥑tail", "👩‍👩‍👧", "🇨🇦", "a", "aa", ""]
    )
    func textsArriveAsWritten(ending: String) throws {
        let given = String(repeating: "a", count: Self.limit - 1) + ending
        var properties = Properties()
        properties["t"] = .string(given)
        var writer = ByteWriter()
        writer.append(properties: properties, zone: FixedZone.gmt)
        let written = String(decoding: writer.bytes, as: UTF8.self)
        let fixture = try StoreFixture()
        let event = #"{"type":"track","event":"e","time":1790000000000,"distinct_id":"u","properties":\#(written)}"#
        #expect(try fixture.send(event).stored == 1)
        let stored = try #require(try fixture.facts().latest(limit: 1, name: nil, person: nil).first)
        #expect(stored.json == Array(event.utf8))
        let kept = try JSONValue(parsing: stored.json)["properties"]?["t"]?.stringValue
        #expect(kept == Limits.truncated(given, limit: Self.limit) && (kept?.utf16.count ?? 0) <= Self.limit)
    }

    // O-06/collector
    @Test("O-06 names over the limit are refused by the same unit, and long keys never become one")
    func longNamesAreRefused() throws {
        let longest = String(repeating: "n", count: Limits.maxNameLength)
        let fixture = try StoreFixture()
        #expect(try fixture.send(Sample.event(longest)).stored == 1)
        for name in [longest + "n", String(longest.dropLast()) + "🥑", String(longest.dropLast()) + "🇨🇦"] {
            #expect(try fixture.send(Sample.event(name)).rejected.count == 1)
        }
        // Clients that are not ours may send such keys: each is stored under its own name.
        let keys = [longest + "1", longest + "2"]
        let both = "\"\(keys[0])\":1,\"\(keys[1])\":2"
        let event = Sample.event("keys", more: "\"x\":0").replacing("\"a\":1", with: both)
        #expect(try fixture.send(event).stored == 1)
        let stored = try #require(try fixture.facts().latest(limit: 1, name: nil, person: nil).first)
        let properties = try JSONValue(parsing: stored.json)["properties"]
        #expect(keys.map { properties?[$0] } == [.number("1"), .number("2")])
    }
}
