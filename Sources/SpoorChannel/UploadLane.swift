import SpoorStore

/// The way to one address: its wait, and the request that is under way to it.
///
/// Packet version 1 has an address for metas and one for payloads. Each has a lane, so that one that fails, is slow or
/// refuses what it gets never holds up what is for the other; both may have a request under way at the same time. Every
/// other form has one lane. Confined to the channel's scheduler, like the worker.
final class UploadLane {
    /// What goes this way.
    let part: UploadPart
    /// The rules of this way, its wait among them.
    var machine: UploadMachine
    /// What the last run came to; nil before the first.
    var outcome: UploadOutcome?

    /// What was taken and is being sent.
    var batch: RecordBatch?
    /// The body of the batch that was taken; nil where none could be made.
    var body: UploadBody?
    /// Why there is no body.
    var encodingProblem: EncodingProblem?
    /// The network that the batch was taken for.
    var leaveStatus = NetworkStatus.wifi
    /// Why nothing may leave this way, as it was said; nil while something may.
    var holdReason: UploadGate.Reason?
    /// Why uploads failed this way, as it was said, since something was delivered last.
    var saidFailures = SaidSentences()
    /// What the server said to it.
    var words = ServerWords()
    /// A record that was refused alone.
    var setAside: RecordBatch?
    /// What the server said to that one.
    var setAsideWords = ServerWords()

    /// The number of the last request.
    var lastRequest = 0
    /// The request that is under way.
    var underWay: RequestUnderWay?
    /// What the request that is under way was made with; it ends with that, whatever is applied meanwhile.
    var sentConfiguration: ChannelConfiguration
    /// The mark of the address that the last request went to, or a wait that was taken up is for.
    var waitAddress: String?
    /// Brings the end of a wait.
    var wakeWork: (any ScheduledWork)?

    init(_ part: UploadPart, _ configuration: ChannelConfiguration) {
        self.part = part
        self.sentConfiguration = configuration
        self.machine = Self.machine(configuration)
        self.machine.isEnabled = self.isUsed(by: configuration)
    }

    /// A machine that knows nothing of the server yet.
    static func machine(_ configuration: ChannelConfiguration) -> UploadMachine {
        UploadMachine(
            sizer: BatchSizer(initial: configuration.initialBatchCount, largest: configuration.maxBatchCount)
        )
    }

    /// Whether something may leave this way.
    func isUsed(by configuration: ChannelConfiguration) -> Bool {
        configuration.isUploadEnabled && UploadPart.all(of: configuration.encoding).contains(self.part)
    }

    /// The names under which a channel's state keeps the wait, of every way.
    static let waitKeys = [UploadPart.whole, .details].map { UploadLane.waitKey($0) }

    private static func waitKey(_ part: UploadPart) -> String {
        part == .details ? "\(SavedBackoff.stateKey).details" : SavedBackoff.stateKey
    }

    /// The name under which a channel's state keeps the wait.
    var waitKey: String { Self.waitKey(self.part) }

    /// The name under which a channel's state keeps how many records hold a refused one.
    var searchKey: String { self.part == .details ? "search.details" : "search" }
}

/// A request that was not answered yet.
struct RequestUnderWay {
    /// When it is given up, in uptime.
    var end: Duration
    /// What gives it up then.
    var overdueWork: any ScheduledWork
    /// Gives it up.
    let giveUp: @Sendable () -> Void
}
