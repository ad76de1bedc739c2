/// How a channel is doing: counted since it was opened, except what waits.
public struct ChannelStatus: Equatable, Sendable {
    /// Records that wait for upload, in the database and in the journal.
    public var waiting = 0

    /// Bytes that wait for upload.
    public var waitingBytes = 0

    /// Records in the dead letters.
    public var deadLetters = 0

    /// Requests made.
    public var requests = 0

    /// Records the server took, known ones included.
    public var delivered = 0

    /// Records the server already had.
    public var duplicates = 0

    /// Records the server refused.
    public var rejected = 0

    /// Body bytes before compression.
    public var plainBytes = 0

    /// Body bytes that went out.
    public var sentBytes = 0

    /// Records given up for want of room or for their age, or lost to damage that was found, since the channel was opened.
    public var lost = 0

    /// Whether an upload is going on.
    public var isUploading = false

    /// Why storage is not open, so that nothing can be told of what it holds; nil while it is, and after a stop.
    public var storageProblem: String?

    /// Whether ``storageProblem`` is that another tracker or process has the folder: this one waits until it is let go.
    public var isFolderInUse = false

    /// Creates an empty status.
    public init() {}
}
