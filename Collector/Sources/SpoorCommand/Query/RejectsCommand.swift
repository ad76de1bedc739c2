import CommandLineKit
import SpoorWire

/// `spoor query rejects`: shows what was refused, and why.
enum RejectsCommand {
    private static let limit = Option.integer("limit", in: 1...500, default: 20, help: "How many at most.")
    private static let offset = Option.integer(
        "offset",
        in: 0...1_000_000,
        default: 0,
        help: "How many of the newest to leave out."
    )

    static let subcommand = QueryCommand.subcommand(
        "rejects",
        route: "rejects",
        summary: "Shows the events and requests that were refused, newest first, and the reasons.",
        options: [Self.limit, Self.offset],
        example: Command.Example("spoor query rejects --limit 5 --json", "Gives the last five with their whole text."),
        parameters: { parsed in
            [
                QueryParameter("limit", String(parsed[Self.limit])),
                QueryParameter("offset", String(parsed[Self.offset])),
            ]
        },
        table: { answer, _ in Self.text(answer) }
    )

    static func text(_ answer: JSONValue) -> String {
        var rejects = TextTable([
            ("received", .left), ("source", .left), ("position", .right), ("reason", .left), ("text", .left),
        ])
        for record in answer["rejects"]?.arrayValue ?? [] {
            rejects.append([
                record["receivedText"]?.stringValue ?? "", record["source"]?.stringValue ?? "",
                Figures.count(record["index"]), record["reason"]?.stringValue ?? "",
                self.shortened(record["raw"]?.stringValue ?? ""),
            ])
        }
        var sections = ["\(Figures.count(answer["total"])) refused in all", rejects.text]
        let links = answer["refusedLinks"]?.arrayValue ?? []
        if !links.isEmpty {
            var table = TextTable([
                ("refused link", .left), ("to", .left), ("belongs to", .left), ("times", .right),
            ])
            for link in links {
                table.append([
                    link["identifier"]?.stringValue ?? "", link["login"]?.stringValue ?? "",
                    link["owner"]?.stringValue ?? "", Figures.count(link["count"]),
                ])
            }
            sections.append(table.text)
        }
        return sections.joined(separator: "\n\n")
    }

    /// The beginning, enough to recognise the event; `--json` gives the whole.
    private static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}
