import Foundation
import SpoorWire

/// A property of each kind, for tests of what Objective-C is shown.
enum ObjectKinds {
    /// Values as everyday Swift values become them, with the least and the greatest of each kind.
    static let usual: [PropertyValue] = [
        .string("text"), .string(""), .string("ü👍🏽\u{0}"), .string(String(repeating: "x", count: 10_000)),
        .integer(0), .integer(1), .integer(.max), .integer(.min), .unsigned(.max), .unsigned(1 << 63),
        .number(0.1), .number(2), .number(1), .number(-0.0), .number(.greatestFiniteMagnitude),
        .number(.leastNonzeroMagnitude),
        .boolean(true), .boolean(false),
        .date(milliseconds: 0), .date(milliseconds: 1_772_712_429_045), .date(milliseconds: -1),
        .date(milliseconds: -62_135_596_800_000), .date(milliseconds: 253_402_300_799_999),
        .list([]), .list(["b", "", "a"]),
        .datedList([.text("a"), .date(milliseconds: 1_772_712_429_045), .text("2026-03-05 12:07:09.045")]),
    ]

    /// Values that come back in another case of the enumeration if they are converted.
    static let unusual: [PropertyValue] = [.unsigned(5), .datedList([.text("a")])]

    /// A property of each usual kind.
    static var properties: Properties {
        var properties = Properties()
        for (index, value) in self.usual.enumerated() { properties[self.key(index)] = value }
        return properties
    }

    /// The key of a usual value.
    static func key(_ index: Int) -> String { "kind_\(index)" }
}
