/// The sizes both ends agree on.
///
/// Lengths of text are counted in UTF-16 units, as the clients that share this wire format do (bug case O-06).
public enum Limits {
    /// Characters (bytes, since names are ASCII) of an event name or a property key; longer ones are refused.
    public static let maxNameLength = 100

    /// UTF-16 units of a text value; longer ones are cut.
    public static let maxStringUnits = 8191

    /// UTF-16 units of the property `app_crashed_reason`: twice as much, since a call stack is long.
    public static let maxCrashReasonUnits = 16_382

    /// The property that ``maxCrashReasonUnits`` applies to.
    public static let crashReasonKey = "app_crashed_reason"

    /// UTF-8 bytes of a distinct, login or anonymous id; longer ones are refused.
    public static let maxIdentifierBytes = 8192

    /// Bytes of one encoded event; larger ones are refused.
    public static let maxEventBytes = 256 * 1024

    /// Levels of nesting that the reader follows.
    public static let maxDepth = 64

    /// The limit for the value of `key`, in UTF-16 units.
    @inline(__always)
    package static func maxUnits(forKey key: String) -> Int {
        key == self.crashReasonKey ? self.maxCrashReasonUnits : self.maxStringUnits
    }

    /// Cuts text that is longer than `limit` UTF-16 units, so that it ends in `$` and is not longer than `limit`.
    ///
    /// The cut lies between two characters as people see them: no emoji, flag or accent is split. Only a character of
    /// more than 64 units (a heap of combining marks) is cut, between two scalars. The result is always valid Unicode.
    public static func truncated(_ text: String, limit: Int) -> String {
        // UTF-16 never needs more units than UTF-8 needs bytes, and the latter count is at hand.
        guard text.utf8.count > limit, text.utf16.count > limit else { return text }
        guard limit > 0 else { return "" }
        let units = text.utf16
        let boundary = units.index(units.startIndex, offsetBy: limit - 1)
        return text[..<self.characterBoundary(atOrBefore: boundary, of: text)] + "$"
    }

    private static func characterBoundary(atOrBefore boundary: String.Index, of text: String) -> String.Index {
        var candidate = boundary
        for _ in 0..<64 {
            if String.Index(candidate, within: text) != nil { return candidate }
            guard candidate > text.startIndex else { return candidate }
            candidate = text.utf16.index(before: candidate)
        }
        candidate = boundary
        while String.Index(candidate, within: text.unicodeScalars) == nil, candidate > text.startIndex {
            candidate = text.utf16.index(before: candidate)
        }
        return candidate
    }
}
