/// What became of everything a project was sent, since the project began.
public struct QualityCounters: Equatable, Sendable {
    /// Events stored, profile and item operations included.
    public var stored: Int64 = 0
    /// Events that had been stored before and were left out.
    public var duplicates: Int64 = 0
    /// Duplicates whose text differed from the stored one: the first write stands (bug case O-34).
    public var clashes: Int64 = 0
    /// Refused events and requests, also those no longer kept as records.
    public var rejected: Int64 = 0
    /// Events whose time lay too far ahead (bug case O-33).
    public var timesReplaced: Int64 = 0
    /// Links that were refused, repetitions included (bug case O-30).
    public var linksRefused: Int64 = 0

    /// Creates counters at zero.
    public init() {}
}
