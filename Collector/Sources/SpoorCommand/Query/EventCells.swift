import CommandLineKit
import SpoorWire

/// Shows events of an answer in the rows of a table.
enum EventCells {
    static let columns: [(heading: String, alignment: TextTable.Alignment)] = [
        ("time", .left), ("event", .left), ("user", .left), ("properties", .left),
    ]

    static func table(_ events: JSONValue?) -> TextTable {
        var table = TextTable(self.columns)
        for event in events?.arrayValue ?? [] { table.append(self.row(event)) }
        return table
    }

    private static func row(_ event: JSONValue) -> [String] {
        [
            event["timeText"]?.stringValue ?? "", event["event"]?.stringValue ?? "", event["user"]?.stringValue ?? "",
            self.properties(event["properties"]),
        ]
    }

    /// The event's own properties; presets begin with `$` and would fill the screen.
    private static func properties(_ properties: JSONValue?) -> String {
        (properties?.arrayValue ?? []).compactMap { property in
            guard let name = property["name"]?.stringValue, !name.hasPrefix("$") else { return nil }
            return name + "=" + (property["value"]?.stringValue ?? "")
        }
        .joined(separator: " ")
    }
}
