import Foundation
import SpoorWire
import CollectorTesting
import Testing

@testable import CollectorAnalysis

struct CalendarTests {
    struct Axis: Sendable {
        let zone: String
        let interval: CalendarInterval
        let from: String
        let to: String
        let labels: [String]
    }

    static let axes = [
        // The clock jumps from 00:00 to 01:00 on 30 March: five days, each once (O-41).
        Axis(
            zone: "Asia/Beirut",
            interval: .day,
            from: "2025-03-28",
            to: "2025-04-02",
            labels: ["2025-03-28", "2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01"]
        ),
        Axis(
            zone: "Asia/Beirut",
            interval: .hour,
            from: "2025-03-29T22:00:00",
            to: "2025-03-30T03:00:00",
            labels: ["2025-03-29T22:00", "2025-03-29T23:00", "2025-03-30T01:00", "2025-03-30T02:00"]
        ),
        // The hour that is repeated is one bucket of two hours.
        Axis(
            zone: "America/Los_Angeles",
            interval: .hour,
            from: "2025-11-02",
            to: "2025-11-02T04:00:00",
            labels: ["2025-11-02T00:00", "2025-11-02T01:00", "2025-11-02T02:00", "2025-11-02T03:00"]
        ),
        // A day that did not exist.
        Axis(
            zone: "Pacific/Apia",
            interval: .day,
            from: "2011-12-29",
            to: "2012-01-01",
            labels: ["2011-12-29", "2011-12-31"]
        ),
        // ISO weeks at the year's ends (O-40).
        Axis(
            zone: "Asia/Tokyo",
            interval: .week,
            from: "2026-12-28",
            to: "2027-01-12",
            labels: ["2026-W53", "2027-W01", "2027-W02"]
        ),
        Axis(
            zone: "UTC",
            interval: .week,
            from: "2024-12-29",
            to: "2025-01-07",
            labels: ["2024-W52", "2025-W01", "2025-W02"]
        ),
        Axis(
            zone: "America/Los_Angeles",
            interval: .month,
            from: "2025-11-15",
            to: "2026-02-01",
            labels: ["2025-11", "2025-12", "2026-01"]
        ),
        Axis(zone: "UTC", interval: .day, from: "2025-01-01", to: "2025-01-01", labels: []),
    ]

    @Test(arguments: axes)
    func eachBucketOfTheCalendarAppearsOnce(axis: Axis) throws {
        let zone = try #require(TimeZone(identifier: axis.zone))
        let range = instant(axis.from, axis.zone)..<instant(axis.to, axis.zone)
        let buckets = try CalendarBuckets(axis.interval, range: range, timeZone: zone)
        #expect(buckets.labels == axis.labels)
        #expect(buckets.starts == buckets.starts.sorted())
        for (index, start) in buckets.starts.enumerated() { #expect(buckets.index(of: start) == index) }
        #expect(buckets.index(of: range.upperBound) == nil)
        #expect(buckets.index(of: range.lowerBound - 1) == nil)
    }

    @Test(arguments: [
        "UTC", "Asia/Beirut", "America/Los_Angeles", "Australia/Lord_Howe", "America/St_Johns", "Asia/Tokyo",
    ])
    func bucketsAgreeWithFoundationsCalendar(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        let range = instant("1999-12-20", name)..<instant("2002-01-10", name)
        let days = try CalendarBuckets(.day, range: range, timeZone: zone)
        let weeks = try CalendarBuckets(.week, range: range, timeZone: zone)
        let months = try CalendarBuckets(.month, range: range, timeZone: zone)
        for step in 0..<4000 {
            let time = range.lowerBound + Int64(step) * 16_000_123
            guard time < range.upperBound else { break }
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekOfYear, .yearForWeekOfYear],
                from: Date(timeIntervalSince1970: Double(time / 1000))
            )
            let date = CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0).text
            let week = String(format: "%04d-W%02d", parts.yearForWeekOfYear ?? 0, parts.weekOfYear ?? 0)
            #expect(days.index(of: time).map { days.labels[$0] } == date)
            #expect(weeks.index(of: time).map { weeks.labels[$0] } == week)
            #expect(months.index(of: time).map { months.labels[$0] } == String(date.prefix(7)))
        }
    }

    @Test func civilDatesRefuseWhatIsNoDay() {
        #expect(CivilDate("2024-02-29")?.daysSince1970 == 19_782)
        #expect(CivilDate("1969-12-31")?.daysSince1970 == -1)
        for text in ["2025-02-29", "2025-13-01", "2025-00-10", "2025-1-1", "٢٠٢٥-01-01", "", "2025-01-32"] {
            #expect(CivilDate(text) == nil)
        }
    }

    @Test func anAxisOfTooManyBucketsIsRefused() {
        #expect(throws: AnalysisError.self) {
            try CalendarBuckets(.hour, range: 0..<4_000_000_000_000, timeZone: .gmt)
        }
    }
}
