import SpoorWire

/// Answers about configurations as lines to read.
enum ConfigurationTexts {
    /// The lines of what is wrong or worth a thought.
    static func remarks(_ remarks: JSONValue?, _ word: String) -> [String] {
        (remarks?.arrayValue ?? []).map { remark in
            let path = remark["path"]?.stringValue ?? ""
            return "\(word): \(path.isEmpty ? "" : path + ": ")\(remark["sentence"]?.stringValue ?? "")"
        }
    }

    /// The lines of a difference.
    static func changes(_ changes: JSONValue?) -> [String] {
        guard let changes = changes?.arrayValue else { return ["  (what was before cannot be read)"] }
        guard !changes.isEmpty else { return ["  (no difference)"] }
        return changes.map { "  " + ($0["text"]?.stringValue ?? "") }
    }

    /// The lines of one saved configuration.
    static func entry(_ entry: JSONValue) -> [String] {
        let revision = entry["revision"]?.int64Value ?? 0
        if let problem = entry["problem"]?.stringValue { return ["revision \(revision): \(problem)"] }
        let facts = [entry["timeText"], entry["author"], entry["comment"]].compactMap { $0?.stringValue }
        let line = (["revision \(revision)"] + facts.filter { !$0.isEmpty }).joined(separator: "  ")
        return [line] + self.changes(entry["changes"])
    }
}
