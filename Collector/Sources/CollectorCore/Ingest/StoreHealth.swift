/// How the writer is, as opposed to the port (bug case O-35).
public struct StoreHealth: Equatable, Sendable {
    /// Whether the writer lives and its last attempt to commit succeeded.
    public var isHealthy = true
    /// Milliseconds since the last commit; nil before the first.
    public var lastCommitAgeMilliseconds: Int64?
    /// Batches waiting for the writer.
    public var backlogBatches = 0
    /// Bytes of waiting events.
    public var backlogBytes = 0
    /// Groups of batches committed since the start.
    public var commits: Int64 = 0
    /// Groups of batches that could not be committed since the start.
    public var failedCommits: Int64 = 0
    /// Why the last commit failed; nil once one has succeeded again.
    public var lastError: String?

    /// Creates the health of a store that has done nothing yet.
    public init() {}
}
