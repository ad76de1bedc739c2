import CommandLineKit
import SpoorWire

/// `spoor query names`: lists what has arrived.
enum NamesCommand {
    static let subcommand = QueryCommand.subcommand(
        "names",
        route: "names",
        summary: "Lists the events that have arrived, the most frequent first.",
        example: Command.Example("spoor query names --project shop", "Lists the events of one project."),
        parameters: { _ in [] },
        table: { answer, _ in Self.table(answer).text }
    )

    static func table(_ answer: JSONValue) -> TextTable {
        var table = TextTable([("event", .left), ("count", .right)])
        for name in answer["names"]?.arrayValue ?? [] {
            table.append([name["name"]?.stringValue ?? "", Figures.count(name["count"])])
        }
        return table
    }
}

/// `spoor query events`: shows the events that arrived last.
enum EventsCommand {
    private static let event = Option.text("event", "NAME", help: "Only events of this name.")
    private static let user = Option.text("user", "ID", help: "Only events of the person with this id.")
    private static let text = Option.text("text", "TEXT", help: "Only events that contain this text.")
    private static let limit = Option.integer("limit", in: 1...1000, default: 20, help: "How many at most.")

    static let subcommand = QueryCommand.subcommand(
        "events",
        route: "events",
        summary: "Shows the events that arrived last, newest first.",
        options: [Self.event, Self.user, Self.text, Self.limit],
        example: Command.Example("spoor query events --event cart --limit 5", "Shows the last five of one kind."),
        parameters: { parsed in
            [QueryParameter("limit", String(parsed[Self.limit]))]
                + QueryCommand.parameters(parsed, Self.event, Self.user, Self.text)
        },
        table: { answer, _ in EventCells.table(answer["events"]).text }
    )
}

/// `spoor query users`: finds people by their ids.
enum UsersCommand {
    private static let prefix = Argument(
        "TEXT",
        count: .optional,
        help: "How any of the person's ids begins. Default: the people whose events arrived last."
    )
    private static let limit = Option.integer("limit", in: 1...1000, default: 20, help: "How many at most.")

    static let subcommand = QueryCommand.subcommand(
        "users",
        route: "users",
        summary: "Finds people by the beginning of any of their ids.",
        arguments: [Self.prefix],
        options: [Self.limit],
        example: Command.Example("spoor query users user-4", "Lists the people with an id that begins so."),
        parameters: { parsed in
            [QueryParameter("limit", String(parsed[Self.limit]))]
                + parsed[Self.prefix].map { QueryParameter("q", $0) }
        },
        table: { answer, _ in Self.table(answer).text }
    )

    static func table(_ answer: JSONValue) -> TextTable {
        var table = TextTable([("id", .left), ("last event", .left), ("other ids", .left)])
        for user in answer["users"]?.arrayValue ?? [] {
            let others = (user["identifiers"]?.arrayValue ?? []).dropFirst().compactMap(\.stringValue)
            table.append([
                user["id"]?.stringValue ?? "", user["lastSeenText"]?.stringValue ?? "", others.joined(separator: " "),
            ])
        }
        return table
    }
}
