/// A day of the Gregorian calendar, extended backwards without a gap.
///
/// The arithmetic counts from the first of March, so that the leap day ends its year and months need no table.
public struct CivilDate: Equatable, Sendable {
    /// The year, 1 to 9999 for what the wire format writes.
    public var year: Int

    /// The month, 1 to 12.
    public var month: Int

    /// The day of the month, 1 to 31.
    public var day: Int

    /// Creates a date from its parts, unchecked.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date that lies `days` after 1970-01-01.
    public init(daysSince1970 days: Int64) {
        let shifted = days + 719_468  // days since 0000-03-01
        let (era, dayOfEra) = shifted.dividedByFloor(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        self.month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        self.year = Int(yearOfEra + era * 400) + (self.month <= 2 ? 1 : 0)
    }

    /// The number of days from 1970-01-01 to this date.
    public var daysSince1970: Int64 {
        let year = Int64(self.month <= 2 ? self.year - 1 : self.year)
        let (era, yearOfEra) = year.dividedByFloor(400)
        let monthFromMarch = Int64(self.month > 2 ? self.month - 3 : self.month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(self.day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// True when the day exists in its month.
    public var isValid: Bool {
        guard (1...9999).contains(self.year), (1...12).contains(self.month), self.day >= 1 else { return false }
        let lengths = [31, self.isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return self.day <= lengths[self.month - 1]
    }

    private var isLeapYear: Bool { self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0) }
}

extension Int64 {
    /// Quotient rounded towards minus infinity, and the remainder that is never negative.
    @inline(__always)
    func dividedByFloor(_ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = self.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
