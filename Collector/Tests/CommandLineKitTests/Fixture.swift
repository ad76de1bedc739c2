@testable import CommandLineKit

/// A small tool with every kind of option and argument.
enum Fixture {
    static let port = Option.integer("port", in: 0...65535, default: 8106, help: "The port.")
    static let data = Option.text("data", "DIR", default: "./data", help: "The folder.")
    static let zone = Option<Int?>.custom("zone", "HOURS", expected: "a number of hours", help: "The zone.") { Int($0) }
    static let note = Option.text("note", "TEXT", help: "A note.")
    static let level = Option.choice("level", of: ["low", "high"], default: "low", help: "How much.")
    static let project = Option.texts("project", "NAME", help: "A project.")
    static let quiet = Option.flag("quiet", help: "Says less.")
    static let file = Argument("FILE", help: "The file to read.")
    static let steps = Argument("STEP", count: .atLeast(2), help: "An event's name.")

    static let tool = Command(
        "tool",
        summary: "Does things.",
        subcommands: [
            Command(
                "serve",
                summary: "Serves.",
                discussion: "Until it is told to stop.",
                options: [data, port, level, zone, note, project, quiet],
                examples: [Command.Example("tool serve --port 0", "Takes any free port.")]
            ),
            Command("replay", summary: "Replays a file.", arguments: [file], options: [quiet]),
            Command(
                "query",
                summary: "Asks.",
                subcommands: [Command("funnel", summary: "Counts steps.", arguments: [steps])]
            ),
        ]
    )

    static func parse(_ line: String) throws(UsageError) -> ParseOutcome {
        try Parser(self.tool).parse(line.split(separator: " ").map(String.init))
    }

    static func command(_ line: String) throws -> ParsedCommand? {
        guard case .run(let command) = try self.parse(line) else { return nil }
        return command
    }
}
