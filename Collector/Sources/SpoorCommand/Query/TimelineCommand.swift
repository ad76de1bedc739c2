import CommandLineKit
import SpoorWire

/// `spoor query timeline`: shows one person.
enum TimelineCommand {
    private static let user = Argument("ID", help: "Any id of the person: a login id or an anonymous one.")
    private static let limit = Option.integer("limit", in: 1...1000, default: 50, help: "How many events at most.")

    static let subcommand = QueryCommand.subcommand(
        "timeline",
        route: "timeline",
        summary: "Shows one person: ids, profile and events, newest first.",
        arguments: [Self.user],
        options: [Self.limit, QueryCommand.from, QueryCommand.to],
        example: Command.Example("spoor query timeline user-42", "Shows the last events of a person."),
        parameters: { parsed in
            [QueryParameter("limit", String(parsed[Self.limit]))]
                + parsed[Self.user].map { QueryParameter("user", $0) }
                + QueryCommand.parameters(parsed, QueryCommand.from, QueryCommand.to)
        },
        table: { answer, _ in Self.text(answer) }
    )

    static func text(_ answer: JSONValue) -> String {
        let identifiers = (answer["identifiers"]?.arrayValue ?? []).compactMap(\.stringValue)
        var facts = TextTable([("about", .left), ("value", .left)])
        facts.append(["ids", identifiers.joined(separator: " ")])
        for property in answer["profile"]?.arrayValue ?? [] {
            facts.append([property["name"]?.stringValue ?? "", property["value"]?.stringValue ?? ""])
        }
        return facts.text + "\n\n" + EventCells.table(answer["events"]).text
    }
}
