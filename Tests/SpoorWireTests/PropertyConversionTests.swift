import Foundation
import SpoorWire
import Testing

private enum Size: String { case large }
private enum Colour: String, PropertyConvertible { case red }
private struct Opaque {}
private enum StaticStrings { static let text: StaticString = "static" }

struct PropertyConversionTests {
    // O-05: the table, through `Any`, as values come out of a dictionary.
    @Test func everydayValuesConvertByTheTable() throws {
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let url = try #require(URL(string: "https://x.test/a?b=1"))
        let rows: [(Any, PropertyConversion)] = [
            ("x", .value("x")), (NSString(string: "x"), .value("x")), ("abc".dropFirst(), .value("bc")),
            (Character("é"), .value("é")), (Int8(-5), .value(-5)), (UInt8(200), .value(200)), (UInt64(7), .value(7)),
            (Int16(-6), .value(-6)), (Int32(-7), .value(-7)), (Int64(8), .value(8)), (UInt(9), .value(9)),
            (UInt16(10), .value(10)), (UInt32(11), .value(11)), (ContiguousArray(["a"]), .value(["a"])),
            (StaticStrings.text, .value("static")),
            ([UInt64.max, 1] as [UInt64], .value(["18446744073709551615", "1"])),
            ([true, 2.5, 3] as [Any], .value(["true", "2.5", "3"])), (NSSet(array: ["a"]), .value(["a"])),
            (NSArray(array: ["a", 1]), .value(["a", "1"])),
            (NSUUID(uuidString: id.uuidString) as Any, .value(.string(id.uuidString))),
            (NSURL(string: "https://x.test") as Any, .value("https://x.test")),
            (UInt64.max, .value(.unsigned(.max))), (Int64.min, .value(.integer(.min))), (2.5, .value(2.5)),
            (Float(0.1), .value(0.1)), (CGFloat(2.5), .value(2.5)), (true, .value(true)),
            (id, .value("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), (url, .value("https://x.test/a?b=1")),
            (Data([0, 255]), .value("AP8=")), (NSData(data: Data([0, 255])), .value("AP8=")),
            (Date(timeIntervalSince1970: 1.0455), .value(.date(milliseconds: 1046))),
            (NSDate(timeIntervalSince1970: 1.045), .value(.date(milliseconds: 1045))), (Size.large, .value("large")),
            (Colour.red, .value("red")), (Duration.milliseconds(1500), .value(1.5)), (NSNull(), .absent),
            (Decimal(string: "12.50") as Any, .value(12.5)),
            (Decimal(string: "18446744073709551615") as Any, .value(.unsigned(.max))),
            (Decimal(string: "-9223372036854775808") as Any, .value(.integer(.min))),
            (Decimal.greatestFiniteMagnitude, .value(.number(3.402823669209384634633746074317682114550e165))),
            (Optional<Int>.none as Any, .absent), (Optional(Optional<Int>.none) as Any, .absent),
            (Optional(3) as Any, .value(3)), (Optional(Optional(3)) as Any, .value(3)),
            (PropertyValue.integer(4), .value(4)),
        ]
        for (value, expected) in rows {
            #expect(PropertyConversion(converting: value) == expected, "\(value)")
        }
    }

    // O-05: sets and lists keep distinct elements; a mixed list becomes a list of texts.
    @Test func listsAndSetsBecomeTexts() {
        let rows: [(Any, PropertyConversion)] = [
            (Set(["y", "x"]), .value(["x", "y"])), (["b", "a", "b"], .value(["b", "a", "b"])),
            ([1, "two", true, 2.5, Optional<Int>.none as Any] as [Any], .value(["1", "two", "true", "2.5"])),
            (NSArray(array: ["b", NSNumber(value: true), NSNumber(value: 1)]), .value(["b", "true", "1"])),
            (NSSet(array: ["b", "a"]), .value(["a", "b"])), (Set<AnyHashable>([1, "1", "a"]), .value(["1", "a"])),
            ([String](), .value([])), ([Size.large], .value(["large"])), (["a", "b"][...], .value(["a", "b"])),
        ]
        for (value, expected) in rows {
            #expect(PropertyConversion(converting: value) == expected, "\(value)")
        }
    }

    // O-01: nothing that JSON cannot express gets in, from any type; O-05: nor what has no property form.
    @Test func whatCannotBeWrittenIsRefusedWithASentence() {
        let values: [Any] = [
            Double.nan, -Double.infinity, Float.nan, CGFloat.infinity, NSNumber(value: Double.nan), Decimal.nan,
            0.0 / 0.0, NSDecimalNumber.notANumber, NSNumber(value: Float.infinity), PropertyValue.number(.nan),
            Date.distantPast, Date(timeIntervalSince1970: 1e300),
            Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSince1970: .nan), Opaque(), ["a": 1],
            NSDictionary(), Optional(Double.nan) as Any, NSObject(),
        ]
        for value in values {
            guard case .unsupported(let reason) = PropertyConversion(converting: value) else {
                Issue.record("\(value) was taken")
                continue
            }
            #expect(reason.hasSuffix("."))
        }
    }

    // O-01, O-05: a list keeps what it can hold and names what it cannot.
    @Test func listsDropOnlyTheirBadElements() {
        let rows: [([Any], [String])] = [
            ([1, ["nested"], 2], ["1", "2"]), ([Double.nan, "a"], ["a"]), ([["k": 1], Opaque(), "a"], ["a"]),
        ]
        for (list, kept) in rows {
            guard case .repaired(.list(let texts), let reason) = PropertyConversion(converting: list) else {
                Issue.record("\(list) was not repaired")
                continue
            }
            #expect(texts == kept)
            #expect(reason.hasSuffix("."))
        }
    }

    // O-02: boolean and number never change places, whatever class carries them.
    @Test func numbersKeepTheTypeTheyWereMadeWith() {
        let rows: [(NSNumber, PropertyConversion)] = [
            (NSNumber(value: true), .value(true)), (NSNumber(value: false), .value(false)),
            (NSNumber(value: 1), .value(1)), (NSNumber(value: 0), .value(0)), (NSNumber(value: Int8(1)), .value(1)),
            (NSNumber(value: 1.0), .value(1.0)), (NSNumber(value: UInt64.max), .value(.unsigned(.max))),
            (NSNumber(value: Int64.min), .value(.integer(.min))), (NSNumber(value: Float(0.1)), .value(0.1)),
        ]
        for (number, expected) in rows {
            #expect(PropertyConversion(converting: number as Any) == expected)
            #expect(number.propertyConversion == expected)
        }
    }

    // O-04: the ends of what dates can be.
    @Test func datesAreMilliseconds() {
        let ends: [(Date, Int64)] = [
            (Date(timeIntervalSince1970: -62_135_596_800), WireDate.earliest), (.distantFuture, 64_092_211_200_000),
        ]
        for (date, milliseconds) in ends {
            #expect(date.propertyConversion == .value(.date(milliseconds: milliseconds)))
        }
    }

    /// Dates of `seconds` since 1970, as elements.
    private static func dated(_ seconds: Int64...) -> [PropertyValue.Element] {
        seconds.map { .date(milliseconds: $0 * 1000) }
    }

    // O-04/list-element
    @Test("O-04 a date in a list stays an instant until it is written, and costs lists without one nothing")
    func listsKeepTheirDates() {
        let (first, second) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 5))
        let rows: [(Any, PropertyConversion)] = [
            ([first], .value(.datedList(Self.dated(0)))), (NSArray(array: [first]), .value(.datedList(Self.dated(0)))),
            ([NSDate(timeIntervalSince1970: 5), first], .value(.datedList(Self.dated(5, 0)))),
            ([second, first][...], .value(.datedList(Self.dated(5, 0)))),
            (ContiguousArray([first]), .value(.datedList(Self.dated(0)))),
            ([Optional(first), nil], .value(.datedList(Self.dated(0)))),
            (["a", first, true] as [Any], .value(.datedList([.text("a"), .date(milliseconds: 0), .text("true")]))),
            // Sets have one order in all zones, and hold an instant once.
            (Set([second, first]), .value(.datedList(Self.dated(0, 5)))),
            (
                NSSet(array: [second, first, "1970-01-01 00:00:02"]),
                .value(.datedList([.date(milliseconds: 0), .text("1970-01-01 00:00:02"), .date(milliseconds: 5_000)]))
            ),
            (Set([first, first.addingTimeInterval(0.0001)]), .value(.datedList(Self.dated(0)))),
            (PropertyValue.datedList(Self.dated(0)), .value(.datedList(Self.dated(0)))),
            (PropertyValue.datedList([.text("a")]), .value(.list(["a"]))), (PropertyValue.datedList([]), .value([])),
        ]
        for (value, expected) in rows { #expect(PropertyConversion(converting: value) == expected, "\(value)") }
        guard
            case .repaired(let kept, let reason) = PropertyConversion(converting: [first, Double.nan, "a"] as [Any])
        else {
            Issue.record("the list was not repaired")
            return
        }
        #expect(kept == .datedList([.date(milliseconds: 0), .text("a")]) && reason.contains("Element 1"))
        let tooLarge = [first] as [Any] + Array(repeating: String(repeating: "x", count: 8_000), count: 40)
        guard case .unsupported = PropertyConversion(converting: tooLarge) else {
            Issue.record("a list larger than an event was taken")
            return
        }
    }

    // O-04/list-element
    @Test("O-04 one list in two zones", arguments: [(0, "00:00:00"), (9, "09:00:00"), (5, "05:00:00")])
    func listsAreWrittenInAZone(hours: Int, time: String) {
        var writer = ByteWriter()
        let value = PropertyValue.datedList([.text("\"a"), .date(milliseconds: 0)])
        writer.append(json: value, key: "k", zone: FixedZone(seconds: hours * 3600))
        #expect(writer.text == #"["\"a","1970-01-01 \#(time).000"]"#)
    }
}
