import Testing

@testable import CommandLineKit

struct UsageTextTests {
    @Test func helpOfACommandListsWhatItTakes() {
        let serve = Fixture.tool.subcommands[0]
        #expect(
            UsageText.help([Fixture.tool, serve]) == """
                Serves.

                Until it is told to stop.

                usage: tool serve [options]

                options:
                  --data DIR        The folder. Default: ./data.
                  --port NUMBER     The port. Default: 8106.
                  --level low|high  How much. Default: low.
                  --zone HOURS      The zone.
                  --note TEXT       A note.
                  --project NAME    A project. May be given several times.
                  --quiet           Says less.
                  --help            Explains the command and exits.

                examples:
                  tool serve --port 0
                      Takes any free port.

                exit codes:
                  0   It did what was asked.
                  1   It failed; standard error says why and what to do.
                  64  The command line was wrong; nothing was done.
                """
        )
    }

    @Test func helpOfTheToolListsItsCommands() {
        let text = UsageText.help([Fixture.tool])
        #expect(text.contains("commands:\n  serve   Serves.\n  replay  Replays a file.\n  query   Asks.\n"))
        #expect(text.contains("  --version  Prints the version and exits."))
        #expect(text.hasSuffix("'tool COMMAND --help' explains a command."))
    }

    @Test func longTextsAreBrokenBetweenWords() {
        let lines = UsageText.wrap(String(repeating: "word ", count: 60), indent: 4)
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.hasPrefix("    word") && $0.count <= 100 })
    }

    @Test(arguments: [("", "", 0), ("port", "prot", 1), ("kitten", "sitting", 3), ("abc", "", 3), ("é", "e", 1)])
    func distanceCountsEdits(first: String, second: String, distance: Int) {
        #expect(NearestName.distance(first, second) == distance)
        #expect(NearestName.distance(second, first) == distance)
    }
}
