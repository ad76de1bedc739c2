import CommandLineKit
import SpoorWire

/// `spoor config get`: prints a configuration as a file that `spoor config set` takes.
enum ConfigGetCommand {
    private static let namespace = Option.text("namespace", "NAME", help: "Only the settings of this namespace.")
    private static let revision = Option<Int?>.custom(
        "revision",
        "NUMBER",
        expected: "a whole number from 0",
        help: "An earlier one. Default: the one that holds."
    ) { text in Int(text).flatMap { $0 >= 0 ? $0 : nil } }

    static let subcommand = Subcommand(
        command: Command(
            "get",
            summary: "Prints a project's configuration.",
            discussion:
                "What is printed can be edited and given to 'spoor config set'. Its revision tells that command "
                + "where the change began, so that nobody else's is lost.",
            options: [Self.namespace, Self.revision] + ConfigurationClient.options,
            examples: [
                Command.Example("spoor config get --project shop > shop.json", "Saves what holds."),
                Command.Example("spoor config get --namespace prism --revision 3", "Shows a part of an earlier one."),
            ]
        )
    ) { parsed, surroundings in
        let client = try ConfigurationClient(parsed, surroundings)
        let answer = try await client.get(parsed[Self.revision].map { "/history/\($0)" } ?? "")
        // What holds cannot be read, and an earlier one must not pass for it.
        if let problem = answer["problem"]?.stringValue { throw Self.failure(problem, answer["revision"]?.int64Value) }
        let document = answer["document"] ?? .null
        for line in ConfigurationTexts.remarks(answer["warnings"], "warning") { surroundings.console.tell(line) }
        guard let name = parsed[Self.namespace] else { return surroundings.console.show(document.prettyText()) }
        guard let settings = document["namespaces"]?[name] else {
            let names = (document["namespaces"]?.objectValue ?? []).map(\.key).joined(separator: ", ")
            throw CommandFailure(
                "The configuration has no namespace '\(name.echoed)'. "
                    + (names.isEmpty ? "It has none." : "It has: \(names).")
            )
        }
        surroundings.console.show(settings.prettyText())
    }
    private static func failure(_ problem: String, _ readable: Int64?) -> CommandFailure {
        guard let readable, readable > 0 else { return CommandFailure(problem) }
        return CommandFailure(
            "\(problem) The last that can be read is printed by 'spoor config get --revision \(readable)'."
        )
    }
}
