import SpoorWire

/// Dates as HTTP writes them, in each of the three forms that a reader has to know (RFC 9110, section 5.6.7).
///
/// `Sun, 06 Nov 1994 08:49:37 GMT` is the one in use; `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850) and
/// `Sun Nov  6 08:49:37 1994` (C's `asctime`) are old.
package enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The instant in milliseconds since 1970, or nil where the text is no such date.
    ///
    /// - Parameters:
    ///   - text: the date.
    ///   - now: about when it is read, in milliseconds since 1970: it tells the century of a year with two digits.
    /// - Returns: the instant.
    package static func milliseconds(from text: String, now: Int64) -> Int64? {
        var words = text.trimmedSpaces.split(whereSeparator: { $0 == " " || $0 == "," })
        if words.count == 5, words[1].first?.isLetter == true {
            // asctime: weekday, month, day, time, year; always in universal time.
            return Self.milliseconds(day: words[2], month: words[1], year: Self.year(words[4]), clock: words[3])
        }
        guard let zone = words.popLast(), zone == "GMT" || zone == "UTC" else { return nil }
        if words.count == 3 {
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            let year = Self.year(twoDigits: parts[2], now: now)
            return Self.milliseconds(day: parts[0], month: parts[1], year: year, clock: words[2])
        }
        guard words.count == 5 else { return nil }
        return Self.milliseconds(day: words[1], month: words[2], year: Self.year(words[3]), clock: words[4])
    }

    private static func year(_ digits: Substring) -> Int? {
        guard let year = Int(digits), (1970...9999).contains(year) else { return nil }
        return year
    }

    /// A year that seems to be more than 50 years ahead is the last one past that ends alike.
    private static func year(twoDigits digits: Substring, now: Int64) -> Int? {
        guard digits.utf8.count == 2, let short = Int(digits), short >= 0 else { return nil }
        let day = Int32(clamping: now / 86_400_000)
        let current = CivilDate(daysSince1970: Int64(day)).year
        let year = current - current % 100 + short
        return year > current + 50 ? year - 100 : year
    }

    private static func milliseconds(day: Substring, month: Substring, year: Int?, clock: Substring) -> Int64? {
        guard let day = Int(day), let month = Self.months.firstIndex(of: String(month)), let year else { return nil }
        let clock = clock.split(separator: ":").map { Int64($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        guard date.isValid else { return nil }
        return ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60_000 + second * 1000
    }
}
