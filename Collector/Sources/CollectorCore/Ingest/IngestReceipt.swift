/// One refused event of a batch, as the answer names it.
public struct Rejection: Equatable, Sendable {
    /// Position in the batch, from 0.
    public let index: Int
    /// What is wrong, in a sentence.
    public let reason: String

    /// Creates a rejection from its parts.
    public init(index: Int, reason: String) {
        self.index = index
        self.reason = reason
    }
}

/// What became of a batch; given only when the stored events survive the death of the collector (bug case O-32).
public struct IngestReceipt: Equatable, Sendable {
    /// Events stored now.
    public var stored: Int
    /// Events left out because they had been stored before.
    public var duplicate: Int
    /// Events refused, by index.
    public var rejected: [Rejection]

    /// Creates a receipt from its parts.
    public init(stored: Int = 0, duplicate: Int = 0, rejected: [Rejection] = []) {
        self.stored = stored
        self.duplicate = duplicate
        self.rejected = rejected
    }
}
