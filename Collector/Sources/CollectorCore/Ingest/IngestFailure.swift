/// Why a batch could not be taken; nothing of it counts as acknowledged.
public enum IngestFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// More is waiting than the store can commit soon.
    case overloaded
    /// The store could not commit: full, locked or broken disk.
    case storeFailed(String)
    /// The collector is shutting down.
    case stopping

    /// Seconds after which another attempt makes sense.
    public var retryAfterSeconds: Int {
        switch self {
        case .overloaded: 1
        case .storeFailed: 5
        case .stopping: 5
        }
    }

    /// What is wrong and what to do, in a sentence.
    public var description: String {
        switch self {
        case .overloaded:
            "The collector has a backlog: keep the events and send them again later."
        case .storeFailed(let reason):
            "The collector cannot store at the moment (\(reason)): keep the events and send them again later."
        case .stopping:
            "The collector is shutting down: keep the events and send them again later."
        }
    }
}
