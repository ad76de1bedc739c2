import SpoorWire
import Testing

struct JSONElementsTests {
    /// The elements of a body: the text of a good one, the text of a broken one behind `!`.
    private func split(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBytes { bytes in
            let scanner = JSONScanner(bytes)
            var elements = scanner.elements()
            var result: [String] = []
            while let element = elements.next() {
                switch element {
                case .value(let slice): result.append(String(decoding: scanner.raw(slice.range), as: UTF8.self))
                case .broken(let range, _): result.append("!" + String(decoding: scanner.raw(range), as: UTF8.self))
                }
            }
            return result
        }
    }

    // O-31: bodies of good elements, and bodies that are no array.
    @Test(arguments: [
        ("[]", []), (" [ ] ", []), (#"[{"a":1},{"b":[1,{"c":"],"}]}]"#, [#"{"a":1}"#, #"{"b":[1,{"c":"],"}]}"#]),
        (#"[ 1 , "x" , null,true ,false, -0.5e+3 ]"#, ["1", #""x""#, "null", "true", "false", "-0.5e+3"]),
        (#"["a\"]","\\"]"#, [#""a\"]""#, #""\\""#]), ("{}", ["!{}"]), ("null", ["!null"]), ("", ["!"]), ("  ", ["!  "]),
        ("[1]x", ["1", "!x"]), ("[1][2]", ["1", "![2]"]), ("[]]", ["!]"]),
    ])
    func wellFormedBodiesAreSplit(text: String, elements: [String]) {
        #expect(self.split(text) == elements)
    }

    // O-31, O-35: one bad token, bracket or quote costs its own element and none beside it.
    @Test(arguments: [
        (#"[{"a":1},{"b":tru},{"c":3}]"#, [#"{"a":1}"#, #"!{"b":tru}"#, #"{"c":3}"#]),
        (#"[{"a":NaN},{"c":3}]"#, [#"!{"a":NaN}"#, #"{"c":3}"#]),
        (#"[{"a":01},{"c":3}]"#, [#"!{"a":01}"#, #"{"c":3}"#]),
        (#"[x,{"c":3}]"#, ["!x", #"{"c":3}"#]), (#"[,{"c":3}]"#, ["!", #"{"c":3}"#]),
        (#"[{"c":3},]"#, [#"{"c":3}"#, "!"]), (#"[{"a":1,},{"c":3}]"#, [#"!{"a":1,}"#, #"{"c":3}"#]),
        (#"[{"a":"\q"},{"c":3}]"#, [#"!{"a":"\q"}"#, #"{"c":3}"#]),
        ("[{\"a\":\"x\ny\"},{\"c\":3}]", ["!{\"a\":\"x\ny\"}", #"{"c":3}"#]),
        ("[{\"a\":\"x\u{0}y\"},{\"c\":3}]", ["!{\"a\":\"x\u{0}y\"}", #"{"c":3}"#]),
        (#"[{"a":[1,2},{"c":3}]"#, [#"!{"a":[1,2}"#, #"{"c":3}"#]),
        (#"[{"a":1}},{"c":3}]"#, [#"!{"a":1}}"#, #"{"c":3}"#]),
        (#"[{"a":{"b":1},{"c":2},{"d":3}]"#, [#"!{"a":{"b":1}"#, #"{"c":2}"#, #"{"d":3}"#]),
        (#"[{"b":"abc},{"c":3},{"d":"x"}]"#, [#"!{"b":"abc}"#, #"{"c":3}"#, #"{"d":"x"}"#]),
        (#"[{"a":1} {"b":2}]"#, [#"{"a":1}"#, #"{"b":2}"#]),
        (#"[{"a":tru,"l":[{"x":1},{"y":2}]},{"c":3}]"#, [#"!{"a":tru,"l":[{"x":1},{"y":2}]}"#, #"{"c":3}"#]),
        (#"[{"a":1},{"b":[{"x":1},{"y":2},{"z"#, [#"{"a":1}"#, #"!{"b":[{"x":1},{"y":2},{"z"#]),
        (#"[{"a":1},{"b":"cut in te"#, [#"{"a":1}"#, #"!{"b":"cut in te"#]), (#"[{"a":1}"#, [#"!{"a":1}"#]),
        ("[", ["!"]),
    ])
    func brokenElementsCostNoNeighbour(text: String, elements: [String]) {
        #expect(self.split(text) == elements)
    }

    // O-35: depth is bounded, and the neighbours of a deep element stay.
    @Test(arguments: [(64, true), (65, false), (1000, false), (100_000, false)])
    func deepElementsAreRefused(depth: Int, isKept: Bool) {
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(self.split("[\(deep),7]") == [(isKept ? "" : "!") + deep, "7"])
        let open = String(repeating: #"{"a":"#, count: depth)
        #expect(self.split("[7,\(open)") == ["7", "!" + open])
    }

    // A body made of nothing but broken elements is read in bounded time, and to its end.
    @Test(arguments: [#"{x,{"a":1},"#, #"{"a,"#, "{,{,", "[}", #","{"#, "]", #"{"a":[{"b":1},"#])
    func hostileBodiesEnd(unit: String) {
        let count = self.split("[" + String(repeating: unit, count: 20_000)).count
        #expect(count > 0)
    }

    @Test func errorsSayWhatAndWhere() {
        let rows: [(String, JSONError.Fault, Int)] = [
            ("{\"a\":tru}", .unexpected(UInt8(ascii: "}")), 8), ("[1,2", .cut, 4), ("1 2", .trailing, 2),
            (#""\u12G4""#, .escape, 1), ("\"\u{1}\"", .controlCharacter(1), 1), ("", .cut, 0),
        ]
        for (text, fault, offset) in rows {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
            #expect(error == JSONError(fault: fault, offset: offset))
            #expect(error?.description.hasSuffix(".") == true)
        }
    }
}
