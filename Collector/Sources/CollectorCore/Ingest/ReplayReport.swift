/// What became of refused events that were tried again.
public struct ReplayReport: Equatable, Sendable {
    /// Events stored now.
    public var stored = 0
    /// Events that had been stored meanwhile.
    public var duplicate = 0
    /// Events that are still refused.
    public var refused = 0
    /// Records that cannot be tried: whole requests, and events whose text was too long to be kept whole.
    public var skipped = 0

    /// Creates a report of nothing.
    public init() {}
}
