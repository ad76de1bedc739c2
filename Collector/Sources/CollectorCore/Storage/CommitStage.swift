/// The commits of one group, in the order they happen.
public enum CommitStage: Equatable, Sendable {
    /// Payloads of reports; they come before the events, so that an event that is there has its payload.
    case payloads
    /// New names, identifiers and producers.
    case dictionary
    /// The events of one UTC day, counted from 1970-01-01.
    case day(Int32)
    /// Ids seen, links, profiles and rejects.
    case projection
}

/// Asked before each commit of the store; what it throws stands for a disk that refuses (bug cases O-32, O-35).
public typealias CommitGate = @Sendable (CommitStage) throws -> Void
