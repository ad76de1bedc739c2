import Foundation
import SpoorWire

/// What came out of a demo.
struct DemoFigures: Sendable {
    /// What the SDK's side counted.
    var replay: ReplayFigures
    /// How many events the collector holds more than before, by its own count.
    var stored: Int
    /// How many it refused, by its own count.
    var rejected: Int
    var seconds: Double
    /// The collector's answers, as they came.
    var funnel: JSONValue
    var retention: JSONValue

    /// Tracked, and neither stored now, nor known before, nor refused: must be none.
    var lost: Int { self.replay.tracked - self.stored - self.replay.duplicates - self.rejected }

    /// Writes the figures as JSON.
    func write(to file: String) throws(CommandFailure) {
        let numbers: [(String, Int)] = [
            ("visitors", self.replay.visitors), ("tracked", self.replay.tracked), ("uploaded", self.replay.uploaded),
            ("requests", self.replay.requests), ("stored", self.stored), ("duplicates", self.replay.duplicates),
            ("rejected", self.rejected), ("lost", self.lost), ("dropped", self.replay.dropped),
            ("plainBytes", self.replay.plainBytes), ("sentBytes", self.replay.sentBytes),
        ]
        var members = numbers.map { JSONValue.Member(key: $0.0, value: .number(String($0.1))) }
        members.append(JSONValue.Member(key: "seconds", value: .number(String(format: "%.3f", self.seconds))))
        members.append(JSONValue.Member(key: "funnel", value: self.funnel["steps"] ?? .array([])))
        members.append(JSONValue.Member(key: "retention", value: self.retention["cohorts"] ?? .array([])))
        let folder = (file as NSString).deletingLastPathComponent
        if !folder.isEmpty {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let text = JSONValue.object(members).jsonText + "\n"
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw CommandFailure("The file '\(file)' cannot be written: choose another by --figures.")
        }
    }
}
