/// One event as the store keeps it: the client's JSON, unchanged, and what the collector knows besides.
public struct StoredEvent: Equatable, Sendable {
    /// Who, when, what.
    ///
    /// ``Fact/name`` is 0 for profile and item operations, which are no events to an analysis.
    public let fact: Fact
    /// When the collector received it, in milliseconds since 1970 UTC.
    public let received: Int64
    /// Where ``Fact/time`` comes from; the device's own time stands in ``json`` in any case (bug case O-33).
    public let timeSource: TimeSource
    /// The event's JSON object, byte for byte as sent.
    public let json: [UInt8]

    /// Creates a stored event from its parts.
    public init(fact: Fact, received: Int64, timeSource: TimeSource, json: [UInt8]) {
        self.fact = fact
        self.received = received
        self.timeSource = timeSource
        self.json = json
    }
}
