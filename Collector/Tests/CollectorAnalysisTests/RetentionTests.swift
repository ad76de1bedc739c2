import CollectorCore
import CollectorTesting
import SpoorTesting
import Testing

@testable import CollectorAnalysis

struct RetentionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let zone: String
        let interval: CalendarInterval
        let from: String
        let to: String
        let starts: [String]
        let comebacks: [String]
        /// The cohort, and who returned in which period.
        let cohort: String
        let returned: [Int?]

        var testDescription: String { self.title }
    }

    static let cases = [
        Case(
            title: "O-40 Tokyo: across midnight is day 1, though one date in UTC",
            zone: "Asia/Tokyo",
            interval: .day,
            from: "2026-03-10",
            to: "2026-03-12",
            starts: ["2026-03-10T23:30:00"],
            comebacks: ["2026-03-11T00:10:00"],
            cohort: "2026-03-10",
            returned: [0, 1, 0]
        ),
        Case(
            title: "O-40 Los Angeles: the same day is day 0, though two dates in UTC",
            zone: "America/Los_Angeles",
            interval: .day,
            from: "2026-03-10",
            to: "2026-03-12",
            starts: ["2026-03-10T16:30:00"],
            comebacks: ["2026-03-10T17:30:00"],
            cohort: "2026-03-10",
            returned: [1, 0, 0]
        ),
        Case(
            title: "O-40 two starts in one millisecond count once",
            zone: "UTC",
            interval: .day,
            from: "2026-03-10",
            to: "2026-03-11",
            starts: ["2026-03-10T10:00:00", "2026-03-10T10:00:00"],
            comebacks: ["2026-03-11T10:00:00", "2026-03-11T10:00:00"],
            cohort: "2026-03-10",
            returned: [0, 1, 0]
        ),
        Case(
            title: "a return before the start of day 0 is none",
            zone: "UTC",
            interval: .day,
            from: "2026-03-10",
            to: "2026-03-11",
            starts: ["2026-03-10T10:00:00"],
            comebacks: ["2026-03-10T09:00:00"],
            cohort: "2026-03-10",
            returned: [0, 0, 0]
        ),
        Case(
            title: "O-41 Beirut: the day of 23 hours is one day",
            zone: "Asia/Beirut",
            interval: .day,
            from: "2025-03-29",
            to: "2025-04-01",
            starts: ["2025-03-29T23:59:59"],
            comebacks: ["2025-03-30T23:59:59", "2025-03-31T00:00:00"],
            cohort: "2025-03-29",
            returned: [0, 1, 1]
        ),
        Case(
            title: "O-40 ISO week over the year's end",
            zone: "Asia/Tokyo",
            interval: .week,
            from: "2026-12-01",
            to: "2027-01-20",
            starts: ["2027-01-03T23:00:00"],
            comebacks: ["2027-01-04T00:30:00"],
            cohort: "2026-W53",
            returned: [0, 1, 0]
        ),
        Case(
            title: "O-40 month over the year's end",
            zone: "America/Los_Angeles",
            interval: .month,
            from: "2025-12-01",
            to: "2026-01-01",
            starts: ["2025-12-31T23:30:00"],
            comebacks: ["2026-01-01T00:10:00"],
            cohort: "2025-12",
            returned: [0, 1, 0]
        ),
    ]

    private static let future = instant("2030-01-01")

    @Test(arguments: cases)
    func peopleReturnByTheCalendarOfTheProject(example: Case) throws {
        let facts = MemoryFacts(
            zone: example.zone,
            example.starts.map { .init("u", "start", instant($0, example.zone)) }
                + example.comebacks.map { .init("u", "back", instant($0, example.zone)) }
        )
        let query = try RetentionQuery(
            range: instant(example.from, example.zone)..<instant(example.to, example.zone),
            interval: example.interval,
            start: EventSelector("start"),
            comeback: EventSelector("back"),
            periods: 2,
            now: Self.future
        )
        let result = try RetentionAnalysis(facts).run(query)
        let cohort = try #require(result.cohorts.first { $0.label == example.cohort })
        #expect(cohort.size == 1)
        #expect(cohort.returned == example.returned)
        #expect(result.cohorts.filter { $0.label != example.cohort }.allSatisfy { $0.size == 0 })
    }

    @Test func cellsOfTheFutureAreEmpty() throws {
        let facts = MemoryFacts([.init("u", "open", instant("2026-03-10T10:00:00"))])
        let query = try RetentionQuery(
            range: instant("2026-03-09")..<instant("2026-03-12"),
            start: EventSelector("open"),
            comeback: EventSelector(nil),
            periods: 2,
            now: instant("2026-03-11T12:00:00")
        )
        let result = try RetentionAnalysis(facts).run(query)
        #expect(result.cohorts.map(\.returned) == [[0, 0, 0], [1, 0, nil], [0, nil, nil]])
        #expect(
            result.totals == [.init(size: 1, returned: 1), .init(size: 1, returned: 0), .init(size: 0, returned: 0)]
        )
    }

    @Test func dayZeroEqualsTheTrendOfTheDay() throws {
        var random = SeededGenerator(seed: 3)
        let zone = "America/Los_Angeles"
        let range = instant("2025-10-30", zone)..<instant("2025-11-06", zone)
        let facts = MemoryFacts(
            zone: zone,
            (0..<600).map { _ in
                .init(
                    "u\(Int.random(in: 0..<40, using: &random))",
                    ["open", "buy"].randomElement(using: &random) ?? "",
                    Int64.random(in: range, using: &random)
                )
            }
        )
        let open = EventSelector("open")
        let trend = try TrendAnalysis(facts).run(TrendQuery(range: range, events: [open]))
        for comeback in [open, EventSelector(nil)] {
            let retention = try RetentionAnalysis(facts).run(
                RetentionQuery(range: range, start: open, comeback: comeback, periods: 3, now: Self.future)
            )
            #expect(retention.cohorts.map(\.label) == trend.buckets.labels)
            #expect(retention.cohorts.map(\.size) == trend.series[0].users)
            #expect(retention.cohorts.map { $0.returned[0] } == trend.series[0].users)
        }
    }

    @Test func aPersonJoinsEachCohortOrOnlyTheFirst() throws {
        let facts = MemoryFacts((10...12).map { .init("u", "open", instant("2026-03-\($0)T10:00:00")) })
        var query = try RetentionQuery(
            range: instant("2026-03-10")..<instant("2026-03-13"),
            start: EventSelector("open"),
            comeback: EventSelector("open"),
            periods: 2,
            now: Self.future
        )
        #expect(
            try RetentionAnalysis(facts).run(query).cohorts.map(\.returned) == [[1, 1, 1], [1, 1, 0], [1, 0, 0]]
        )
        query.cohorts = .first
        #expect(
            try RetentionAnalysis(facts).run(query).cohorts.map(\.returned) == [[1, 1, 1], [0, 0, 0], [0, 0, 0]]
        )
    }
}
