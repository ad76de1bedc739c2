/// A moment as the engine sees it, read once for each interception and handed in.
public struct AutoTime: Hashable, Sendable {
    /// Wall time, in milliseconds since 1970; what events carry.
    public var milliseconds: Int64

    /// Monotonic time since some fixed moment; what durations are measured by, since nobody can set it.
    public var uptime: Duration

    /// Makes a moment.
    ///
    /// - Parameters:
    ///   - milliseconds: wall time, in milliseconds since 1970.
    ///   - uptime: monotonic time since some fixed moment.
    public init(milliseconds: Int64, uptime: Duration) {
        self.milliseconds = milliseconds
        self.uptime = uptime
    }
}
