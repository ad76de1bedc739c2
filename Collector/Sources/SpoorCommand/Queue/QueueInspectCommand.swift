import CommandLineKit
import Foundation
import Spoor
import SpoorWire

/// `spoor queue inspect`: shows what waits in a queue folder of the SDK.
enum QueueInspectCommand {
    private static let folder = Argument(
        "DIR",
        help: "A queue's own folder, the one that holds those of all instances, or the one shared with extensions."
    )
    private static let json = Option.flag("json", help: "Prints JSON instead of tables: one object for each queue.")

    static let subcommand = Subcommand(
        command: Command(
            "inspect",
            summary: "Shows what waits in a queue folder of the SDK, and what is wrong with it.",
            discussion: "It only reads: nothing in the folder is changed, locked or created, so an app may be using "
                + "it. Damaged folders are shown as far as they can be read.",
            arguments: [Self.folder],
            options: [Self.json],
            examples: [
                Command.Example(
                    "spoor queue inspect ~/.local/share/spoor",
                    "Shows every queue of apps that keep theirs in the usual place."
                ),
                Command.Example("spoor queue inspect ./spoor-queue --json", "Gives the same to a script."),
            ]
        )
    ) { parsed, surroundings in
        let path = parsed[Self.folder].first ?? ""
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for folder in QueueInspection.folders(in: path) {
            let inspection = try Self.inspect(folder, now: now)
            surroundings.console.show(
                parsed[Self.json] ? Self.json(folder, inspection).jsonText : Self.text(folder, inspection, now: now)
            )
        }
    }

    private static func inspect(_ folder: String, now: Int64) throws -> QueueInspection {
        if QueueInspection.isShared(folder) { return QueueInspection.read(shared: folder) }
        let scratch = NSTemporaryDirectory() + "/spoor-inspect-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        return try QueueInspection.read(folder: folder, scratch: scratch, wallMilliseconds: now)
    }

    private static func json(_ folder: String, _ inspection: QueueInspection) -> JSONValue {
        .object([(key: "folder", value: .string(folder))] + (inspection.json.objectValue ?? []))
    }

    private static func text(_ folder: String, _ inspection: QueueInspection, now: Int64) -> String {
        var table = TextTable([("class", .left), ("waiting", .right), ("bytes", .right), ("in the journal", .right)])
        for name in ["crash", "identity", "tracked", "automatic", "monitoring"] {
            guard let amount = inspection.waiting[name] else { continue }
            table.append([
                name, String(amount.count), String(amount.bytes), String(inspection.inJournal[name]?.count ?? 0),
            ])
        }
        var lines = ["\(folder)", "\(inspection.count) waiting, \(inspection.bytes) bytes"]
        if inspection.count > 0 { lines += ["", table.text, ""] }
        if QueueInspection.isShared(folder) {
            lines.append("companions    \(inspection.companions), of which \(inspection.companionsGone) have ended")
            return (lines + Self.problems(inspection)).joined(separator: "\n")
        }
        lines.append("producer      \(inspection.producer.isEmpty ? "unknown" : inspection.producer)")
        lines.append("last sequence \(inspection.lastSequence)")
        if let oldest = inspection.oldestMilliseconds {
            let age = Figures.duration(milliseconds: Double(max(0, now - oldest)))
            lines.append("oldest        recorded \(age) ago by the device's clock")
        }
        lines.append("dead letters  \(inspection.deadLetters)")
        lines.append("back-off      \(self.backoff(inspection))")
        for (reason, count) in inspection.losses.sorted(by: { $0.key < $1.key }) {
            lines.append("lost          \(count) (\(reason)), not reported yet")
        }
        return (lines + Self.problems(inspection)).joined(separator: "\n")
    }

    private static func problems(_ inspection: QueueInspection) -> [String] {
        inspection.problems.map { "problem       \(TextTable.visible($0))" }
    }

    private static func backoff(_ inspection: QueueInspection) -> String {
        guard inspection.failures > 0 else { return "none" }
        let left = inspection.backoff.components.seconds
        let asked = inspection.isWaitAskedByServer ? ", asked for by the server" : ""
        let attempts = inspection.failures == 1 ? "attempt" : "attempts"
        return "\(inspection.failures) \(attempts) failed in a row; \(left) s left\(asked)"
    }
}
