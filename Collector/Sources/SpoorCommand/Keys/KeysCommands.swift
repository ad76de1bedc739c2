import CollectorCore
import CommandLineKit
import SpoorWire

/// `spoor keys`: the keys of a data folder, whether a collector runs over it or not.
enum KeysCommands {
    private static let data = Option.text(
        "data",
        "DIR",
        default: "./spoor-data",
        help: "The collector's data folder. A running collector notices each change at once."
    )
    private static let project = CollectorOptions.project(default: "default", help: "The project of the key.")
    private static let projects = CollectorOptions.project(help: "Only keys of this project.")
    private static let kind = Option.choice(
        "kind",
        of: KeyKind.allCases.map(\.rawValue),
        default: KeyKind.opening.rawValue,
        help: "What the key is for: 'opening' opens what apps seal with its public half; 'shared' is an AES-128 key "
            + "that apps hold as well, for older Prism clients; 'signing' signs remote configurations."
    )
    private static let newID = Option.text(
        "id",
        "ID",
        help: "Its name, of 1 to 64 letters, digits, '_', '.' or '-'. Default: a random one. Never use one again."
    )
    private static let purge = Option.flag(
        "purge",
        help: "Removes the key's file for good. What devices still hold under it can never be read then; they keep it."
    )
    private static let json = Option.flag("json", help: "Prints JSON instead of a table; secrets are in neither.")
    private static let id = Argument("ID", help: "The key's id, as 'spoor keys list' shows it.")

    static let create = Subcommand(
        command: Command(
            "create",
            summary: "Makes a key, and prints what to put into the app.",
            options: [Self.kind, Self.newID, Self.data, Self.project],
            examples: [
                Command.Example("spoor keys create --project shop", "Makes a key that apps seal their data to."),
                Command.Example("spoor keys create --kind shared", "Makes an AES-128 key for older clients."),
            ]
        )
    ) { parsed, surroundings in
        guard let kind = KeyKind(rawValue: parsed[Self.kind]) else { throw UsageFailure("There is no such kind.") }
        let key = try KeyStore(data: parsed[Self.data]).create(
            kind,
            id: parsed[Self.newID],
            project: parsed[Self.project]
        )
        surroundings.console.show(Self.guide(key, project: parsed[Self.project]))
    }

    static let list = Subcommand(
        command: Command(
            "list",
            summary: "Lists keys with their states and public halves; never a secret.",
            options: [Self.data, Self.projects, Self.json],
            examples: [Command.Example("spoor keys list --project shop", "Shows the keys of one project.")]
        )
    ) { parsed, surroundings in
        let store = KeyStore(data: try CollectorOptions.existing(data: parsed[Self.data]))
        let projects = parsed[Self.projects].map { [$0] } ?? store.projects()
        let found = projects.map { (project: $0, keys: store.keys(project: $0)) }
        for problem in found.flatMap(\.keys.problems) {
            surroundings.console.tell("warning: '\(problem)' is no key, or this user may not read it.")
        }
        surroundings.console.show(parsed[Self.json] ? Self.json(found).jsonText : Self.table(found).text)
    }

    static let retire = Subcommand(
        command: Command(
            "retire",
            summary: "Retires a key: it still opens what devices sealed earlier.",
            discussion: "Give apps another key first. A retired signing key signs nothing from then on. When no device "
                + "holds anything under the key any more, --purge removes it.",
            arguments: [Self.id],
            options: [Self.purge, Self.data, Self.project],
            examples: [
                Command.Example("spoor keys retire k1a2b3c4d --project shop", "Retires the key."),
                Command.Example("spoor keys retire k1a2b3c4d --purge", "Removes it for good."),
            ]
        )
    ) { parsed, surroundings in
        let isPurged = parsed[Self.purge]
        let key = try KeyStore(data: parsed[Self.data]).retire(
            parsed[Self.id].first ?? "",
            project: parsed[Self.project],
            purging: isPurged
        )
        surroundings.console.show(Self.outcome(key, isPurged: isPurged))
    }

    private static func outcome(_ key: StoredKey, isPurged: Bool) -> String {
        switch (key.kind, isPurged) {
        case (.signing, false): "The key '\(key.id)' is retired. It signs nothing from now on."
        case (.signing, true): "The key '\(key.id)' is gone. It can never sign again."
        case (_, false): "The key '\(key.id)' is retired. What was encrypted with it before still opens."
        case (_, true):
            "The key '\(key.id)' is gone. Requests under it are answered 403, and clients keep their data."
        }
    }

    /// What a person has to do with a new key.
    static func guide(_ key: StoredKey, project: String) -> String {
        var lines = ["Made the \(key.kind.rawValue) key '\(key.id)' of project '\(project)'.", ""]
        switch key.kind {
        case .opening:
            let text = key.publicText ?? ""
            lines += [
                "id          \(key.id)", "public key  \(text)", "",
                "In the app:", "    .sealed(try SealingKey(id: \"\(key.id)\", base64: \"\(text)\"))",
                "In a signed remote configuration:",
                "    \"encryption\":{\"kind\":\"sealed\",\"id\":\"\(key.id)\",\"publicKey\":\"\(text)\"}",
            ]
        case .shared:
            let text = key.sharedKey?.base64 ?? ""
            lines += [
                "id          \(key.id)", "key         \(text)", "",
                "In the app:", "    .aes128CBC(try SharedKey(id: \"\(key.id)\", base64: \"\(text)\"))",
                "In a signed remote configuration:",
                "    \"encryption\":{\"kind\":\"aes128CBC\",\"id\":\"\(key.id)\",\"key\":\"\(text)\"}", "",
                "WARNING: this is the secret itself. Whoever has it, and everybody who takes the app apart has it, can "
                    + "read what any device sends, and write in its place. Prefer a key of kind 'opening' where the "
                    + "client is Spoor.",
            ]
        case .signing:
            let text = key.publicText ?? ""
            lines += [
                "id          \(key.id)", "public key  \(text)", "",
                "In the app:", "    try VerifyingKey(id: \"\(key.id)\", base64: \"\(text)\")",
            ]
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ found: [(project: String, keys: ProjectKeys)]) -> TextTable {
        var table = TextTable([
            ("project", .left), ("id", .left), ("kind", .left), ("state", .left), ("created", .left),
            ("public key", .left),
        ])
        for (project, keys) in found {
            for key in keys.all {
                table.append([
                    project, key.id, key.kind.rawValue, key.state.rawValue, Self.date(key.created),
                    key.publicText ?? "(none: a shared key is secret)",
                ])
            }
        }
        return table
    }

    private static func json(_ found: [(project: String, keys: ProjectKeys)]) -> JSONValue {
        .array(
            found.flatMap { project, keys in
                keys.all.map { key in
                    [
                        "project": .string(project), "id": .string(key.id), "kind": .string(key.kind.rawValue),
                        "state": .string(key.state.rawValue), "created": .integer(key.created),
                        "retired": key.retired.map { .integer($0) } ?? .null,
                        "publicKey": key.publicText.map { .string($0) } ?? .null,
                    ]
                }
            }
        )
    }

    private static func date(_ milliseconds: Int64) -> String {
        String(WireDate.text(milliseconds: milliseconds, zone: FixedZone.gmt).prefix(16)) + " UTC"
    }
}
