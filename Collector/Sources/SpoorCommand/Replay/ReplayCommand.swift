import CommandLineKit
import Foundation

/// `spoor replay`: sends a recorded click stream through the SDK, one device per visitor.
enum ReplayCommand {
    private static let file = Argument("FILE", help: "A CSV file with the columns user_id, event and timestamp (UTC).")
    private static let server = CollectorOptions.server(help: "The collector that gets the events.")
    private static let project = CollectorOptions.project(default: "default", help: "The project on the collector.")
    private static let queues = Option.text(
        "queues",
        "DIR",
        help:
            "An empty folder for the visitors' queues; it stays. Default: a temporary one, which goes once everything in "
            + "it is on the collector."
    )
    private static let stage = Option.choice(
        "stage",
        of: ["both", "record", "upload"],
        default: "both",
        help: "Only record into --queues, only upload from there, or both in two processes."
    )
    private static let same = Option.choice(
        "same",
        of: Replay.Identity.allCases.map(\.rawValue),
        default: Replay.Identity.file.rawValue,
        help: "What makes a row one that was sent before: the same file, visitor and place among the visitor's rows "
            + "('file'), or the visitor and the place alone ('visitor': for a file that has grown at its end)."
    )
    private static let figures = Option.text("figures", "FILE", help: "Writes the numbers to a file, as JSON.")

    static let subcommand = Subcommand(
        command: Command(
            "replay",
            summary: "Sends a recorded click stream through the SDK to a collector.",
            discussion:
                "Each visitor gets an SDK instance and a queue folder of its own. One process records everything "
                + "while offline, with the events' own times, and exits; another opens the queues and lets the channels "
                + "upload by their own policy. Each visitor's producer is named after the file's content and the visitor: "
                + "the same file again stores nothing twice, and another file is never taken for this one. A row that "
                + "the SDK does not take is counted with its reason, and makes the exit code 1.",
            arguments: [Self.file],
            options: [Self.server, Self.project, Self.queues, Self.stage, Self.same, Self.figures],
            examples: [
                Command.Example(
                    "spoor replay shop.csv --project shop",
                    "Replays a file to a collector on this machine."
                ),
                Command.Example(
                    "spoor replay shop.csv --queues /tmp/queues --stage record",
                    "Records only; 'spoor query' shows nothing until --stage upload has run."
                ),
            ]
        )
    ) { parsed, surroundings in
        let file = parsed[Self.file].first ?? ""
        let replay = Replay(
            file: file,
            server: parsed[Self.server],
            project: parsed[Self.project],
            identity: Replay.Identity(rawValue: parsed[Self.same]) ?? .file,
            console: surroundings.console
        )
        let total: ReplayFigures
        switch (parsed[Self.stage], parsed[Self.queues]) {
        case ("record", let queues?):
            total = try await replay.record(into: queues)
        case ("upload", let queues?):
            total = try await replay.upload(from: queues)
        case ("both", let queues):
            total = try await replay.both(queues: queues)
        default:
            throw UsageFailure("A single stage needs --queues DIR, the folder of the visitors' queues.")
        }
        if let figures = parsed[Self.figures] {
            try total.write(to: figures)
        } else {
            surroundings.console.show(([Self.sentence(total)] + total.reasonLines).joined(separator: "\n"))
        }
        guard total.dropped == 0 || ParentWatch.hasParent else {
            throw CommandFailure(
                "\(total.dropped) of \(total.rows) rows were not taken: correct them and replay the file again."
            )
        }
    }

    private static func sentence(_ total: ReplayFigures) -> String {
        "\(total.rows) rows of \(total.visitors) visitors: \(total.tracked) events tracked, \(total.dropped) dropped, "
            + "\(total.uploaded) uploaded in \(total.requests) requests (\(total.plainBytes) bytes, \(total.sentBytes) sent), "
            + "\(total.duplicates) known before, \(total.rejected) rejected, "
            + "\(Figures.duration(milliseconds: Double(total.milliseconds)))."
    }
}
