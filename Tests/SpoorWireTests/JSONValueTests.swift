import SpoorWire
import Testing

struct JSONValueTests {
    @Test(arguments: [
        #"{"a":[1,-2.50,1e400,18446744073709551615],"b":{"c":null,"d":[true,false]},"e":"x\n\"y\""}"#, "[]", "{}",
        #"[[],{},"",0]"#, #""é🥑""#, #"{"":1}"#,
    ])
    func valuesAreWrittenAsTheyWereRead(text: String) throws {
        #expect(try JSONValue(parsing: text).jsonText == text)
    }

    // O-03: exact digits; O-35: 1e400 is a number without a double, not an error.
    @Test func numbersKeepTheirDigits() throws {
        let value = try JSONValue(
            parsing: "[9007199254740993,18446744073709551615,1e400,-0.5,-9223372036854775808,true,1.0]"
        )
        #expect(value[0]?.int64Value == 9_007_199_254_740_993)
        #expect(value[1]?.int64Value == nil)
        #expect(value[1]?.uint64Value == .max)
        #expect(value[2]?.doubleValue == nil)
        #expect(value[3]?.doubleValue == -0.5)
        #expect(value[4]?.int64Value == .min)
        #expect(value[5]?.int64Value == nil && value[5]?.boolValue == true)
        #expect(value[6]?.int64Value == nil && value[6]?.boolValue == nil)
        #expect(value[7] == nil && value["a"] == nil)
    }

    // O-35: lone surrogates and NUL in text; a pair makes one character.
    @Test(arguments: [
        (#""\ud83e\udd51""#, "🥑"), (#""\ud83e""#, "\u{FFFD}"), (#""\udd51x""#, "\u{FFFD}x"),
        (#""\ud83e\ud83e\udd51""#, "\u{FFFD}🥑"), (#""\ud83ex""#, "\u{FFFD}x"), (#""\ud83e\n""#, "\u{FFFD}\n"),
        (#""a\u0000b""#, "a\u{0}b"), (#""\/\b\f\t\r\u00e9\u00E9""#, "/\u{8}\u{C}\t\ré\u{E9}"), (#""\u005c""#, "\\"),
    ])
    func escapesAreReadAndSurrogatesRepaired(json: String, text: String) throws {
        #expect(try JSONValue(parsing: json).stringValue == text)
        #expect(try JSONValue(parsing: "{\(json):1}")[text] == 1)
    }

    @Test func bytesThatAreNotTextAreRepaired() throws {
        let value = try JSONValue(parsing: [0x22, 0x61, 0xFF, 0xC3, 0x22])
        #expect(value.stringValue?.hasPrefix("a\u{FFFD}") == true)
        #expect(try JSONValue(parsing: value.jsonText) == value)
    }

    @Test func theLastOfEqualMembersCounts() throws {
        let text = #"{"a":1,"b":2,"a":3}"#
        #expect(try JSONValue(parsing: text)["a"] == 3)
        let found = try Array(text.utf8).withUnsafeBytes { bytes in
            let scanner = JSONScanner(bytes)
            return scanner.member("a", of: try scanner.value()).flatMap { scanner.int64($0) }
        }
        #expect(found == 3)
    }

    // However often a name is repeated, a value equals itself, and two are equal or not in either order.
    @Test func equalityHoldsForRepeatedNames() throws {
        let values = try [
            #"{"a":1,"a":2}"#, #"{"a":2,"a":2}"#, #"{"a":2,"b":3}"#, #"{"b":3,"a":2}"#, #"{"a":2,"a":1}"#, #"{"a":2}"#,
        ].map { try JSONValue(parsing: $0) }
        for left in values.indices {
            for right in values.indices {
                let isSame = left == right || [left, right].sorted() == [0, 1] || [left, right].sorted() == [2, 3]
                #expect((values[left] == values[right]) == isSame, "\(left), \(right)")
            }
        }
    }

    // No bytes whatever may trap the reader; what it takes it must write as the same value.
    @Test func randomBytesNeverTrap() {
        let alphabet = Array(#"{}[]",:\u12dD8e.-+tfn a"#.utf8) + [0, 0xFF, 0xC3, 0x0A]
        var seed: UInt64 = 42
        func next() -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33)
        }
        let document = Array(#"[{"a":1.5e3,"t":"x\u12d8\n","l":[true,null,-2]},{"a":{"n":"é"}},7]"#.utf8)
        var (elementsTaken, valuesTaken) = (0, 0)
        for round in 0..<20_000 {
            // Noise, and in turn a document with a few bytes of noise in it, most of which has a meaning to its end.
            var bytes = (0..<next() % 40).map { _ in alphabet[next() % alphabet.count] }
            if round.isMultiple(of: 2) {
                bytes = document
                for _ in 0..<next() % 3 { bytes[next() % bytes.count] = alphabet[next() % alphabet.count] }
            }
            bytes.withUnsafeBytes { buffer in
                let scanner = JSONScanner(buffer)
                var elements = scanner.elements()
                while let element = elements.next() {
                    guard case .value(let slice) = element else { continue }
                    elementsTaken += 1
                    var members = scanner.members(of: slice)
                    while let member = members.next() {
                        _ = (scanner.text(ofKey: member), scanner.string(member.value), scanner.integral(member.value))
                    }
                }
            }
            if let value = try? JSONValue(parsing: bytes) {
                valuesTaken += 1
                #expect(
                    (try? JSONValue(parsing: value.jsonText)) == value,
                    "\(String(decoding: bytes, as: UTF8.self)) became \(value.jsonText)"
                )
            }
        }
        #expect(elementsTaken > 5_000 && valuesTaken > 2_000, "\(elementsTaken), \(valuesTaken)")
    }
}
