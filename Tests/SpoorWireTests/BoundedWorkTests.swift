import Foundation
import Testing

@testable import SpoorWire

/// What a conversion costs has a bound: counted in what is looked at, since a time would say something of the machine.
struct BoundedWorkTests {
    private static let heap = "a" + String(repeating: "\u{301}", count: 100_000)
    private static let limit = Limits.maxStringUnits

    @Test(
        "a text of any length is cut after a look at three bytes per unit, and at some hundred units around the cut",
        arguments: [heap, String(repeating: "漢", count: 300_000), String(repeating: "🇨🇦", count: 100_000)]
    )
    func cuttingLooksAtItsLimit(text: String) {
        let start = Limits.beginning(of: text, limit: Self.limit)
        #expect(
            start.utf8.count <= 3 * Self.limit + 192 && start.utf16.count > Self.limit
                && text.utf8.starts(with: start.utf8)
        )
        let cut = start.utf16.index(start.startIndex, offsetBy: Self.limit - 1)
        let window = Limits.window(around: cut, of: start)
        #expect(window.text.utf16.count <= 256 + 64 + 4)
        let kept = Limits.truncated(text, limit: Self.limit)
        #expect(kept.utf16.count <= Self.limit && kept.utf16.count > Self.limit - 64 && kept.hasSuffix("$"))
        #expect(kept.unicodeScalars.dropLast().elementsEqual(text.unicodeScalars.prefix(kept.unicodeScalars.count - 1)))
    }

    // O-06: where a flag begins is known from the beginning of its row alone.
    @Test("O-06 no flag of a long row is split", arguments: 0..<5)
    func flagsStayWhole(before: Int) {
        for limit in [Self.limit, 1_000, 1_001, 1_002, 1_003] {
            let text = String(repeating: "x", count: before) + String(repeating: "🇨🇦", count: 30_000)
            let kept = Limits.truncated(text, limit: limit)
            #expect(kept.dropLast().elementsEqual(text.prefix(kept.count - 1)))
            #expect(kept.utf16.count > limit - 4)
        }
    }

    // O-06: a character of up to 64 units that lies across the limit goes as a whole, whatever is in front of it.
    @Test("O-06 accents in a heap, up to 64 units", arguments: [1, 2, 30, 62])
    func heapsOfAFewMarksStayWhole(marks: Int) {
        let character = "e" + String(repeating: "\u{301}", count: marks)
        let text = String(repeating: "👩‍👩‍👧", count: 500) + String(repeating: character, count: 8_000)
        for limit in 4_100..<4_170 {
            let kept = Limits.truncated(text, limit: limit)
            #expect(kept.utf16.count <= limit && kept.dropLast().elementsEqual(text.prefix(kept.count - 1)))
        }
    }

    /// A list that counts how many of its elements are asked for.
    private final class Counter: Sequence, IteratorProtocol {
        var asked = 0

        func next() -> String? {
            self.asked += 1
            return self.asked > 1_000_000 ? nil : "text"
        }
    }

    @Test func aListIsReadUpToItsLimit() {
        let counter = Counter()
        guard case .repaired(.list(let texts), let reason) = ListText.conversion(of: counter) else {
            Issue.record("the list is not cut")
            return
        }
        #expect(counter.asked == Limits.maxListElements + 1 && texts.count == Limits.maxListElements)
        #expect(reason.contains("from 1000 on"))
    }

    @Test("lists and sets of 20 000 texts, whatever their type")
    func longCollections() {
        let texts = (0..<20_000).map { "text \($0)" }
        let first = Array(texts.prefix(Limits.maxListElements))
        let lists: [Any] = [texts, texts as [Any], ContiguousArray(texts), texts[...], NSArray(array: texts)]
        for list in lists {
            guard case .repaired(.list(let kept), _) = PropertyConversion(converting: list) else {
                Issue.record("a \(type(of: list)) is not cut")
                continue
            }
            #expect(kept == first)
        }
        #expect(PropertyValue.list(texts).propertyConversion == texts.propertyConversion)
        for set in [Set(texts), NSSet(array: texts)] as [Any] {
            guard case .unsupported(let reason) = PropertyConversion(converting: set) else {
                Issue.record("a \(type(of: set)) is taken")
                continue
            }
            #expect(reason.contains("20000"))
        }
        #expect(first.propertyConversion == .value(.list(first)))
    }

    @Test func aListOfLongTextsIsRefusedAsAWhole() {
        let texts = [String](repeating: Self.heap, count: 1_000)
        guard case .unsupported(let reason) = texts.propertyConversion else {
            Issue.record("the list is taken")
            return
        }
        #expect(reason.contains("larger than an event"))
        let few = [Self.heap, "b"].propertyConversion
        #expect(few == .value(.list([Limits.truncated(Self.heap, limit: Self.limit), "b"])))
    }

    @Test func propertiesAndBytesHaveABound() {
        let values = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("k\($0)", $0 as Any) })
        var properties = Properties(values)
        #expect(properties.count == Limits.maxProperties && properties.problems.count == 1)
        for number in 0..<20 { properties["more\(number)"] = .integer(1) }
        properties.limitCount()
        #expect(properties.count == Limits.maxProperties)
        guard case .value(.string(let text)) = Data(count: 1 << 20).propertyConversion else {
            Issue.record("no text")
            return
        }
        #expect(text.utf8.count > Limits.maxCrashReasonUnits && text.utf8.count < 2 * Limits.maxCrashReasonUnits)
        var large = Properties()
        for number in 0..<1_000 { large["k\(number)"] = .string(String(repeating: "x", count: 8_000)) }
        var writer = ByteWriter()
        writer.append(properties: large, zone: FixedZone.gmt)
        let written = writer.count
        #expect(written > Limits.maxEventBytes && written < Limits.maxEventBytes + 10_000)
    }

    @Test("a list says which of its elements it lost, and one that lost all is left out")
    func lostElementsAreNamed() {
        let bad: Any = ["k": 1]
        let rows: [([Any], String)] = [
            (["a", bad, "b"], "Element 1 cannot"), (["a", bad, "b", Double.nan], "Elements 1, 3 cannot"),
            (["a"] + [Any](repeating: bad, count: 12), "Elements 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more cannot"),
        ]
        for (list, sentence) in rows {
            guard case .repaired(_, let reason) = PropertyConversion(converting: list) else {
                Issue.record("\(list) was not repaired")
                continue
            }
            #expect(reason.contains(sentence), "\(reason)")
        }
        guard case .unsupported(let reason) = PropertyConversion(converting: [bad, bad]) else {
            Issue.record("an empty list is left")
            return
        }
        #expect(reason.contains("Elements 0, 1 cannot"))
    }
}
