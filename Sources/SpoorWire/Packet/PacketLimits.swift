/// What a decoder accepts, so that no packet fills the memory.
public struct PacketLimits: Equatable, Sendable {
    /// The most bytes of a packet as it was sent.
    public var maxPacketBytes: Int

    /// The most bytes that metas and payloads of one packet inflate to, together.
    public var maxInflatedBytes: Int

    /// The most records of one packet.
    public var maxRecords: Int

    /// Creates limits; without arguments they are the collector's.
    public init(
        maxPacketBytes: Int = 8 * 1024 * 1024,
        maxInflatedBytes: Int = 64 * 1024 * 1024,
        maxRecords: Int = 100_000
    ) {
        self.maxPacketBytes = maxPacketBytes
        self.maxInflatedBytes = maxInflatedBytes
        self.maxRecords = maxRecords
    }
}
