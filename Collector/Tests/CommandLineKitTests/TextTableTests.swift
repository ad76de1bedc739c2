import Testing

@testable import CommandLineKit

struct TextTableTests {
    @Test func columnsAreAlignedByWhatATerminalShows() {
        var table = TextTable([("event", .left), ("count", .right)])
        table.append(["catalog", "12"])
        table.append(["加入购物车", "3"])
        table.append(["🥑"])
        table.append(["e\u{301}te", "4000", "left out"])
        #expect(
            table.text == """
                event       count
                ----------  -----
                catalog        12
                加入购物车      3
                🥑
                e\u{301}te          4000
                """
        )
    }

    @Test func headingsAreMadePrintableToo() {
        #expect(TextTable([("a\u{1B}[2Jb", .left)]).text == "a·[2Jb\n------")
    }

    @Test(arguments: [
        ("a\u{1B}[31mb", "a·[31mb"), ("line\nbreak\ttab\u{0}", "line·break·tab·"), ("\u{202E}abc", "·abc"),
        ("👩‍👩‍👧", "👩‍👩‍👧"), ("plain", "plain"),
    ])
    func whatStrangersSentCannotSteerTheTerminal(text: String, shown: String) {
        #expect(TextTable.visible(text) == shown)
    }
}
