import SpoorWire

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The instant in milliseconds since 1970, or nil where the text is no such date.
    package static func milliseconds(from text: String) -> Int64? {
        let words = text.trimmedSpaces.split(whereSeparator: { $0 == " " || $0 == "," })
        guard words.count == 6, words[5] == "GMT" || words[5] == "UTC",
            let day = Int(words[1]),
            let month = Self.months.firstIndex(of: String(words[2])),
            let year = Int(words[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").map { Int64($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        guard date.isValid else { return nil }
        return ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60_000 + second * 1000
    }
}
