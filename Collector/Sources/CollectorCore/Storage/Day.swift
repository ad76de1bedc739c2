import SpoorWire

/// A UTC day, counted from 1970-01-01: the physical partition of events by their time.
enum Day {
    static let milliseconds: Int64 = 86_400_000

    /// The day of a time in milliseconds since 1970 UTC.
    static func number(at time: Int64) -> Int32 {
        let day = time / Self.milliseconds - (time % Self.milliseconds < 0 ? 1 : 0)
        return Int32(clamping: day)
    }

    /// The first millisecond of a day.
    static func start(of day: Int32) -> Int64 { Int64(day) * Self.milliseconds }

    /// A day as `2026-11-30`, the name of its file.
    static func text(_ day: Int32) -> String {
        let date = CivilDate(daysSince1970: Int64(day))
        return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    }

    /// The day that a file is named after; nil when the name is none.
    static func number(text: some StringProtocol) -> Int32? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        return date.isValid ? Int32(clamping: date.daysSince1970) : nil
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
