import CommandLineKit
import SpoorWire

/// `spoor query trend`: counts events, or people, along the calendar.
enum TrendCommand {
    private static let events = Argument(
        "EVENT",
        count: .atLeast(0),
        help: "The events to count, one column each; '*' means every event. Default: *."
    )
    private static let interval = Option.choice(
        "interval",
        of: ["hour", "day", "week", "month"],
        default: "day",
        help: "The width of a row, in the project's time zone."
    )
    private static let breakdown = Option.text(
        "breakdown",
        "PROPERTY",
        help: "Splits each column by the values of a property."
    )
    private static let groups = Option.integer(
        "groups",
        in: 1...200,
        default: 10,
        help: "How many values of the breakdown get a column; the rest is summed up."
    )
    private static let people = Option.flag("people", help: "Counts different people instead of events.")

    static let subcommand = QueryCommand.subcommand(
        "trend",
        route: "trend",
        summary: "Counts events, or the people behind them, by hour, day, week or month.",
        arguments: [Self.events],
        options: [
            Self.interval, Self.people, Self.breakdown, Self.groups, QueryCommand.from, QueryCommand.to,
            QueryCommand.filter,
        ],
        example: Command.Example(
            "spoor query trend catalog cart --from 2026-03-01 --interval week --people",
            "Counts the people of two events by week."
        ),
        parameters: { parsed in
            [
                QueryParameter("interval", parsed[Self.interval]),
                QueryParameter("groups", String(parsed[Self.groups])),
            ]
                + QueryCommand.events("events", parsed[Self.events])
                + QueryCommand.parameters(parsed, Self.breakdown, QueryCommand.from, QueryCommand.to)
                + QueryCommand.parameters(parsed, QueryCommand.filter)
        },
        table: { answer, parsed in Self.table(answer, people: parsed[Self.people]).text }
    )

    static func table(_ answer: JSONValue, people: Bool) -> TextTable {
        let series = answer["series"]?.arrayValue ?? []
        var table = TextTable(
            [(answer["interval"]?.stringValue ?? "", .left)] + series.map { (self.title($0), .right) }
        )
        for (row, label) in (answer["labels"]?.arrayValue ?? []).enumerated() {
            let cells = series.map { Figures.count($0[people ? "users" : "counts"]?[row]) }
            table.append([label.stringValue ?? ""] + cells)
        }
        // People who came back count once here, so this is not the sum of the column.
        let totals = series.map { Figures.count($0[people ? "uniqueUsers" : "total"]) }
        table.append([people ? "different people" : "total"] + totals)
        return table
    }

    private static func title(_ series: JSONValue) -> String {
        let event = series["event"]?.stringValue ?? ""
        guard let group = series["group"], let type = group["type"]?.stringValue else { return event }
        switch type {
        case "rest": return "\(event): \(Figures.count(group["values"])) others"
        case "absent": return "\(event): not set"
        default: return "\(event): \(group["value"]?.stringValue ?? "")"
        }
    }
}
