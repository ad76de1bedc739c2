import Testing

@testable import SpoorWire

struct TextPatternTests {
    @Test(
        "A pattern takes what Perl's would: the leftmost, the greedy one, its first group",
        arguments: [
            ("[0-9.]+", "from ¥129.50 on", "129.50"), ("¥([0-9.]+)", "from ¥129.50 on", "129.50"),
            (#"(\d+) left"#, "only 3 left", "3"), ("a|ab", "ab", "a"), ("ab|a", "ab", "ab"),
            ("(?:x|y)+(z*)", "xyyzz", "zz"),
            ("^.*?-", "a-b-c", "a-"), ("^.*-", "a-b-c", "a-b-"), ("a{2,3}", "aaaa", "aaa"), ("a{2,3}?", "aaaa", "aa"),
            ("a{2}", "baab", "aa"), ("a{2,}", "baaab", "aaa"), ("{x}", "a{x}", "{x}"), ("[^ ]+$", "one two", "two"),
            (#"\bcat\b"#, "concat cat", "cat"), (#"\Bcat"#, "cat concat", "cat"), (#"[\d,]+"#, "1,299 kr", "1,299"),
            ("价格：(.+)元", "价格：１２元", "１２"), (#"\d+"#, "１２元", "１２"), ("(a+)*b", "aab", "aa"), ("[]a]+", "x]a]", "]a]"),
            ("[a-]+", "-a-", "-a-"), ("[[:]+", "a[:", "[:"), ("[:x]+", "x:", "x:"), ("[&]+", "a&&", "&&"),
            (#"\$(\d+)"#, "a$7", "7"), (".", "\n😀", "😀"), (#"\s(\S+)"#, "a\u{00A0}b", "b"),
            ("(a)|b", "a", "a"), ("x?", "y", ""), (#"[^\d]+"#, "12ab3", "ab"), ("(\\w+)@", "mail ünal_7@x", "ünal_7"),
        ]
    )
    func takes(pattern: String, text: String, part: String) throws {
        #expect(try TextPattern(pattern).firstMatch(in: text) == part)
    }

    @Test(
        "What is not in the text gives nothing",
        arguments: [("b", "a"), ("^b", "ab"), ("(a)|b", "b"), ("a{3}", "aa")]
    )
    func takesNothing(pattern: String, text: String) throws {
        #expect(try TextPattern(pattern).firstMatch(in: text) == nil)
    }

    @Test(
        "What cannot be followed in one pass is refused with its place",
        arguments: [
            "(?=a)", "(?<n>a)", "(?i)a", #"(a)\1"#, "a**", "a++", "*a", "(a", "a)", "[a", "[z-a]", "a{3,2}", "a{999}",
            #"a\"#, #"\p{L}"#, #"[a-\d]"#, "", String(repeating: "a", count: 257), "(a{50}){50}",
            "[[:alpha:]]", "[x[:digit:]]+", "[[:^space:]]", "[[.a.]]", "[:alpha:]", "[a-z&&[^b]]",
            "a{2}{3}", "a*{2}", "a{2}?{3}", "{2}", "a|{2}", "({2,})", "a{,3}", "a{2}{,3}", "a{999999}",
        ]
    )
    func refused(pattern: String) {
        #expect(throws: TextPatternError.self) { try TextPattern(pattern) }
        do { _ = try TextPattern(pattern) } catch { #expect(error.description.hasSuffix(".")) }
    }

    @Test(
        "Patterns that make others backtrack without end come to one",
        .timeLimit(.minutes(1)),
        arguments: ["(a+)+b", "(a|aa)+$b", "(a*)*(a*)*(a*)*b", "(.*)*x", "(a?){100}a{100}b"]
    )
    func isBounded(pattern: String) throws {
        let text = String(repeating: "a", count: 5_000)
        #expect(try TextPattern(pattern).firstMatch(in: text) == nil)
    }

    // Empty parts make no step, so that the number of steps alone would never end the repetitions.
    @Test(
        "Patterns of repeated emptiness are compiled in few steps",
        .timeLimit(.minutes(1)),
        arguments: ["(?:)", "(?:(?:))", "|", "^"],
        [1, 2, 5, 18]
    )
    func compilingIsBounded(empty: String, levels: Int) throws {
        let text = (0..<levels).reduce(empty) { inside, _ in "(?:\(inside)){255}" }
        guard text.unicodeScalars.count <= TextPattern.maxLength else { return }
        var compiler = TextPatternCompiler()
        var parser = try TextPatternParser(text)
        let node = try parser.parse()
        _ = try? compiler.compile(node)
        #expect(compiler.parts <= TextPatternCompiler.maxParts)
        let json =
            #"{"definitions":[{"name":"e","match":{"page":"P"},"properties":[{"name":"p","regex":"\#(text)"}]}]}"#
        let finding = try ConfigurationDocument.read(Array(json.utf8))
        #expect(levels == 1 || finding.remarks.contains { $0.path == "definitions[0].properties[0].regex" })
    }

    @Test("A pattern of an empty group alone, repeated, is taken")
    func repeatedEmptiness() throws {
        #expect(try TextPattern("a(?:){255}b").firstMatch(in: "xab") == "ab")
    }

    @Test("A match ends with its steps, says so, and takes the same number each time")
    func stepsAreCounted() throws {
        let hard = try TextPattern("(?:a?){200}b")
        let text = String(repeating: "a", count: 255)
        var (first, second, few) = (1_000_000, 1_000_000, 5_000)
        #expect(hard.firstMatch(in: text, steps: &first) == nil && first > 0)
        #expect(hard.firstMatch(in: text, steps: &second) == nil && first == second)
        #expect(first < 900_000, "the count follows the work")
        #expect(hard.firstMatch(in: text + "b", steps: &few) == nil && few < 0 && few > -10)
        var easy = 500
        #expect(try TextPattern("¥([0-9.]+)").firstMatch(in: "from ¥129.50", steps: &easy) == "129.50" && easy > 300)
    }

    @Test("Only the beginning of a long text is looked at")
    func looksAtTheBeginning() throws {
        let long = String(repeating: "a", count: TextPattern.maxText) + "b"
        #expect(try TextPattern("b").firstMatch(in: long) == nil)
        #expect(try TextPattern("ab").firstMatch(in: String(long.dropFirst())) == "ab")
    }
}
