import CommandLineKit
import SpoorWire

/// What all `spoor query` commands share: the options, the request, and the choice between table and JSON.
enum QueryCommand {
    static let server = CollectorOptions.server(help: "The collector to ask.")
    static let project = CollectorOptions.project(
        help: "The project to ask about. Default: the only one there is, or 'default'."
    )
    static let json = Option.flag("json", help: "Prints the collector's answer as JSON instead of a table.")
    static let from = Option.text(
        "from",
        "TIME",
        help:
            "The start: a date (2026-03-10), a date and time (2026-03-10T14:30) in the project's zone, or milliseconds "
            + "since 1970. Default: 30 days before the end."
    )
    static let to = Option.text(
        "to",
        "TIME",
        help: "The end; a date includes that whole day. Default: the day of the last event."
    )
    static let filter = Option.texts(
        "filter",
        "CONDITION",
        help: "Counts only events with a property like: 'price > 10', 'city = \"Berlin\"', 'coupon is set'."
    )

    /// Builds a command that asks one route below `/api/v1/`; the shared options are added to its own.
    static func subcommand(
        _ name: String,
        route: String,
        summary: String,
        discussion: String = "",
        arguments: [Argument] = [],
        options: [any DeclaredOption] = [],
        example: Command.Example,
        parameters: @escaping @Sendable (ParsedCommand) -> [QueryParameter],
        table: @escaping @Sendable (JSONValue, ParsedCommand) -> String
    ) -> Subcommand {
        let command = Command(
            name,
            summary: summary,
            discussion: discussion,
            arguments: arguments,
            options: options + [self.project, self.server, self.json],
            examples: [example]
        )
        return Subcommand(command: command) { parsed, surroundings in
            let shared = parsed[self.project].map { [QueryParameter("project", $0)] } ?? []
            let client = CollectorClient(server: parsed[self.server], fetch: surroundings.fetch)
            let answer = try await client.get("/api/v1/" + route, shared + parameters(parsed))
            surroundings.console.show(parsed[self.json] ? answer.jsonText : table(answer, parsed))
        }
    }

    /// The parameters of the options that hold a text, where they are given.
    static func parameters(_ parsed: ParsedCommand, _ options: Option<String?>...) -> [QueryParameter] {
        options.compactMap { option in parsed[option].map { QueryParameter(option.declaration.name, $0) } }
    }

    /// The parameters of an option that may be repeated.
    static func parameters(_ parsed: ParsedCommand, _ option: Option<[String]>) -> [QueryParameter] {
        parsed[option].map { QueryParameter(option.declaration.name, $0) }
    }

    /// Event names as one parameter; as a JSON array, so that no name needs an escape.
    static func events(_ name: String, _ events: [String]) -> [QueryParameter] {
        guard !events.isEmpty else { return [] }
        return [QueryParameter(name, JSONValue.array(events.map { .string($0) }).jsonText)]
    }
}
