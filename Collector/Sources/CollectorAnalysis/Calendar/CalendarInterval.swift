import SpoorWire

/// The width of a bucket on a time axis.
public enum CalendarInterval: String, CaseIterable, Sendable {
    /// An hour of the wall clock; the hour that a clock repeats in autumn is one bucket.
    case hour
    /// A calendar day, whatever its length.
    case day
    /// A week by ISO 8601: from Monday to Sunday.
    case week
    /// A calendar month.
    case month

    static let hourLength: Int64 = 3_600_000
    static let dayLength: Int64 = 86_400_000

    /// The running number of the bucket that holds a wall-clock time, in milliseconds.
    @inline(__always)
    func number(ofLocal local: Int64) -> Int64 {
        switch self {
        case .hour: local.floorDivided(by: CalendarInterval.hourLength)
        case .day: local.floorDivided(by: CalendarInterval.dayLength)
        case .week: (local.floorDivided(by: CalendarInterval.dayLength) + 3).floorDivided(by: 7)
        case .month:
            Int64(CivilDate(daysSince1970: local.floorDivided(by: CalendarInterval.dayLength)).monthNumber)
        }
    }

    /// The wall-clock time at which a bucket begins, in milliseconds.
    func localStart(of number: Int64) -> Int64 {
        switch self {
        case .hour: return number * CalendarInterval.hourLength
        case .day: return number * CalendarInterval.dayLength
        case .week: return (number * 7 - 3) * CalendarInterval.dayLength
        case .month:
            let year = number.floorDivided(by: 12)
            let first = CivilDate(year: Int(year), month: Int(number - year * 12) + 1, day: 1)
            return first.daysSince1970 * CalendarInterval.dayLength
        }
    }

    /// A bucket's name: `2026-03-10T14:00`, `2026-03-10`, `2026-W11` or `2026-03`.
    func label(of number: Int64) -> String {
        let start = self.localStart(of: number)
        let day = start.floorDivided(by: CalendarInterval.dayLength)
        let date = CivilDate(daysSince1970: day)
        switch self {
        case .hour:
            let hour = (start - day * CalendarInterval.dayLength) / CalendarInterval.hourLength
            return date.text + "T" + Padded.text(Int(hour), 2) + ":00"
        case .day: return date.text
        case .week:
            let week = date.isoWeek
            return Padded.text(week.year, 4) + "-W" + Padded.text(week.week, 2)
        case .month: return String(date.text.prefix(7))
        }
    }
}
