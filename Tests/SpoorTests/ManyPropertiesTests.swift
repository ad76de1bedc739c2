import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Many properties in several layers: the same rules hold as for few, and the cost grows with their number alone.
struct ManyPropertiesTests {
    private static func properties(_ range: Range<Int>, _ value: Int64) -> Properties {
        Properties(Dictionary(uniqueKeysWithValues: range.map { ("k\($0)", value as Any) }))
    }

    private static func encoded(_ layers: PropertyLayers) throws -> JSONValue {
        var writer = ByteWriter()
        PropertyEncoding.append(layers, zone: FixedZone(seconds: 0), to: &writer)
        return try JSONValue(parsing: writer.text)
    }

    /// Layers around the size from which keys are hashed: above it and below it each key is written once, by the highest.
    @Test(arguments: [0, 1, 31, 32, 33, 400], [0, 32, 33, 400])
    func theHighestLayerWins(upper: Int, lower: Int) throws {
        let layers = PropertyLayers(
            above: Properties(),
            own: Self.properties(0..<upper, 1),
            dynamic: Self.properties(upper / 2..<upper / 2 + lower, 2),
            below: Self.properties(10..<10 + lower, 3)
        )
        let members = try #require(try Self.encoded(layers).objectValue)
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        #expect(values.count == members.count)
        var expected: [String: JSONValue] = [:]
        for (layer, value) in [(layers.below, 3), (layers.dynamic, 2), (layers.own, 1)] as [(Properties, JSONValue)] {
            for entry in layer.entries { expected[entry.key] = value }
        }
        #expect(values == expected)
        #expect(layers.merged.count == expected.count)
        #expect(layers.merged.entries.allSatisfy { expected[$0.key] == $0.value.number })
    }

    @Test func mergingManyIsAsMergingFew() {
        var merged = Self.properties(0..<500, 1)
        merged.merge(Self.properties(250..<750, 2), overriding: true)
        #expect(merged.count == 750 && merged["k249"] == .integer(1) && merged["k250"] == .integer(2))
        var kept = Self.properties(0..<500, 1)
        kept.merge(Self.properties(250..<750, 2), overriding: false)
        #expect(kept.count == 750 && kept["k499"] == .integer(1) && kept["k500"] == .integer(2))
        let long = String(repeating: "k", count: 200)
        kept.merge([long: 3], overriding: false)
        var other = Self.properties(0..<40, 1)
        other[long] = .integer(4)
        kept.merge(other, overriding: true)
        #expect(kept.count == 751 && kept[long] == .integer(4))
        #expect(merged == Self.properties(0..<250, 1).merging(Self.properties(250..<750, 2)))
        #expect(merged != kept)
    }

    @Test("1000 own and 900 super properties cost no more than a few times what 1000 and 5 do")
    func theCostIsLinear() throws {
        let own = Self.properties(0..<1_000, 1)
        func cost(_ others: Properties) -> Duration {
            let layers = PropertyLayers(above: Properties(), own: own, dynamic: others, below: Properties())
            var writer = ByteWriter()
            return ThreadTime.least { PropertyEncoding.append(layers, zone: FixedZone(seconds: 0), to: &writer) }
        }
        let few = cost(Self.properties(2_000..<2_005, 2))
        let many = cost(Self.properties(2_000..<2_900, 2))
        #expect(many < few * 8, "\(many) against \(few)")
    }
}

extension Properties {
    fileprivate func merging(_ other: Properties) -> Properties {
        var merged = other
        merged.merge(self, overriding: false)
        return merged
    }
}

extension PropertyValue {
    fileprivate var number: JSONValue? {
        if case .integer(let number) = self { .integer(number) } else { nil }
    }
}
