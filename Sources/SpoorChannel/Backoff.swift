/// How long to stay silent after failures: exponential with jitter, or as long as the server asks.
///
/// A value without clock or randomness of its own; it is persisted so that a restart does not break the wait.
public struct Backoff: Equatable, Sendable {
    /// The shortest wait after a failure.
    public static let shortest: Duration = .seconds(1)

    /// The longest wait that we choose ourselves; a server may ask for more.
    public static let longest: Duration = .seconds(300)

    /// How many attempts failed in a row.
    public private(set) var failures: Int

    /// The uptime at which the wait ends.
    public private(set) var end: Duration

    /// The uptime up to which the server asked to wait; not even a manual flush comes before it.
    public private(set) var askedEnd: Duration

    /// Creates a state without a wait.
    public init() {
        self.failures = 0
        self.end = .zero
        self.askedEnd = .zero
    }

    /// Notes a failure and chooses the wait: our own, or the server's where that is longer.
    ///
    /// A server that asks for no time at all, or for a moment that is past, does not switch our own wait off.
    ///
    /// - Parameters:
    ///   - asked: the wait the server asked for, if any.
    ///   - uptime: now.
    ///   - random: a number in 0..<1 that spreads many devices over time.
    public mutating func fail(asked: Duration?, uptime: Duration, random: Double) {
        self.failures = min(self.failures + 1, 1_000)
        let full = min(Self.shortest * (1 << min(self.failures - 1, 9)), Self.longest)
        let own = max(Self.shortest, full * (0.5 + random / 2))
        let asked = max(.zero, asked ?? .zero)
        self.end = uptime + max(own, asked)
        self.askedEnd = uptime + asked
    }

    /// Keeps the shortest distance to the next request, without counting a failure: used while a bad event is isolated.
    ///
    /// A longer wait that is on stays what it was, the server's wish included.
    ///
    /// - Parameter uptime: now.
    public mutating func pause(uptime: Duration) {
        self.end = max(self.end, uptime + Self.shortest)
    }

    /// Forgets all failures.
    public mutating func succeed() {
        self = Backoff()
    }

    /// The time left to wait; zero where nothing stands in the way.
    public func remaining(uptime: Duration) -> Duration {
        max(.zero, self.end - uptime)
    }

    /// Whether the server asked for the wait that is on now; then not even a manual flush breaks it.
    public func isAskedByServer(uptime: Duration) -> Bool { self.askedEnd > uptime }
}

extension Backoff {
    /// What to keep; nil where there is nothing to remember.
    public func saved(uptime: Duration, wallMilliseconds: Int64) -> SavedBackoff? {
        guard self.failures > 0 else { return nil }
        let left = self.remaining(uptime: uptime).wholeMilliseconds
        return SavedBackoff(
            failures: self.failures,
            endMilliseconds: wallMilliseconds + left,
            lengthMilliseconds: left,
            askedMilliseconds: max(.zero, self.askedEnd - uptime).wholeMilliseconds
        )
    }

    /// Takes up a saved wait: never longer than it was, whatever the clock did in between.
    public init(restoring saved: SavedBackoff, uptime: Duration, wallMilliseconds: Int64) {
        self.init()
        let length = max(0, min(saved.lengthMilliseconds, RetryAfter.longest.wholeMilliseconds))
        let (left, overflow) = saved.endMilliseconds.subtractingReportingOverflow(wallMilliseconds)
        self.failures = max(0, min(saved.failures, 1_000))
        let kept = overflow ? length : max(0, min(left, length))
        let asked = max(0, min(saved.askedMilliseconds, length))
        self.end = uptime + .milliseconds(kept)
        self.askedEnd = uptime + .milliseconds(max(0, asked - (length - kept)))
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = self.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
