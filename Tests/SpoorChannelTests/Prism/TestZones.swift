import SpoorWire

/// A zone whose offset changes at given instants.
struct SteppedZone: ZoneOffsets {
    /// Seconds east of Greenwich before the first step.
    var first: Int
    /// From which instant on, in milliseconds, which offset holds; in order.
    var steps: [(from: Int64, seconds: Int)]

    func secondsFromGMT(atMilliseconds milliseconds: Int64) -> Int {
        self.steps.last { milliseconds >= $0.from }?.seconds ?? self.first
    }

    /// Berlin in 2026: summer time from March 29 to October 25, 01:00 UTC each.
    static let berlin = SteppedZone(
        first: 3600,
        steps: [(Instant.utc(2026, 3, 29, 1), 7200), (Instant.utc(2026, 10, 25, 1), 3600)]
    )
}

/// Instants by their parts.
enum Instant {
    static func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        return (days * 24 + Int64(hour)) * 3_600_000 + Int64(minute) * 60_000
    }
}
