import CommandLineKit
import Foundation
import SpoorWire

/// What a stage of a replay did, in numbers that travel from the process that did it to the one that asked.
struct ReplayFigures: Equatable, Sendable {
    /// Rows of the file, without its heading.
    var rows = 0
    var visitors = 0
    var tracked = 0
    /// Rows that the SDK did not take.
    var dropped = 0
    var uploaded = 0
    var duplicates = 0
    var rejected = 0
    var requests = 0
    var plainBytes = 0
    var sentBytes = 0
    var milliseconds = 0
    /// Why rows were dropped, and how many for each reason.
    var reasons: [String: Int] = [:]

    static let fields: [(String, any WritableKeyPath<ReplayFigures, Int> & Sendable)] = [
        ("rows", \.rows), ("visitors", \.visitors), ("tracked", \.tracked), ("dropped", \.dropped),
        ("uploaded", \.uploaded), ("duplicates", \.duplicates), ("rejected", \.rejected), ("requests", \.requests),
        ("plainBytes", \.plainBytes), ("sentBytes", \.sentBytes), ("milliseconds", \.milliseconds),
    ]

    /// Reasons that are told apart; they can name what was dropped, so there may be as many as rows.
    private static let maxReasons = 100

    /// Counts a row that the SDK did not take.
    mutating func drop(_ reason: String, _ count: Int = 1) {
        self.dropped += count
        self.note(reason, count)
    }

    private mutating func note(_ reason: String, _ count: Int) {
        let isKnown = self.reasons[reason] != nil || self.reasons.count < Self.maxReasons
        self.reasons[isKnown ? reason : "Other reasons.", default: 0] += count
    }

    /// The reasons, the most frequent first.
    var sortedReasons: [(reason: String, count: Int)] {
        self.reasons.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// The reasons as lines for a person; nothing where nothing was dropped.
    var reasonLines: [String] {
        guard self.dropped > 0 else { return [] }
        return ["Not taken by the SDK:"] + self.sortedReasons.map { "  \($0.count) × \($0.reason)" }
    }

    /// Events that were recorded, and of which the upload knows nothing.
    var missing: Int { max(0, self.tracked - self.uploaded - self.rejected) }

    /// Adds another's numbers.
    mutating func add(_ other: ReplayFigures) {
        for (_, path) in Self.fields { self[keyPath: path] += other[keyPath: path] }
        for (reason, count) in other.reasons { self.note(reason, count) }
    }

    /// Writes the numbers to a file.
    func write(to file: String) throws(CommandFailure) {
        var members = Self.fields.map { (name, path) in
            JSONValue.Member(key: name, value: .number(String(self[keyPath: path])))
        }
        members.append(JSONValue.Member(key: "reasons", value: self.reasonsJSON))
        let text = JSONValue.object(members).jsonText
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw CommandFailure(
                "The file '\(file.echoed)' cannot be written: choose a folder that exists and is yours."
            )
        }
    }

    /// The reasons as a list of `{"reason": …, "count": …}`.
    var reasonsJSON: JSONValue {
        .array(self.sortedReasons.map { ["reason": .string($0.reason), "count": .number(String($0.count))] })
    }

    /// Reads what ``write(to:)`` wrote.
    init(file: String) throws(CommandFailure) {
        self.init()
        guard let data = FileManager.default.contents(atPath: file), let json = try? JSONValue(parsing: [UInt8](data))
        else { throw CommandFailure("The stage of the replay ended without its figures in '\(file.echoed)'.") }
        for (name, path) in Self.fields { self[keyPath: path] = Int(clamping: json[name]?.int64Value ?? 0) }
        for entry in json["reasons"]?.arrayValue ?? [] {
            self.reasons[entry["reason"]?.stringValue ?? "", default: 0] += Int(
                clamping: entry["count"]?.int64Value ?? 0
            )
        }
    }

    init() {}
}
