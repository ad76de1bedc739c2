import CollectorCore
import SpoorWire

extension SavedConfiguration {
    /// What is known of it beside the document.
    func members(_ project: String) -> [JSONValue.Member] {
        [
            ("project", .string(project)), ("revision", .integer(self.revision)), ("time", .integer(self.time)),
            ("timeText", .string(self.timeText)), ("author", .string(self.author)),
            ("comment", .string(self.comment)),
        ]
    }

    private var timeText: String {
        guard self.revision > 0 else { return "" }
        return String(WireDate.text(milliseconds: self.time, zone: FixedZone.gmt).prefix(16)) + " UTC"
    }
}

extension ConfigurationChange {
    var json: JSONValue {
        [
            "path": .string(self.path), "before": self.before ?? .null, "after": self.after ?? .null,
            "text": .string(self.description),
        ]
    }
}

extension ConfigurationRemark {
    var json: JSONValue {
        ["path": .string(self.path), "kind": .string(self.kind.rawValue), "sentence": .string(self.sentence)]
    }
}

extension ConfigurationReview {
    var members: [JSONValue.Member] {
        [
            ("isValid", .bool(self.isValid)), ("faults", .array(self.faults.map(\.json))),
            ("warnings", .array(self.warnings.map(\.json))),
        ]
    }
}

extension StoredKey {
    /// What everybody may know of a key.
    var publicJSON: JSONValue { ["id": .string(self.id), "publicKey": .text(self.publicText)] }
}
