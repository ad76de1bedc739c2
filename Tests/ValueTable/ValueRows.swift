import Foundation
import Spoor

/// A value as an app has it at hand.
struct ValueRow {
    /// The event that carries it.
    let name: String
    let value: Any
}

/// The values of bug case O-05, and those of O-01 and O-03 beside them, since they take the same way.
enum ValueRows {
    private enum Shade: String { case dark }
    private enum Level: Int { case high = 3 }
    private enum Marked: String, PropertyConvertible { case red }
    private struct Opaque {}
    private final class Node { var next: Node? }

    static var all: [ValueRow] { self.everyday + self.foundation + self.containers + self.numbers + self.unusable }

    private static var everyday: [ValueRow] {
        [
            ValueRow(name: "substring", value: "abc".dropFirst()),
            ValueRow(name: "character", value: Character("é")),
            ValueRow(name: "static_string", value: "text" as StaticString),
            ValueRow(name: "string_enum", value: Shade.dark),
            ValueRow(name: "int_enum", value: Level.high),
            ValueRow(name: "marked_enum", value: Marked.red),
            ValueRow(name: "int8", value: Int8(-5)),
            ValueRow(name: "uint16", value: UInt16(10)),
            ValueRow(name: "bool", value: true),
            ValueRow(name: "one", value: 1),
            ValueRow(name: "duration", value: Duration.milliseconds(1500)),
            ValueRow(name: "optional_none", value: Optional<Int>.none as Any),
            ValueRow(name: "optional_some", value: Optional(3) as Any),
            ValueRow(name: "optional_deep", value: Optional(Optional(Optional<String>.some("x"))) as Any),
        ]
    }

    private static var foundation: [ValueRow] {
        [
            ValueRow(name: "uuid", value: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
            ValueRow(name: "url", value: URL(fileURLWithPath: "/a b")),
            ValueRow(name: "moment", value: Date(timeIntervalSince1970: 1.045)),
            ValueRow(name: "nsmoment", value: NSDate(timeIntervalSince1970: 1.045)),
            ValueRow(name: "data", value: Data([0, 255])),
            ValueRow(name: "nsstring", value: NSString(string: "x")),
            ValueRow(name: "nsnumber_true", value: NSNumber(value: true)),
            ValueRow(name: "nsnumber_one", value: NSNumber(value: 1)),
            ValueRow(name: "nsnull", value: NSNull()),
            ValueRow(name: "decimal", value: Decimal(string: "12.50") as Any),
            ValueRow(name: "cgfloat", value: CGFloat(2.5)),
        ]
    }

    private static var containers: [ValueRow] {
        [
            ValueRow(name: "set", value: Set(["y", "x"])),
            ValueRow(name: "list", value: ["b", "a", "b"]),
            ValueRow(name: "empty_list", value: [String]()),
            ValueRow(name: "slice", value: ["a", "b", "c"][1...]),
            ValueRow(name: "mixed_list", value: [1, "two", true, 2.5, Optional<Int>.none as Any] as [Any]),
            ValueRow(name: "nsarray", value: NSArray(array: ["b", NSNumber(value: true), NSNumber(value: 1)])),
            ValueRow(name: "list_of_bad", value: [Double.nan, "a", ["nested"]] as [Any]),
            ValueRow(name: "nested_dictionary", value: ["a": ["b": 1]]),
            ValueRow(name: "nsdictionary", value: NSDictionary()),
        ]
    }

    private static var numbers: [ValueRow] {
        [
            ValueRow(name: "int_max", value: Int.max),
            ValueRow(name: "int_min", value: Int.min),
            ValueRow(name: "uint_max", value: UInt64.max),
            ValueRow(name: "tenth", value: 0.1),
            ValueRow(name: "tenth_float", value: Float(0.1)),
            ValueRow(name: "third", value: 1.0 / 3),
            ValueRow(name: "large", value: 1e300),
            ValueRow(name: "smallest", value: Double.leastNonzeroMagnitude),
            ValueRow(name: "minus_zero", value: -0.0),
        ]
    }

    private static var unusable: [ValueRow] {
        [
            ValueRow(name: "nan", value: Double.nan),
            ValueRow(name: "infinity", value: -Double.infinity),
            ValueRow(name: "float_nan", value: Float.nan),
            ValueRow(name: "nsnumber_nan", value: NSNumber(value: Double.nan)),
            ValueRow(name: "decimal_nan", value: Decimal.nan),
            ValueRow(name: "date_past", value: Date.distantPast),
            ValueRow(name: "date_beyond", value: Date(timeIntervalSince1970: 1e300)),
            ValueRow(name: "date_nan", value: Date(timeIntervalSince1970: .nan)),
            ValueRow(name: "struct", value: Opaque()),
            ValueRow(name: "class", value: Node()),
            ValueRow(name: "closure", value: { 1 } as () -> Int),
            ValueRow(name: "tuple", value: (1, "two")),
        ]
    }
}
