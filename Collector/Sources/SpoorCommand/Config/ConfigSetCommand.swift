import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire

/// `spoor config set`: saves a configuration, which apps get from then on.
enum ConfigSetCommand {
    private static let file = Argument("FILE", help: "The configuration as JSON; '-' reads standard input.")
    private static let lenient = Option.flag(
        "lenient",
        help: "Saves it also where settings would be ignored or clamped: without them, or clamped."
    )
    private static let force = Option.flag(
        "force",
        help: "Saves it also where the file began with another revision than the one that holds now."
    )
    private static let atLeast = Option.integer(
        "revision",
        in: 1...Int.max / 2,
        default: 1,
        help: "The new revision is this or higher. For a folder that was restored from a backup: apps refuse a signed "
            + "configuration that is older than one they have taken."
    )
    static let author = Option.text("author", "NAME", help: "Who saves it. Default: this machine's user.")
    static let comment = Option.text("comment", "TEXT", default: "", help: "Why, for the history.")

    static let subcommand = Subcommand(
        command: Command(
            "set",
            summary: "Saves a configuration; apps get it when they ask next.",
            discussion:
                "It saves nothing that apps would ignore or change, and says what that is. Project and revision "
                + "are set by the collector. A revision in the file, as 'spoor config get' prints it, must be the one "
                + "that holds now. What only a signed document may set needs a signing key: 'spoor keys create --kind "
                + "signing'.",
            arguments: [Self.file],
            options: [Self.comment, Self.author, Self.lenient, Self.force, Self.atLeast] + ConfigurationClient.options,
            examples: [
                Command.Example("spoor config set shop.json --project shop --comment 'less traffic'", "Saves a file."),
                Command.Example("spoor config set - --data ./spoor-data < shop.json", "Saves into a data folder."),
            ]
        )
    ) { parsed, surroundings in
        let client = try ConfigurationClient(parsed, surroundings)
        let review = try ConfigCheckCommand.review(parsed[Self.file].first ?? "-")
        guard let document = review.json else {
            for line in ConfigurationTexts.remarks(.array(review.faults), "error") { surroundings.console.tell(line) }
            throw CommandFailure("Nothing was saved.")
        }
        var base = parsed[Self.force] ? nil : document["revision"]?.int64Value
        // A project begins with its first configuration, too; whatever else keeps us from asking is told by the saving.
        if base == nil { base = try? await client.newest() }
        let answer = try await client.change(
            .put,
            "",
            [
                "base": .integer(base ?? 0), "document": document, "comment": .string(parsed[Self.comment]),
                "author": .string(parsed[Self.author] ?? NSUserName()), "lenient": .bool(parsed[Self.lenient]),
                "atLeast": .integer(parsed[Self.atLeast]),
            ]
        )
        let word = answer.status == 200 ? "changed" : "error"
        for line in ConfigurationTexts.remarks(answer.body["faults"], word) { surroundings.console.tell(line) }
        guard answer.status == 200 else { throw ConfigurationClient.failure(answer.status, answer.body) }
        Self.show(answer.body, "Saved", surroundings.console)
    }

    /// What was saved, and what that changes.
    static func show(_ saved: JSONValue, _ word: String, _ console: Console) {
        for line in ConfigurationTexts.remarks(saved["warnings"], "warning") { console.tell(line) }
        let project = saved["project"]?.stringValue ?? ""
        console.show("\(word) revision \(saved["revision"]?.int64Value ?? 0) of project '\(project)':")
        for line in ConfigurationTexts.changes(saved["changes"]) { console.show(line) }
    }
}
