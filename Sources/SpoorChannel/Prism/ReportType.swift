/// The names of types of records.
package enum ReportType {
    /// The type of crash records: first in every batch, and true about the moment of the crash.
    package static let crash = "appCrash"

    /// The longest name of a type or of a prefix, in bytes.
    package static let maxBytes = 100

    /// Whether records of this full name are crash records.
    package static func isCrash(_ fullName: String) -> Bool { fullName == self.crash }

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
        self.isValid(type) { self.isWordByte($0) || $0 == UInt8(ascii: "-") }
    }

    /// True for 1 to 100 ASCII letters, digits, `_`, `.` or `$`: the first hyphen of a full name ends the prefix.
    package static func isValid(prefix: String) -> Bool { self.isValid(prefix, self.isWordByte) }

    private static func isValid(_ name: String, _ isAllowed: (UInt8) -> Bool) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, first != UInt8(ascii: "-"), bytes.count <= self.maxBytes else { return false }
        return bytes.allSatisfy(isAllowed)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
    }
}
