import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire

/// `spoor config undo`: saves an earlier configuration again.
enum ConfigUndoCommand {
    private static let revision = Argument(
        "REVISION",
        count: .optional,
        help: "The one to go back to; 0 is the empty one. Default: the one before the one that holds."
    )

    static let subcommand = Subcommand(
        command: Command(
            "undo",
            summary: "Goes back to an earlier configuration, under a new revision.",
            discussion:
                "Nothing is removed from the history; a second 'undo' takes back the first. A namespace that was named "
                + "later for the first time stays named, without settings, so that apps do there what is built in "
                + "instead of stopping it.",
            arguments: [Self.revision],
            options: [ConfigSetCommand.comment, ConfigSetCommand.author] + ConfigurationClient.options,
            examples: [
                Command.Example("spoor config undo --project shop", "Takes back the last change."),
                Command.Example("spoor config undo 4 --project shop", "Goes back to revision 4."),
            ]
        )
    ) { parsed, surroundings in
        var target: JSONValue = .null
        if let text = parsed[Self.revision].first {
            guard let number = Int64(text), number >= 0 else {
                throw UsageFailure("'\(text.echoed)' is no revision: 'spoor config history' shows those there are.")
            }
            target = .integer(number)
        }
        let client = try ConfigurationClient(parsed, surroundings)
        let base = try await client.newest()
        let answer = try await client.change(
            .post,
            "/undo",
            [
                "base": .integer(base), "revision": target, "comment": .string(parsed[ConfigSetCommand.comment]),
                "author": .string(parsed[ConfigSetCommand.author] ?? NSUserName()),
            ]
        )
        guard answer.status == 200 else { throw ConfigurationClient.failure(answer.status, answer.body) }
        ConfigSetCommand.show(answer.body, "Went back: saved", surroundings.console)
    }
}
