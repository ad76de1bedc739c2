import Foundation
import SpoorWire
import Testing

struct PropertiesTests {
    private func json(_ properties: Properties, zone: FixedZone = .gmt) -> String {
        var writer = ByteWriter()
        writer.append(properties: properties, zone: zone)
        return writer.text
    }

    // O-01, O-05: one bad property costs itself, one warning names it, and its neighbours stay.
    @Test func badPropertiesCostOnlyThemselves() {
        let missing: Int? = nil
        let properties: Properties = [
            "ratio": Double.nan, "peak": Double.infinity, "count": 3, "tags": ["a", "b"], "gone": missing, "null": nil,
            "ok": 1,
        ]
        #expect(self.json(properties) == #"{"count":3,"tags":["a","b"],"ok":1}"#)
        #expect(properties.problems.map(\.key) == ["ratio", "peak"])
        let dynamic = Properties(["nested": ["a": 1], "ok": 1, "none": Optional<Int>.none as Any])
        #expect(self.json(dynamic) == #"{"ok":1}"#)
        #expect(dynamic.problems.map(\.key) == ["nested"])
    }

    // O-02, O-03: types and digits on the wire.
    @Test func valuesAreWrittenInTheirType() {
        let properties: Properties = [
            "is_member": true, "visits": 1, "level": 0, "flags": [true], "big": UInt64.max, "least": Int64.min,
            "order_no": 9_007_199_254_740_993, "price": 12.5, "whole": 2.0, "at": Date(timeIntervalSince1970: 1.045),
            "quote": "say \"hi\"\n",
        ]
        #expect(
            self.json(properties, zone: FixedZone(seconds: 3600))
                == #"{"is_member":true,"visits":1,"level":0,"flags":["true"],"big":18446744073709551615,"#
                + #""least":-9223372036854775808,"order_no":9007199254740993,"price":12.5,"whole":2.0,"#
                + #""at":"1970-01-01 01:00:01.045","quote":"say \"hi\"\n"}"#
        )
        #expect(properties == Properties(properties.entries.reversed().reduce(into: [:]) { $0[$1.key] = $1.value }))
    }

    @Test func theLastOfEqualKeysWins() {
        #expect(Properties(dictionaryLiteral: ("a", 1), ("b", 2), ("a", 3), ("b", nil)) == ["a": 3, "b": 2])
        #expect(Properties(dictionaryLiteral: ("a", 1), ("a", Double.nan))["a"] == 1)
        let many = Properties(dictionaryLiteral: ("a", 1), ("a", [1, ["x"]] as [Any]))
        #expect(many["a"] == ["1"])
        #expect(many.problems.count == 1)
    }

    @Test func longLiteralsKeepEveryKey() {
        let properties: Properties = [
            "a0": 0, "a1": 1, "a2": 2, "a3": 3, "a4": 4, "a5": 5, "a6": 6, "a7": 7, "a8": 8, "a9": 9, "b0": 0, "b1": 1,
            "b2": 2, "b3": 3, "b4": 4, "b5": 5, "b6": 6, "b7": 7, "b8": 8, "b9": 9, "c0": 0, "c1": 1, "c2": 2, "c3": 3,
            "c4": 4, "c5": 5, "c6": 6, "c7": 7, "c8": 8, "c9": 9, "d0": 0, "d1": 1, "d2": 2, "d3": nil,
        ]
        #expect(properties.count == 33)
        #expect(properties["c5"] == 5)
    }

    @Test func mergingKeepsOrOverrides() {
        var own: Properties = ["a": 1, "b": 2]
        own.merge(["b": 3, "c": 4], overriding: false)
        #expect(own == ["a": 1, "b": 2, "c": 4])
        own.merge(["b": 3, "n": Double.nan], overriding: true)
        #expect(own["b"] == 3)
        #expect(own.problems.map(\.key) == ["n"])
        own["a"] = nil
        own["d"] = .number(.nan)
        own.set("text", forKey: "e")
        #expect(own["a"] == nil && own["d"] == nil && own["e"] == "text")
        #expect(own.problems.count == 2)
    }

    // O-06: names are refused, never shortened into one another.
    @Test func badNamesAreRemovedAndNamed() {
        let long = String(repeating: "k", count: 101)
        var properties = Properties([long: 1, long + "x": 2, "$os": "iOS", "$device_id": "d", "1abc": 1, "ok": 1])
        properties.removeNames(refusedBy: Naming.checkOwnProperty)
        #expect(properties.entries.map(\.key) == ["$os", "ok"])
        #expect(properties.problems.count == 4)
    }
}
