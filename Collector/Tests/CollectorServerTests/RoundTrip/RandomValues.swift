import SpoorTesting
import SpoorWire

/// Random texts, numbers and JSON, the same again for the same seed.
struct RandomValues {
    private static let alphabets: [[Character]] = [
        Array("abcdefghijklmnopqrstuvwxyz0123456789 "), Array("\"\\/{}[]:,'&=%+<>"),
        Array("\u{1}\u{8}\t\n\r\u{1F}\u{7F}\u{2028}\u{FEFF}"), Array("神策数据上报卡顿"), Array("éßøğñǺａ"),
        Array("🥑👩‍👩‍👧🇨🇦👍🏽😀"), Array("שלוםمرحبا"),
    ]

    var generator: SeededGenerator

    init(seed: UInt64) { self.generator = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { self.generator.below(100) < percent }

    mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self.generator) }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: self.generator.next()) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }

    /// Text of a few scripts, with what JSON and forms must escape.
    mutating func text(_ range: ClosedRange<Int> = 0...24) -> String {
        var text = ""
        for _ in 0..<self.count(range) {
            let alphabet = Self.alphabets[self.generator.below(Self.alphabets.count)]
            text.append(alphabet[self.generator.below(alphabet.count)])
        }
        return text
    }

    /// Any finite double, of every magnitude.
    mutating func double() -> Double {
        while true {
            let value = Double(bitPattern: self.generator.next())
            if value.isFinite { return value }
        }
    }

    mutating func integer() -> Int64 {
        // Of every length; the ends among them.
        switch self.generator.below(12) {
        case 0: return .max
        case 1: return .min
        default: return Int64(bitPattern: self.generator.next()) >> Int64(self.generator.below(64))
        }
    }

    /// A JSON value of at most so many levels below its own.
    mutating func json(levels: Int) -> JSONValue {
        switch self.generator.below(levels > 0 ? 8 : 6) {
        case 0: return .integer(self.integer())
        case 1: return .double(self.double())
        case 2: return .bool(self.chance(50))
        case 3: return .integer(self.generator.next())
        case 4, 5: return .string(self.text())
        case 6: return .array((0..<self.count(0...4)).map { _ in self.element(levels: levels - 1) })
        default:
            // Of members with one name the last counts; none are meant here.
            return .object(
                (0..<self.count(0...4)).map { number in
                    (key: "\(number)" + self.text(0...8), value: self.element(levels: levels - 1))
                }
            )
        }
    }

    private mutating func element(levels: Int) -> JSONValue {
        self.chance(10) ? .null : self.json(levels: levels)
    }
}
