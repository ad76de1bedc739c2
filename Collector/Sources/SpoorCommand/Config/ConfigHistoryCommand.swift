import CommandLineKit
import SpoorWire

/// `spoor config history`: lists what was saved, and what each changed.
enum ConfigHistoryCommand {
    private static let limit = Option.integer("limit", in: 1...200, default: 20, help: "How many at most.")
    private static let before = Option.integer(
        "before",
        in: 0...Int.max,
        default: 0,
        help: "Only revisions before this one; 0 begins at the newest."
    )
    private static let json = Option.flag("json", help: "Prints the answer as JSON.")

    static let subcommand = Subcommand(
        command: Command(
            "history",
            summary: "Lists the configurations that were saved, newest first, with what each changed.",
            options: [Self.limit, Self.before, Self.json] + ConfigurationClient.options,
            examples: [Command.Example("spoor config history --project shop", "Shows who changed what.")]
        )
    ) { parsed, surroundings in
        let client = try ConfigurationClient(parsed, surroundings)
        var parameters = [QueryParameter("limit", String(parsed[Self.limit]))]
        if parsed[Self.before] > 0 { parameters.append(QueryParameter("before", String(parsed[Self.before]))) }
        let answer = try await client.get("/history", parameters)
        guard !parsed[Self.json] else { return surroundings.console.show(answer.jsonText) }
        let entries = answer["history"]?.arrayValue ?? []
        guard !entries.isEmpty else {
            return surroundings.console.show("Nothing was saved for project '\(client.project)' yet.")
        }
        for line in entries.flatMap(ConfigurationTexts.entry) { surroundings.console.show(line) }
        if let next = answer["next"]?.int64Value {
            surroundings.console.show("Earlier ones: --before \(next)")
        }
    }
}
