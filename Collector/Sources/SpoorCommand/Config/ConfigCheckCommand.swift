import CollectorCore
import CommandLineKit
import SpoorWire

/// `spoor config check`: says what apps would make of a file, without any collector.
enum ConfigCheckCommand {
    private static let file = Argument("FILE", help: "The configuration as JSON; '-' reads standard input.")
    private static let strict = Option.flag(
        "strict",
        help: "Ends with 1 also where something would be ignored or clamped, as 'spoor config set' would refuse it."
    )

    static let subcommand = Subcommand(
        command: Command(
            "check",
            summary: "Checks a configuration without saving it.",
            discussion: "Each line names the place, and says what apps would do. It asks no collector, so it knows "
                + "nothing of keys.",
            arguments: [Self.file],
            options: [Self.strict],
            examples: [Command.Example("spoor config check shop.json --strict", "Fails where anything is wrong.")]
        )
    ) { parsed, surroundings in
        let path = parsed[Self.file].first ?? "-"
        let shown = path.echoed
        let review = try Self.review(path)
        let isDocument = review.json != nil
        let word = isDocument ? "fault" : "error"
        for line in ConfigurationTexts.remarks(.array(review.faults), word) { surroundings.console.show(line) }
        for line in ConfigurationTexts.remarks(.array(review.warnings), "warning") { surroundings.console.show(line) }
        guard isDocument else { throw CommandFailure("'\(shown)' is no configuration.") }
        if review.faults.isEmpty { return surroundings.console.show("'\(shown)' is right.") }
        guard !parsed[Self.strict] else {
            throw CommandFailure("\(review.faults.count) settings of '\(shown)' would be ignored or changed.")
        }
    }

    /// A file with what is to be said about it; the JSON is nil where it is no configuration.
    static func review(
        _ path: String
    ) throws(CommandFailure) -> (json: JSONValue?, faults: [JSONValue], warnings: [JSONValue]) {
        var bytes = try InputFile.read(path)
        // Some editors put a mark in front.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let review = ConfigurationReview(bytes)
        let json = review.document == nil ? nil : try? JSONValue(parsing: bytes)
        return (json, review.faults.map(Self.json), review.warnings.map(Self.json))
    }

    private static func json(_ remark: ConfigurationRemark) -> JSONValue {
        ["path": .string(remark.path), "sentence": .string(remark.sentence)]
    }
}
