import CommandLineKit
import SpoorWire

/// `spoor query funnel`: counts people through steps in order.
enum FunnelCommand {
    private static let steps = Argument("STEP", count: .atLeast(2), help: "The events to pass through, in order.")
    private static let window = Option.text(
        "window",
        "LENGTH",
        default: "7d",
        help: "How long a person has from the first step to the last: 30m, 12h, 7d, 4w."
    )

    static let subcommand = QueryCommand.subcommand(
        "funnel",
        route: "funnel",
        summary: "Counts the people who did some events one after another, and where they stopped.",
        arguments: [Self.steps],
        options: [Self.window, QueryCommand.from, QueryCommand.to, QueryCommand.filter],
        example: Command.Example(
            "spoor query funnel catalog cart payment_done --window 1d",
            "Counts the people who saw the catalogue, filled a cart and paid within a day."
        ),
        parameters: { parsed in
            [QueryParameter("window", parsed[Self.window])]
                + QueryCommand.events("steps", parsed[Self.steps])
                + QueryCommand.parameters(parsed, QueryCommand.from, QueryCommand.to)
                + QueryCommand.parameters(parsed, QueryCommand.filter)
        },
        table: { answer, _ in Self.table(answer).text }
    )

    static func table(_ answer: JSONValue) -> TextTable {
        var table = TextTable([
            ("step", .right), ("event", .left), ("people", .right), ("of previous", .right), ("of first", .right),
            ("median time", .right),
        ])
        for (number, step) in (answer["steps"]?.arrayValue ?? []).enumerated() {
            table.append([
                String(number + 1), step["event"]?.stringValue ?? "", Figures.count(step["users"]),
                Figures.percent(step["conversionFromPrevious"]?.doubleValue),
                Figures.percent(step["conversionFromFirst"]?.doubleValue),
                Figures.duration(milliseconds: step["medianFromPrevious"]?.doubleValue),
            ])
        }
        return table
    }
}
