/// How a run of uploads ended.
public enum UploadOutcome: Equatable, Sendable {
    /// Nothing waits any more.
    case complete

    /// An attempt failed; the records are kept.
    case failed(UploadVerdict)

    /// A wait is on; nothing was tried.
    ///
    /// `askedByServer` tells whose wish it is.
    case waiting(remaining: Duration, askedByServer: Bool)

    /// The app has too little time left in the background for another request.
    case outOfTime

    /// What is left waits for another network, or another day.
    case held(UploadHold)

    /// Uploading is switched off, or the channel is closed.
    case disabled

    /// The storage could not be opened, read or written; the text says why.
    case storageFailure(String)
}

/// What one call of `flush` came to.
public struct FlushReport: Equatable, Sendable {
    /// How many records the server took, known ones included.
    public var delivered: Int

    /// How many it refused; they are in the dead letters.
    public var rejected: Int

    /// How many still wait on this device, those included that were recorded after the call.
    public var remaining: Int

    /// How the attempt ended.
    public var outcome: UploadOutcome

    /// Creates a report.
    public init(delivered: Int, rejected: Int, remaining: Int, outcome: UploadOutcome) {
        self.delivered = delivered
        self.rejected = rejected
        self.remaining = remaining
        self.outcome = outcome
    }
}
