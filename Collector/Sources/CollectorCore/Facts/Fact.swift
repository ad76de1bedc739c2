/// What analyses need of one stored event: who, when, what, and where the whole event lies.
///
/// Facts of a person are ordered by time, then by the client's sequence, then by arrival (bug case O-38).
public struct Fact: Equatable, Sendable {
    /// Dictionary id of the event's `distinct_id`.
    public var user: Int64
    /// When it happened, in milliseconds since 1970 UTC, as far as is known; see `EventTime`.
    public var time: Int64
    /// The client's sequence number; 0 where the client has none.
    public var seq: Int64
    /// Position in its day by order of arrival, from 1.
    public var row: Int64
    /// Dictionary id of the event's name.
    public var name: Int32
    /// UTC day of ``time``, counted from 1970-01-01: the physical partition that holds the event.
    public var day: Int32

    /// Creates a fact from its parts.
    public init(user: Int64, time: Int64, seq: Int64, row: Int64, name: Int32, day: Int32) {
        self.user = user
        self.time = time
        self.seq = seq
        self.row = row
        self.name = name
        self.day = day
    }
}

extension Fact {
    /// Whether this fact comes before `other` in a person's history.
    @inlinable
    public func precedes(_ other: Fact) -> Bool {
        if self.time != other.time { return self.time < other.time }
        if self.seq != other.seq { return self.seq < other.seq }
        return self.row < other.row
    }
}
