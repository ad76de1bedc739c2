/// What may be read of a project's payloads.
public protocol PayloadSource: Sendable {
    /// The payloads, newest first.
    ///
    /// - Parameters:
    ///   - state: The only state wanted; nil for all.
    ///   - before: Only payloads that arrived before the one of this number.
    ///   - limit: How many at most.
    /// - Returns: What is known of them.
    /// - Throws: why the file cannot be read.
    func list(state: PayloadState?, before: Int64?, limit: Int) throws -> [PayloadRecord]

    /// How many payloads there are of each state.
    func counts() throws -> [PayloadState: Int64]

    /// What is known of a report's payload; nil where there is none.
    func record(reportID: String) throws -> PayloadRecord?

    /// A report's payload as the device sent it; nil where there is none.
    func bytes(reportID: String) throws -> [UInt8]?
}
