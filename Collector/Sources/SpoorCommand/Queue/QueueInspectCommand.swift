import CommandLineKit
import Foundation
import Spoor
import SpoorWire

/// `spoor queue inspect`: shows what waits in a queue folder of the SDK.
enum QueueInspectCommand {
    private static let folder = Argument(
        "DIR",
        help: "A queue's own folder (a tracker's or a channel's), the folder that holds those of all trackers, or the "
            + "one shared with extensions."
    )
    private static let json = Option.flag("json", help: "Prints JSON instead of tables: one object for each queue.")

    static let subcommand = Subcommand(
        command: Command(
            "inspect",
            summary: "Shows what waits in a queue folder of the SDK, and what is wrong with it.",
            discussion:
                "Below a tracker's queue come those of its channels. It only reads: nothing in the folder is changed, locked or created, so an app may be using "
                + "it. Damaged folders are shown as far as they can be read.",
            arguments: [Self.folder],
            options: [Self.json],
            examples: [
                Command.Example(
                    "spoor queue inspect ~/.local/share/spoor",
                    "Shows every queue of apps that keep theirs in the usual place."
                ),
                Command.Example(
                    "spoor queue inspect ~/.local/share/spoor/default/channels/prism",
                    "Shows one channel alone."
                ),
                Command.Example("spoor queue inspect ./spoor-queue --json", "Gives the same to a script."),
            ]
        )
    ) { parsed, surroundings in
        let path = parsed[Self.folder].first ?? ""
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for folder in QueueInspection.folders(in: path) {
            for queue in [folder] + QueueInspection.channels(in: folder) {
                let inspection = try Self.inspect(queue, now: now)
                surroundings.console.show(
                    parsed[Self.json] ? Self.json(queue, inspection).jsonText : Self.text(queue, inspection, now: now)
                )
            }
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
        let channel = Self.channel(of: folder).map { JSONValue.string($0) } ?? .null
        return .object(
            [(key: "folder", value: .string(folder)), (key: "channel", value: channel)]
                + (inspection.json.objectValue ?? [])
        )
    }

    /// The name of the channel that a folder belongs to; nil for a tracker's.
    private static func channel(of folder: String) -> String? {
        let parts = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
        return parts.count > 2 && parts[parts.count - 2] == "channels" ? parts.last : nil
    }

    private static func text(_ folder: String, _ inspection: QueueInspection, now: Int64) -> String {
        var table = TextTable([("class", .left), ("waiting", .right), ("bytes", .right), ("in the journal", .right)])
        for name in ["crash", "identity", "tracked", "automatic", "monitoring"] {
            guard let amount = inspection.waiting[name] else { continue }
            table.append([
                name, String(amount.count), String(amount.bytes), String(inspection.inJournal[name]?.count ?? 0),
            ])
        }
        var lines = [Self.channel(of: folder).map { "\(folder) (channel \($0))" } ?? folder]
        lines.append("\(inspection.count) waiting, \(inspection.bytes) bytes")
        if inspection.count > 0 { lines += ["", table.text, ""] }
        if QueueInspection.isShared(folder) {
            lines.append("companions    \(inspection.companions), of which \(inspection.companionsGone) have ended")
            return (lines + Self.problems(inspection)).joined(separator: "\n")
        }
        if !inspection.types.isEmpty { lines += [Self.types(inspection).text, ""] }
        lines.append("producer      \(inspection.producer.isEmpty ? "unknown" : inspection.producer)")
        lines.append("last sequence \(inspection.lastSequence)")
        if let oldest = inspection.oldestMilliseconds {
            let age = Figures.duration(milliseconds: Double(max(0, now - oldest)))
            lines.append("oldest        recorded \(age) ago by the device's clock")
        }
        lines.append("dead letters  \(inspection.deadLetters)")
        lines.append("back-off      \(self.backoff(inspection))")
        if let bytes = inspection.cellularBytes {
            lines.append("traffic       \(bytes) bytes outside of Wi-Fi today")
        }
        for (reason, count) in inspection.losses.sorted(by: { $0.key < $1.key }) {
            lines.append("lost          \(count) (\(reason)), not reported yet")
        }
        return (lines + Self.problems(inspection)).joined(separator: "\n")
    }

    private static func problems(_ inspection: QueueInspection) -> [String] {
        inspection.problems.map { "problem       \(TextTable.visible($0))" }
    }

    private static func types(_ inspection: QueueInspection) -> TextTable {
        var table = TextTable([("type", .left), ("waiting", .right), ("payloads", .right), ("payload bytes", .right)])
        for (type, amount) in inspection.types.sorted(by: { $0.key < $1.key }) {
            table.append([
                TextTable.visible(type), String(amount.count), String(amount.payloads), String(amount.payloadBytes),
            ])
        }
        return table
    }

    private static func backoff(_ inspection: QueueInspection) -> String {
        guard inspection.failures > 0 else { return "none" }
        let left = inspection.backoff.components.seconds
        let asked = inspection.isWaitAskedByServer ? ", asked for by the server" : ""
        let attempts = inspection.failures == 1 ? "attempt" : "attempts"
        return "\(inspection.failures) \(attempts) failed in a row; \(left) s left\(asked)"
    }
}
