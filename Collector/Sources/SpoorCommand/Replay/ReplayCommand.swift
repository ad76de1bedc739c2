import CommandLineKit
import Foundation

/// `spoor replay`: sends a recorded click stream through the SDK, one device per visitor.
enum ReplayCommand {
    private static let file = Argument("FILE", help: "A CSV file with the columns user_id, event and timestamp (UTC).")
    private static let server = Option.text(
        "server",
        "URL",
        default: "http://127.0.0.1:8106",
        help: "The collector that gets the events."
    )
    private static let project = Option.text(
        "project",
        "NAME",
        default: "default",
        help: "The project on the collector."
    )
    private static let queues = Option.text(
        "queues",
        "DIR",
        help: "An empty folder for the visitors' queues; it stays. Default: a temporary one, which goes at the end."
    )
    private static let stage = Option.choice(
        "stage",
        of: ["both", "record", "upload"],
        default: "both",
        help: "Only record into --queues, only upload from there, or both in two processes."
    )
    private static let figures = Option.text("figures", "FILE", help: "Writes the numbers to a file, as JSON.")

    static let subcommand = Subcommand(
        command: Command(
            "replay",
            summary: "Sends a recorded click stream through the SDK to a collector.",
            discussion:
                "Each visitor gets an SDK instance and a queue folder of its own. One process records everything "
                + "while offline, with the events' own times, and exits; another opens the queues and lets the channels "
                + "upload by their own policy. Visitors get the same producer each time, so a second replay of the same "
                + "file stores nothing twice.",
            arguments: [Self.file],
            options: [Self.server, Self.project, Self.queues, Self.stage, Self.figures],
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
            throw CommandFailure("A single stage needs --queues DIR, the folder of the visitors' queues.")
        }
        if let figures = parsed[Self.figures] {
            try total.write(to: figures)
        } else {
            surroundings.console.show(Self.sentence(total))
        }
    }

    private static func sentence(_ total: ReplayFigures) -> String {
        "\(total.visitors) visitors: \(total.tracked) events tracked, \(total.dropped) dropped, \(total.uploaded) uploaded "
            + "in \(total.requests) requests (\(total.plainBytes) bytes, \(total.sentBytes) sent), "
            + "\(total.duplicates) known before, \(total.rejected) rejected, "
            + "\(Figures.duration(milliseconds: Double(total.milliseconds)))."
    }
}
