/// Milliseconds that pass, whatever the device's clock is set to.
///
/// Within a run it follows the uptime. Between two runs only the wall clock can tell; a gap that it cannot have shown
/// honestly, backwards or of more than ``longestGap``, counts as nothing.
struct AgeClock: Equatable {
    /// The longest time between two runs that is believed: no record is kept longer.
    static let longestGap: Int64 = 30 * 86_400_000

    /// What has passed since the folder was made.
    private(set) var elapsed: Int64

    private var uptime: Duration

    /// Takes up the count of an earlier run.
    ///
    /// - Parameters:
    ///   - elapsed: the count when it was saved.
    ///   - wall: the wall clock when it was saved, in milliseconds; nil where nothing was.
    ///   - now: the wall clock.
    ///   - uptime: the uptime.
    init(elapsed: Int64, savedAt wall: Int64?, now: Int64, uptime: Duration) {
        let (gap, overflow) = now.subtractingReportingOverflow(wall ?? now)
        let isBelieved = !overflow && gap > 0 && gap <= Self.longestGap
        self.elapsed = max(0, min(elapsed, .max / 2)) + (isBelieved ? gap : 0)
        self.uptime = uptime
    }

    /// Moves on to another moment of this run.
    mutating func advance(to uptime: Duration) {
        guard uptime > self.uptime else { return }
        self.elapsed += (uptime - self.uptime).wholeMilliseconds
        self.uptime = uptime
    }
}
