import SpoorWire

/// What calendar axes need of a date besides its parts; all of it whole days, so that no clock change can bend it.
extension CivilDate {
    /// Reads `yyyy-MM-dd`; nothing where there is no such day.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard self.isValid else { return nil }
    }

    /// The number of months since January of the year 0.
    var monthNumber: Int { self.year * 12 + self.month - 1 }

    /// The year and week by ISO 8601: weeks begin on Monday, week 1 holds the year's first Thursday.
    var isoWeek: (year: Int, week: Int) {
        // Day 0 was a Thursday: shifted by three, weeks start on Monday.
        let thursday = (self.daysSince1970 + 3).floorDivided(by: 7) * 7
        let year = CivilDate(daysSince1970: thursday).year
        let firstDay = CivilDate(year: year, month: 1, day: 1).daysSince1970
        return (year, Int(thursday - firstDay) / 7 + 1)
    }

    /// The date as `yyyy-MM-dd`.
    var text: String {
        Padded.text(self.year, 4) + "-" + Padded.text(self.month, 2) + "-" + Padded.text(self.day, 2)
    }
}

/// Decimal digits with zeros in front.
enum Padded {
    static func text(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    /// The quotient rounded towards minus infinity.
    @inline(__always)
    func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = self.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
