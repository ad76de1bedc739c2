import CollectorCore
import CommandLineKit
import Foundation
import Spoor
import SpoorWire

/// What visitors did, as a CSV file tells it: one row an event, with the columns user_id, event and timestamp (UTC).
///
/// Further columns become properties of the event.
struct ClickStream: Sendable {
    /// One event of a visitor.
    struct Click: Sendable {
        var event: String
        /// Milliseconds since 1970; smaller fractions are cut off.
        var milliseconds: Int64
        var properties: Properties
    }

    /// One visitor with the events in the order of the file.
    struct Visitor: Sendable {
        var id: String
        var clicks: [Click]
    }

    /// The visitors, in the order of their first events.
    let visitors: [Visitor]
    /// Tells this file's content from others.
    let fingerprint: [UInt8]

    /// How many events there are.
    var count: Int { self.visitors.reduce(0) { $0 + $1.clicks.count } }

    private static let columns = ["user_id", "event", "timestamp"]

    /// Reads a file whole before anything is done with it.
    ///
    /// - Throws: ``CommandFailure`` that names the file, the column or the line, and what is expected there.
    init(file: String) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandFailure("The file '\(file.echoed)' cannot be read: name a CSV file that exists.")
        }
        try self.init(csv: [UInt8](data), name: file.echoed)
    }

    init(csv: [UInt8], name: String) throws(CommandFailure) {
        self.fingerprint = ContentFingerprint.of(csv)
        let rows = try CSVReader.rows(csv)
        guard let heading = rows.first else {
            throw CommandFailure("'\(name)' is empty: its first line must name the columns user_id, event, timestamp.")
        }
        var places: [Int] = []
        for column in Self.columns {
            guard let place = heading.fields.firstIndex(of: column) else {
                throw CommandFailure("'\(name)' has no column '\(column)': its first line must name it.")
            }
            places.append(place)
        }
        var clicks: [String: [Click]] = [:]
        var order: [String] = []
        for row in rows.dropFirst() {
            guard row.fields.count == heading.fields.count else {
                throw CommandFailure(
                    "'\(name)', line \(row.line): \(row.fields.count) fields where the heading has "
                        + "\(heading.fields.count). Nothing was sent."
                )
            }
            let user = row.fields[places[0]]
            let click = try Self.click(row, heading: heading.fields, places: places, name: name)
            if clicks[user] == nil { order.append(user) }
            clicks[user, default: []].append(click)
        }
        self.visitors = order.map { Visitor(id: $0, clicks: clicks[$0] ?? []) }
    }

    private static func click(
        _ row: CSVReader.Row,
        heading: [String],
        places: [Int],
        name: String
    ) throws(CommandFailure) -> Click {
        let text = row.fields[places[2]]
        guard let time = WireDate.parse(text) else {
            throw CommandFailure(
                "'\(name)', line \(row.line): '\(text.echoed)' is no time like 2019-11-01 17:59:13.273932. Nothing "
                    + "was sent."
            )
        }
        guard !row.fields[places[0]].isEmpty else {
            throw CommandFailure("'\(name)', line \(row.line): the user_id is empty. Nothing was sent.")
        }
        var properties = Properties()
        for (index, key) in heading.enumerated() where !places.contains(index) && !row.fields[index].isEmpty {
            properties[key] = .string(row.fields[index])
        }
        return Click(event: row.fields[places[1]], milliseconds: time.milliseconds, properties: properties)
    }
}
