/// Cutting text: what it costs has a bound that the text's length has no part in.
extension Limits {
    /// A character of more UTF-16 units is a heap of combining marks, and may be cut.
    private static let maxCharacterUnits = 64

    /// How many UTF-16 units before a cut are looked at to find where characters begin.
    private static let lookBehind = 256

    /// Cuts text that is longer than `limit` UTF-16 units, so that it ends in `$` and is not longer than `limit`.
    ///
    /// The cut lies between two characters as people see them: no emoji, flag or accent is split. Only a character of
    /// more than 64 units (a heap of combining marks) is cut, between two scalars. The result is always valid Unicode.
    public static func truncated(_ text: String, limit: Int) -> String {
        // UTF-16 never needs more units than UTF-8 needs bytes, and the latter count is at hand.
        guard text.utf8.count > limit else { return text }
        guard limit > 0 else { return "" }
        let start = self.beginning(of: text, limit: limit)
        guard start.utf16.count > limit else { return text }
        let boundary = start.utf16.index(start.utf16.startIndex, offsetBy: limit - 1)
        return start[..<self.characterBoundary(atOrBefore: boundary, of: start)] + "$"
    }

    /// A name or an id as a log line shows it: of any length it costs the same.
    package static func shown(_ text: String) -> String { self.truncated(text, limit: 120) }

    /// The part of a text that decides where it is cut; it is longer than `limit` units if the text is.
    static func beginning(of text: String, limit: Int) -> String {
        // A unit takes three bytes at most.
        let (bytes, overflow) = limit.multipliedReportingOverflow(by: 3)
        guard !overflow else { return text }
        let most = bytes + 3 * self.maxCharacterUnits
        guard text.utf8.count > most else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: most)
        while String.Index(end, within: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text.unicodeScalars[..<end])
    }

    private static func characterBoundary(atOrBefore boundary: String.Index, of text: String) -> String.Index {
        let cut = self.scalarBoundary(atOrBefore: boundary, of: text)
        let (window, from) = self.window(around: cut, of: text)
        let wanted = text.utf16.distance(from: from, to: cut)
        var (end, best) = (0, from == text.startIndex ? 0 : -1)
        for character in window {
            end += character.utf16.count
            guard end <= wanted else { break }
            best = end
        }
        guard best >= 0, wanted - best < self.maxCharacterUnits else { return cut }
        return text.utf16.index(from, offsetBy: best)
    }

    /// A few characters on both sides of a cut, and where they begin.
    static func window(around cut: String.Index, of text: String) -> (text: String, from: String.Index) {
        let units = text.utf16
        var from = units.index(cut, offsetBy: -self.lookBehind, limitedBy: units.startIndex) ?? units.startIndex
        from = self.scalarBoundary(atOrBefore: from, of: text)
        var to = units.index(cut, offsetBy: self.maxCharacterUnits, limitedBy: units.endIndex) ?? units.endIndex
        to = self.scalarBoundary(atOrBefore: to, of: text)
        // Flags are pairs: where one begins is known from the beginning of their row alone.
        let scalars = text.unicodeScalars
        var (row, flags) = (from, 0)
        while row > scalars.startIndex, scalars[scalars.index(before: row)].isRegionalIndicator {
            row = scalars.index(before: row)
            flags += 1
        }
        if flags % 2 == 1 { from = scalars.index(before: from) }
        return (String(scalars[from..<to]), from)
    }

    private static func scalarBoundary(atOrBefore index: String.Index, of text: String) -> String.Index {
        var index = index
        while String.Index(index, within: text.unicodeScalars) == nil, index > text.startIndex {
            index = text.utf16.index(before: index)
        }
        return index
    }
}

extension Unicode.Scalar {
    /// Whether two of this kind make a flag.
    fileprivate var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= self.value }
}
