import SpoorWire

/// The names of types of records.
package enum ReportType {
    /// The type of crash records: first in every batch, and true about the moment of the crash.
    package static let crash = "appCrash"

    /// The longest name of a type or of a prefix, in bytes.
    package static let maxBytes = 100

    /// Whether records of this full name are crash records.
    package static func isCrash(_ fullName: String) -> Bool {
        // By length first: what comparing a heap of combining marks costs has no bound.
        fullName.utf8.count == self.crash.utf8.count && fullName == self.crash
    }

    /// The name under which a record is stored and sent as `MONITOR_TYPE`.
    package static func full(_ type: String, prefix: String?) -> String {
        prefix.map { "\($0)-\(type)" } ?? type
    }

    /// The own type within `prefix-type`; nil for a name without prefix.
    package static func own(of fullName: String) -> String? {
        fullName.firstIndex(of: "-").map { String(fullName[fullName.index(after: $0)...]) }
    }

    /// True for 1 to 100 ASCII letters, digits, `_`, `.`, `$` or `-`, the first no hyphen.
    package static func isValid(type: String) -> Bool {
        TypeRule.isTypeName(type, maxBytes: self.maxBytes)
    }

    /// True for 1 to 100 ASCII letters, digits, `_`, `.` or `$`: the first hyphen of a full name ends the prefix.
    package static func isValid(prefix: String) -> Bool {
        TypeRule.isTypeName(prefix, maxBytes: self.maxBytes) && !prefix.utf8.contains(UInt8(ascii: "-"))
    }
}
