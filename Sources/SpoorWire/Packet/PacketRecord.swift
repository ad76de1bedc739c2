/// One record as a packet carries it.
public struct PacketRecord: Equatable, Sendable {
    /// The id of the report, as the meta's member `REPORT_ID` has it; empty where a received meta has none.
    public var reportID: String

    /// One JSON object without a line break in it.
    public var meta: [UInt8]

    /// The large part, if there is one: any bytes.
    public var payload: [UInt8]?

    /// Creates a record.
    public init(reportID: String, meta: [UInt8], payload: [UInt8]? = nil) {
        self.reportID = reportID
        self.meta = meta
        self.payload = payload
    }
}
