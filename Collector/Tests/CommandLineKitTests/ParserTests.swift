import Testing

@testable import CommandLineKit

struct ParserTests {
    @Test func defaultsHoldUntilAnOptionIsGiven() throws {
        let plain = try #require(try Fixture.command("serve"))
        #expect(plain.path == ["tool", "serve"])
        #expect(plain[Fixture.port] == 8106)
        #expect(plain[Fixture.data] == "./data")
        #expect(plain[Fixture.zone] == nil && plain[Fixture.note] == nil)
        #expect(plain[Fixture.project] == [] && plain[Fixture.quiet] == false && plain[Fixture.level] == "low")

        let full = try #require(
            try Fixture.command(
                "serve --port 0 --data=/var/x --zone -3 --note a=b --project one --project=two --quiet --level high"
            )
        )
        #expect(full[Fixture.port] == 0)
        #expect(full[Fixture.data] == "/var/x")
        #expect(full[Fixture.zone] == -3 && full[Fixture.note] == "a=b")
        #expect(full[Fixture.project] == ["one", "two"] && full[Fixture.quiet] && full[Fixture.level] == "high")
    }

    @Test(arguments: [
        ("replay a.csv", ["a.csv"]), ("replay --quiet a.csv", ["a.csv"]), ("replay a.csv --quiet", ["a.csv"]),
        ("replay -- --quiet", ["--quiet"]), ("replay -", ["-"]), ("replay -1", ["-1"]),
    ])
    func argumentsMayStandAnywhere(line: String, files: [String]) throws {
        #expect(try #require(try Fixture.command(line))[Fixture.file] == files)
    }

    @Test(arguments: [
        ("", "'tool' needs a command: serve, replay, query."),
        ("srve", "'srve' is not a command of 'tool'. Did you mean 'serve'?"),
        ("rep", "'rep' is not a command of 'tool'. Did you mean 'replay'?"),
        ("dance", "'dance' is not a command of 'tool'."),
        ("--versoin", "'--versoin' is not an option of 'tool'. Did you mean '--version'?"),
        ("query", "'tool query' needs a command: funnel."),
        ("serve --prot 1", "'--prot' is not an option of 'tool serve'. Did you mean '--port'?"),
        ("serve -p 1", "'-p' is not an option of 'tool serve'."),
        ("serve --port", "'--port' needs a value: --port NUMBER."),
        ("serve --data --quiet", "'--data' needs a value: --data DIR."),
        ("serve --quiet=yes", "'--quiet' takes no value, but 'yes' was given."),
        ("serve --port 70000", "The value '70000' of '--port' is not a whole number from 0 to 65535."),
        ("serve --port 1e3", "The value '1e3' of '--port' is not a whole number from 0 to 65535."),
        ("serve --zone x", "The value 'x' of '--zone' is not a number of hours."),
        ("serve --level mid", "The value 'mid' of '--level' is not one of: low, high."),
        ("serve --port 1 --port 2", "'--port' was given more than once."),
        ("serve now", "'tool serve' does not know what to do with 'now'."),
        ("replay", "'tool replay' needs FILE."),
        ("replay a b", "'tool replay' does not know what to do with 'b'."),
        ("query funnel one", "'tool query funnel' needs at least 2 of STEP."),
    ])
    func errorsSayWhatIsWrong(line: String, sentence: String) {
        let error = #expect(throws: UsageError.self) { try Fixture.parse(line) }
        #expect(error?.sentence == sentence)
    }

    /// A command with every kind of option that can refuse a value.
    private static let strict = Command(
        "tool",
        summary: "Does things.",
        subcommands: [
            Command(
                "check",
                summary: "Checks.",
                options: [
                    Fixture.port, Fixture.zone, Fixture.level, Fixture.quiet,
                    Option.text("short", "TEXT", default: "", help: "Nothing.") { $0.isEmpty },
                    Option.texts("name", "TEXT", help: "Nothings.") { $0.isEmpty },
                ]
            ),
            Command("replay", summary: "Replays a file.", arguments: [Fixture.file]),
        ]
    )

    /// What was typed goes back to a terminal, and may be of any length.
    @Test(
        "A refused value is repeated in a bounded length, and steers no terminal",
        arguments: [
            ["VALUE"], ["--VALUE"], ["-VALUE"], ["check", "VALUE"], ["check", "--VALUE"], ["check", "--VALUE=1"],
            ["check", "--quiet=VALUE"], ["check", "--port", "VALUE"], ["check", "--port=VALUE"],
            ["check", "--zone", "VALUE"], ["check", "--level", "VALUE"], ["check", "--short", "VALUE"],
            ["check", "--name", "VALUE"], ["replay", "a", "VALUE"],
        ],
        [
            "x" + String(repeating: "y", count: 100_000), "a" + String(repeating: "\u{301}", count: 50_000),
            "\u{1B}[2J\r\n\u{7}\u{202E}\u{2028}\u{9B}x",
        ]
    )
    func refusedValuesAreBounded(line: [String], value: String) throws {
        let words = line.map { $0.replacing("VALUE", with: value) }
        let error = #expect(throws: UsageError.self) { try Parser(Self.strict).parse(words) }
        let sentence = try #require(error).sentence
        #expect(sentence.utf8.count < 1_000)
        #expect(sentence.utf8.count < 300 || sentence.contains("…"))
        let isSteering = sentence.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control || ["\u{202E}", "\u{2028}"].contains(scalar)
        }
        #expect(!isSteering)
    }

    @Test func errorsEndWithTheWayOut() {
        let error = #expect(throws: UsageError.self) { try Fixture.parse("replay --quite") }
        #expect(
            error?.description == """
                error: '--quite' is not an option of 'tool replay'. Did you mean '--quiet'?
                usage: tool replay FILE [options]
                'tool replay --help' explains more.
                """
        )
    }

    @Test(
        arguments: [
            ("--version", true, nil), ("--help", false, "tool COMMAND"), ("help", false, "tool COMMAND"),
            ("help serve", false, "tool serve [options]"), ("serve --port x --help", false, "tool serve [options]"),
            ("query -h", false, "tool query COMMAND"), ("query help funnel", false, "tool query funnel STEP STEP…"),
            ("replay -- --help", false, nil),
        ] as [(String, Bool, String?)]
    )
    func helpAndVersionWin(line: String, isVersion: Bool, usage: String?) throws {
        switch try Fixture.parse(line) {
        case .version: #expect(isVersion)
        case .help(let text): #expect(text.contains("usage: \(try #require(usage))\n"))
        case .run: #expect(!isVersion && usage == nil)
        }
    }
}
