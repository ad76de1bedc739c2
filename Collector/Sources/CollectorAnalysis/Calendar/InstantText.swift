public import Foundation
import SpoorWire

/// Reads and writes instants as people type them: in the wall-clock time of a project.
public struct InstantText: Sendable {
    private let timeZone: TimeZone

    /// Reads and writes in one zone.
    public init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// What is accepted, for error messages.
    public static let accepted =
        "a date (2026-03-10), a date and time in the project's zone (2026-03-10T14:30, also with seconds, or with Z or an "
        + "offset such as +09:00), or milliseconds since 1970"

    /// Reads a text; `isEnd` makes a date mean the end of that day.
    public func instant(_ text: String, isEnd: Bool) -> Int64? {
        if let date = CivilDate(text) {
            let local = (date.daysSince1970 + (isEnd ? 1 : 0)) * CalendarInterval.dayLength
            return self.instant(local: local)
        }
        if let milliseconds = Int64(text), text.count > 4, abs(milliseconds) < InstantText.furthest {
            return milliseconds
        }
        guard text.count >= 16, let date = CivilDate(text.prefix(10)),
            let separator = text.dropFirst(10).first, separator == "T" || separator == " "
        else { return nil }
        let (clock, offset) = InstantText.splitOffset(text.dropFirst(11))
        guard let clock = InstantText.clock(clock) else { return nil }
        let local = date.daysSince1970 * CalendarInterval.dayLength + clock
        guard let offset else { return self.instant(local: local) }
        return InstantText.offset(offset).map { local - $0 }
    }

    /// An instant as `2026-03-10T14:30:05.123+09:00`.
    public func text(_ instant: Int64) -> String {
        let offset = LocalClock(timeZone: self.timeZone, covering: instant..<(instant + 1)).offset(at: instant)
        let local = instant + offset
        let day = local.floorDivided(by: CalendarInterval.dayLength)
        let rest = Int(local - day * CalendarInterval.dayLength)
        let minutes = Int(abs(offset) / 60_000)
        let zone = (offset < 0 ? "-" : "+") + Padded.text(minutes / 60, 2) + ":" + Padded.text(minutes % 60, 2)
        return CivilDate(daysSince1970: day).text + "T" + Padded.text(rest / 3_600_000, 2) + ":"
            + Padded.text(rest / 60_000 % 60, 2) + ":" + Padded.text(rest / 1000 % 60, 2) + "."
            + Padded.text(rest % 1000, 3) + zone
    }

    /// The local date of an instant, as `yyyy-MM-dd`.
    public func date(_ instant: Int64) -> String { String(self.text(instant).prefix(10)) }

    /// The range of whole days that ends with the day of an instant and has a number of days.
    public func days(_ count: Int, endingWith instant: Int64) -> Range<Int64> {
        let clock = LocalClock(timeZone: self.timeZone, covering: instant..<(instant + 1))
        let day = clock.local(instant).floorDivided(by: CalendarInterval.dayLength)
        let start = self.instant(local: (day - Int64(count) + 1) * CalendarInterval.dayLength)
        return start..<self.instant(local: (day + 1) * CalendarInterval.dayLength)
    }

    private static let furthest: Int64 = 253_402_300_800_000

    private func instant(local: Int64) -> Int64 {
        LocalClock(timeZone: self.timeZone, covering: local..<(local + 1)).firstInstant(atLocal: local)
    }

    private static func splitOffset(_ text: Substring) -> (clock: Substring, offset: Substring?) {
        guard let mark = text.firstIndex(where: { $0 == "Z" || $0 == "+" || $0 == "-" || $0 == " " }) else {
            return (text, nil)
        }
        return (text[..<mark], text[mark...])
    }

    private static func clock(_ text: Substring) -> Int64? {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count == 2 }), let hour = UInt8(parts[0]),
            let minute = UInt8(parts[1]), let second = parts.count == 3 ? UInt8(parts[2]) : 0, hour < 24, minute < 60,
            second < 60, halves.count == 1 || (parts.count == 3 && (1...3).contains(halves[1].count))
        else { return nil }
        var fraction: Int64 = 0
        if halves.count == 2 {
            guard let value = UInt16(halves[1]) else { return nil }
            fraction = Int64(value) * [100, 10, 1][halves[1].count - 1]
        }
        return (Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)) * 1000 + fraction
    }

    private static func offset(_ text: Substring) -> Int64? {
        if text == "Z" { return 0 }
        // A plus sign that was not percent-encoded arrives as a blank.
        let sign: Int64 = text.hasPrefix("-") ? -1 : 1
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = UInt8(parts[0]),
            let minutes = UInt8(parts[1]), hours < 24, minutes < 60
        else { return nil }
        return sign * (Int64(hours) * 60 + Int64(minutes)) * 60_000
    }
}
