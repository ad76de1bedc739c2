import CommandLineKit
import Foundation
import SpoorWire

/// `spoor query payloads`: lists the payloads that came with reports.
enum PayloadsCommand {
    private static let state = Option.custom(
        "state",
        "STATE",
        expected: "one of: waiting, handled, failed",
        help: "Only payloads of this state: waiting, handled or failed."
    ) { ["waiting", "handled", "failed"].contains($0) ? $0 : nil }
    private static let limit = Option.integer("limit", in: 1...500, default: 20, help: "How many at most.")
    private static let before = Option.integer(
        "before",
        in: 0...Int.max,
        default: 0,
        help: "Only payloads that arrived before the one of this number; 0 begins at the newest."
    )

    static let subcommand = QueryCommand.subcommand(
        "payloads",
        route: "payloads",
        summary: "Lists the payloads that came with reports, newest first, and what became of them.",
        options: [Self.state, Self.limit, Self.before],
        example: Command.Example("spoor query payloads --state failed", "Shows those that could not be handled."),
        parameters: { parsed in
            [
                QueryParameter("limit", String(parsed[Self.limit])),
                QueryParameter("before", String(parsed[Self.before])),
            ] + QueryCommand.parameters(parsed, Self.state)
        },
        table: { answer, _ in Self.text(answer) }
    )

    static func text(_ answer: JSONValue) -> String {
        var table = TextTable([
            ("number", .right), ("report", .left), ("type", .left), ("bytes", .right), ("received", .left),
            ("state", .left), ("found", .left),
        ])
        for payload in answer["payloads"]?.arrayValue ?? [] {
            let found = payload["reason"]?.stringValue ?? payload["kind"]?.stringValue ?? ""
            table.append([
                Figures.count(payload["id"]), payload["reportId"]?.stringValue ?? "",
                payload["type"]?.stringValue ?? "", Figures.count(payload["size"]),
                payload["receivedText"]?.stringValue ?? "", payload["state"]?.stringValue ?? "", found,
            ])
        }
        let counts = (answer["counts"]?.objectValue ?? []).map { "\(Figures.count($0.value)) \($0.key)" }
        return counts.joined(separator: ", ") + "\n\n" + table.text
    }
}

/// `spoor query payload`: prints one payload, or saves it.
enum PayloadCommand {
    private static let report = Argument("REPORT_ID", help: "The report's id, which is the '_id' of its event.")
    private static let out = Option.text("out", "FILE", help: "Saves the bytes to a file instead of printing them.")

    static let subcommand = Subcommand(
        command: Command(
            "payload",
            summary: "Prints the payload of a report as the device sent it, or saves it.",
            discussion: "JSON is printed as text; other bytes need --out.",
            arguments: [Self.report],
            options: [Self.out, QueryCommand.project, QueryCommand.server],
            examples: [
                Command.Example("spoor query payload p1f3-27 --out stack.json", "Saves a payload to a file.")
            ]
        )
    ) { parsed, surroundings in
        let client = CollectorClient(server: parsed[QueryCommand.server], fetch: surroundings.fetch)
        let shared = parsed[QueryCommand.project].map { [QueryParameter("project", $0)] } ?? []
        let id = CollectorClient.encoded(parsed[Self.report].first ?? "")
        let bytes = try await client.bytes("/api/v1/payloads/" + id, shared)
        if let path = parsed[Self.out] {
            try OutputFile.write(bytes, to: path)
            return surroundings.console.show("\(bytes.count) bytes written to \(path).")
        }
        guard let text = String(validatingUTF8Bytes: bytes) else {
            throw CommandFailure("The payload's \(bytes.count) bytes are no text: save them by --out FILE.")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        surroundings.console.show(lines.map { TextTable.visible(String($0)) }.joined(separator: "\n"))
    }
}

extension String {
    /// A text of bytes that are UTF-8; nil of others.
    init?(validatingUTF8Bytes bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}

/// Files that commands write.
enum OutputFile {
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure("'\(path.echoed)' cannot be written: choose another place.")
        }
    }
}
