import CollectorCore
import CommandLineKit
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
    /// The days they are about; nil where the collector has no event.
    var span: DemoSpan?
    /// The collector's answers, as they came.
    var funnel: JSONValue
    var retention: JSONValue

    /// Rows of the file that are neither stored now, nor known before, nor refused: must be none.
    var lost: Int { self.replay.rows - self.stored - self.replay.duplicates - self.rejected }

    /// Throws where rows are lost, with what to do.
    func check() throws(CommandFailure) {
        guard self.lost > 0 else { return }
        let reasons = self.replay.dropped > 0 ? "see the reasons below the table" : "see what the collector says"
        throw CommandFailure("\(self.lost) of \(self.replay.rows) rows are not on the collector: \(reasons).")
    }

    /// Writes the figures as JSON.
    func write(to file: String) throws(CommandFailure) {
        let numbers: [(String, Int)] = [
            ("rows", self.replay.rows), ("visitors", self.replay.visitors), ("tracked", self.replay.tracked),
            ("uploaded", self.replay.uploaded),
            ("requests", self.replay.requests), ("stored", self.stored), ("duplicates", self.replay.duplicates),
            ("rejected", self.rejected), ("lost", self.lost), ("dropped", self.replay.dropped),
            ("plainBytes", self.replay.plainBytes), ("sentBytes", self.replay.sentBytes),
        ]
        var members = numbers.map { JSONValue.Member(key: $0.0, value: .number(String($0.1))) }
        members.append(JSONValue.Member(key: "reasons", value: self.replay.reasonsJSON))
        members.append(JSONValue.Member(key: "seconds", value: .number(String(format: "%.3f", self.seconds))))
        members.append(JSONValue.Member(key: "funnel", value: self.funnel["steps"] ?? .array([])))
        members.append(JSONValue.Member(key: "retention", value: self.retention["cohorts"] ?? .array([])))
        let folder = (file as NSString).deletingLastPathComponent
        if !folder.isEmpty {
            try? Folder.make(folder)
        }
        let text = JSONValue.object(members).jsonText + "\n"
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw CommandFailure("The file '\(file.echoed)' cannot be written: choose another by --figures.")
        }
    }
}
