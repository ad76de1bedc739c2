/// What a channel's store needs from outside.
public struct ChannelStoreConfiguration: Sendable {
    /// How the journal uses memory and disk.
    public var journal = JournalConfiguration()
    /// Runs work on a thread or queue of its own, neither a caller's nor the channel's; see ``Journal/Provisioner``.
    public var provisioner: Journal.Provisioner
    /// Called on the caller's thread when there is something to drain.
    public var signal: @Sendable (JournalSignal) -> Void
    /// Source of randomness for producer ids.
    public var random: @Sendable () -> UInt64
    /// The producer of a fresh folder, instead of a random one; other folders keep theirs.
    public var freshProducer: String?

    /// The values that decide about privacy: they are kept with the records, too, so that no damage to a file grants
    /// again what was taken back.
    public var choices: Set<String> = []

    package var files: any FileAccess = PosixFileAccess()
    package var segmentFiles: any SegmentFiles = PosixSegmentFiles()
    package var faults = JournalFaults()
    package var point: @Sendable (StorePoint) -> Void = { _ in }

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - provisioner: runs work on a thread or queue of its own.
    ///   - signal: called on the caller's thread when there is something to drain.
    ///   - random: source of randomness for producer ids.
    public init(
        provisioner: @escaping Journal.Provisioner,
        signal: @escaping @Sendable (JournalSignal) -> Void = { _ in },
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.provisioner = provisioner
        self.signal = signal
        self.random = random
    }
}
