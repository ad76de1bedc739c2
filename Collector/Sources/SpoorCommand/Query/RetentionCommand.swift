import CommandLineKit
import SpoorWire

/// `spoor query retention`: counts the people who came back.
enum RetentionCommand {
    private static let start = Option.text(
        "start",
        "EVENT",
        default: "*",
        help: "What makes a person a member; '*' means any event."
    )
    private static let comeback = Option.text(
        "return",
        "EVENT",
        default: "*",
        help: "What counts as coming back; '*' means any event."
    )
    private static let interval = Option.choice(
        "interval",
        of: ["day", "week", "month"],
        default: "day",
        help: "The width of a column, in the project's time zone."
    )
    private static let periods = Option.integer(
        "periods",
        in: 0...400,
        default: 7,
        help: "How many days, weeks or months to follow after the first."
    )
    private static let cohorts = Option.choice(
        "cohorts",
        of: ["each", "first"],
        default: "each",
        help: "Whether a person is a member in each row with the start event, or in the first only."
    )
    private static let counts = Option.flag("counts", help: "Shows numbers of people instead of percentages.")

    static let subcommand = QueryCommand.subcommand(
        "retention",
        route: "retention",
        summary: "Counts the people who came back after a day, a week or a month.",
        discussion: "A cell is empty where its time has not come yet.",
        options: [
            Self.start, Self.comeback, Self.interval, Self.periods, Self.cohorts, Self.counts, QueryCommand.from,
            QueryCommand.to,
        ],
        example: Command.Example(
            "spoor query retention --start catalog --return catalog --interval week --periods 4",
            "Follows those who saw the catalogue for four weeks."
        ),
        parameters: { parsed in
            [
                QueryParameter("start", parsed[Self.start]), QueryParameter("return", parsed[Self.comeback]),
                QueryParameter("interval", parsed[Self.interval]),
                QueryParameter("periods", String(parsed[Self.periods])),
                QueryParameter("cohorts", parsed[Self.cohorts]),
            ] + QueryCommand.parameters(parsed, QueryCommand.from, QueryCommand.to)
        },
        table: { answer, parsed in Self.table(answer, counts: parsed[Self.counts]).text }
    )

    static func table(_ answer: JSONValue, counts: Bool) -> TextTable {
        let interval = answer["interval"]?.stringValue ?? "day"
        let totals = answer["totals"]?.arrayValue ?? []
        var table = TextTable(
            [("start", .left), ("people", .right)] + totals.indices.map { ("\(interval) \($0)", .right) }
        )
        for cohort in answer["cohorts"]?.arrayValue ?? [] {
            let returned = cohort["returned"]?.arrayValue ?? []
            table.append(
                [cohort["label"]?.stringValue ?? "", Figures.count(cohort["size"])]
                    + returned.map { self.cell($0, of: cohort["size"], counts: counts) }
            )
        }
        table.append(
            ["all", Figures.count(totals.first?["size"])]
                + totals.map { self.cell($0["returned"], of: $0["size"], counts: counts) }
        )
        return table
    }

    private static func cell(_ returned: JSONValue?, of size: JSONValue?, counts: Bool) -> String {
        guard !counts else { return Figures.count(returned) }
        guard let returned = returned?.doubleValue, let size = size?.doubleValue, size > 0 else { return "" }
        return Figures.percent(returned / size)
    }
}
