import Testing

@testable import SpoorChannel

struct AgeClockTests {
    private static let day: Int64 = 86_400_000
    private static let now: Int64 = 1_772_712_000_000

    @Test func withinARunOnlyTheUptimeCounts() {
        var clock = AgeClock(elapsed: 7, savedAt: nil, now: Self.now, uptime: .seconds(100))
        clock.advance(to: .seconds(101))
        clock.advance(to: .seconds(50))
        #expect(clock.elapsed == 1_007)
    }

    private static let gaps: [(Int64, Int64)] = [
        (10 * Self.day, 10 * Self.day), (0, 0), (-Self.day, 0), (30 * Self.day, 30 * Self.day),
        (30 * Self.day + 1, 0), (-Self.now, 0), (24 * 365 * Self.day, 0), (Int64.max - Self.now, 0), (Int64.min, 0),
    ]

    @Test(arguments: Self.gaps)
    func betweenRunsOnlyAnHonestGapCounts(gap: Int64, counted: Int64) {
        let (now, _) = Self.now.addingReportingOverflow(gap)
        let clock = AgeClock(elapsed: 5, savedAt: Self.now, now: now, uptime: .zero)
        #expect(clock.elapsed == 5 + counted)
    }
}
