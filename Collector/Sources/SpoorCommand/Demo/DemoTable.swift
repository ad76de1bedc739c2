import CommandLineKit
import SpoorWire

/// A demo's figures as a person reads them.
enum DemoTable {
    static func text(_ figures: DemoFigures) -> String {
        var table = TextTable([("figure", .left), ("count", .right), ("", .left)])
        let replay = figures.replay
        for (name, count, remark) in [
            ("rows", replay.rows, "of the file"),
            ("visitors", replay.visitors, "an SDK instance and a queue folder each"),
            ("tracked", replay.tracked, "kept by the SDK, offline, in a process that has ended"),
            ("uploaded", replay.uploaded, "by another process, by the channels' own policy"),
            ("requests", replay.requests, ""),
            ("bytes before gzip", replay.plainBytes, ""),
            ("bytes after gzip", replay.sentBytes, ""),
            ("stored", figures.stored, "by the collector's own count"),
            ("duplicates", replay.duplicates, "known from an earlier demo, not stored again"),
            ("rejected", figures.rejected, ""),
            ("lost", figures.lost, "rows, less stored, known and rejected"),
        ] {
            table.append([name, Figures.count(.number(String(count))), remark])
        }
        table.append(["seconds", String(Int(figures.seconds.rounded())), ""])
        return [
            ([table.text] + replay.reasonLines).joined(separator: "\n"),
            "The funnel, within \(Demo.window) of the first step:\n" + FunnelCommand.table(figures.funnel).text,
            "Retention by day: of those who came on a day, how many came again n days later\n"
                + self.retention(figures.retention),
        ].joined(separator: "\n\n")
    }

    /// The sums over all days; the days one by one are on the dashboard.
    private static func retention(_ answer: JSONValue) -> String {
        var table = TextTable([("day", .right), ("people who came", .right), ("came again", .right), ("share", .right)])
        for (day, total) in (answer["totals"]?.arrayValue ?? []).enumerated() {
            let size = total["size"]?.doubleValue ?? 0
            let returned = total["returned"]?.doubleValue ?? 0
            table.append([
                String(day), Figures.count(total["size"]), Figures.count(total["returned"]),
                size > 0 ? Figures.percent(returned / size) : "",
            ])
        }
        return table.text
    }
}
