import SpoorChannel

/// One instant on the three clocks that rules about time need.
struct Moment: Equatable, Sendable {
    /// Awake time, by which durations are measured (O-13): stands still while the device sleeps, and never goes back.
    var uptime: Duration

    /// The same with sleep counted, by which gaps are measured (O-12).
    var continuous: Duration

    /// Wall-clock milliseconds, which may jump.
    ///
    /// Only what an event shows, or what outlives the process, is taken from them.
    var wall: Int64

    init(uptime: Duration, continuous: Duration, wall: Int64) {
        self.uptime = uptime
        self.continuous = continuous
        self.wall = wall
    }

    /// Now.
    init(_ scheduler: any Scheduler) {
        self.init(
            uptime: scheduler.uptime,
            continuous: scheduler.continuousTime,
            wall: scheduler.wallMilliseconds
        )
    }
}

extension Duration {
    /// Seconds with three decimals as `event_duration` has them; never negative.
    var wireSeconds: Double {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = self.components
        let milliseconds = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
        return (Double(seconds) * 1000 + Double(milliseconds)) / 1000
    }
}
