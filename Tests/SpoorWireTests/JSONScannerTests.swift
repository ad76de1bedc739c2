import SpoorWire
import Testing

/// Single values read where they stand.
struct JSONScannerTests {
    /// What the scanner makes of one value.
    private func read<Result>(_ text: String, _ body: (JSONScanner, JSONScanner.Slice) -> Result) throws -> Result {
        try Array(text.utf8).withUnsafeBytes { bytes in
            let scanner = JSONScanner(bytes)
            return body(scanner, try scanner.value())
        }
    }

    @Test(
        arguments: [
            ("{}", .object), (" [1]", .array), (#""x""#, .string), ("-1", .number), ("7", .number), ("true", .true),
            ("false", .false), ("\n null", .null), ("", nil), ("x", nil), ("+1", nil),
        ] as [(String, JSONScanner.Kind?)]
    )
    func theFirstCharacterTellsTheKind(text: String, kind: JSONScanner.Kind?) {
        Array(text.utf8).withUnsafeBytes { #expect(JSONScanner($0).kind() == kind) }
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("18446744073709551616", nil),
            ("99999999999999999999999", nil), ("1.5", nil), ("1e3", nil), (#""1""#, nil), ("true", nil), ("[1]", nil),
        ] as [(String, Int64?)]
    )
    func wholeNumbersAreExactOrNone(text: String, value: Int64?) throws {
        #expect(try self.read(text) { $0.int64($1) } == value)
    }

    // O-35: a number beyond the largest double is none, and not infinity.
    @Test(
        arguments: [
            ("0.5", 0.5), ("-1e3", -1000), ("1e400", nil), ("-1e400", nil), ("5e-324", .leastNonzeroMagnitude),
            (#""1""#, nil),
            ("null", nil),
        ] as [(String, Double?)]
    )
    func doublesAreFiniteOrNone(text: String, value: Double?) throws {
        #expect(try self.read(text) { $0.double($1) } == value)
    }

    @Test(
        arguments: [
            ("1.7e12", 1_700_000_000_000), ("5.0", 5), ("-3", -3), ("1.5", nil), ("1e300", nil), ("1e16", nil),
            ("{}", nil),
        ] as [(String, Int64?)]
    )
    func wholeValuesMayBeWrittenAsFractions(text: String, value: Int64?) throws {
        #expect(try self.read(text) { $0.integral($1) } == value)
    }

    // O-35: lone surrogates and bytes that are not UTF-8 cost a character each, never the text.
    @Test(
        arguments: [
            (#""plain""#, "plain"), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{c}\n\r\t"),
            (#""\u00e9\u20AC""#, "é€"), (#""\ud83e\udd51""#, "🥑"), (#""\ud83e""#, "\u{fffd}"),
            (#""\udd51x""#, "\u{fffd}x"),
            (#""\ud83e\u0041""#, "\u{fffd}A"), (#""""#, ""), ("1", nil), ("[]", nil),
        ] as [(String, String?)]
    )
    func textsAreUnescaped(text: String, value: String?) throws {
        #expect(try self.read(text) { $0.string($1) } == value)
    }

    @Test(arguments: [(#""plain""#, "plain"), (#""a\nb""#, nil), (#""""#, ""), ("1", nil)] as [(String, String?)])
    func bytesWithoutEscapesAreTheTextItself(text: String, value: String?) throws {
        let plain = try self.read(text) { scanner, slice in
            scanner.plainBytes(slice).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(plain == value)
    }

    @Test(
        arguments: [
            ("{}", "{}"), (#"{"a":1,"b":[true,null]}"#, #"{"a":1,"b":[true,null]}"#), ("[1,2", nil), (#"{"a"}"#, nil),
            (#"{1:2}"#, nil), (#"{"a":1 "b":2}"#, nil), ("", nil), ("1 2", nil),
        ] as [(String, String?)]
    )
    func valuesAreWholeOrRefused(text: String, value: String?) {
        #expect((try? self.read(text) { $0.tree(of: $1).text }) == value)
    }
}

extension JSONValue {
    /// The value as compact JSON.
    fileprivate var text: String {
        var writer = ByteWriter()
        self.write(to: &writer)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
