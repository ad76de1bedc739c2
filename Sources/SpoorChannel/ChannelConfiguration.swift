public import SpoorWire

/// What a channel may do, and how much of it.
public struct ChannelConfiguration: Equatable, Sendable {
    /// The collector's base address, such as `https://collector.example.com`; the channel adds its path.
    ///
    /// With ``ChannelEncoding/sensorsForm`` the receiver's whole address.
    public var endpoint: String

    /// The project on the collector that gets the records.
    public var project: String

    /// The channel's name, which goes with packets; nil where it has none.
    public var namespace: String?

    /// What the channel carries; it decides the defaults and some ranges.
    ///
    /// The default is ``ChannelKind/tracker``. For the channels of a tracker's configuration it counts as
    /// ``ChannelKind/prism``, and of what was not set the defaults of that hold.
    public var kind = ChannelKind.tracker

    /// What bodies look like.
    ///
    /// The default is Spoor's own form; packets for Prism channels.
    public var encoding = ChannelEncoding.json {
        didSet { self.chosen.insert(.encoding) }
    }

    /// Whether a developer watches the events one by one.
    ///
    /// The default is off; see ``DebugMode`` for what the others cost.
    public var debugMode = DebugMode.off

    /// Whether records are uploaded.
    ///
    /// The default is true; off, they are stored all the same.
    public var isUploadEnabled = true

    /// Whether records are taken at all.
    ///
    /// The default is true; off, what is recorded is dropped at once, and what waits is kept.
    public var isCollectionEnabled = true

    /// Whether a new version of the app deletes what an older one recorded.
    ///
    /// The default is false for the tracker's channel, true for Prism channels.
    public var clearsOnUpgrade = false {
        didSet { self.chosen.insert(.clearsOnUpgrade) }
    }

    /// What the server's document says of that; nil while there is none.
    package var upgradeWord: UpgradeWord?

    /// The most bytes of one body before compression.
    ///
    /// The default is 1 MB, at most 3.
    public var maxBodyBytes = 1_000_000

    /// Time between uploads while records wait.
    ///
    /// The default is 15 s (000), at least 5; 5 s for Prism channels, 1 to 30.
    public var uploadInterval: Duration = .seconds(15) {
        didSet { self.chosen.insert(.uploadInterval) }
    }

    /// How many records, stored since the last upload was asked for, start one at once.
    ///
    /// The default is 100 (000).
    public var bulkSize = 100

    /// How many records the first batch takes; later ones grow up to ``maxBodyBytes``.
    ///
    /// The default is the seed's 50; 100 for Prism channels.
    public var initialBatchCount = 50 {
        didSet { self.chosen.insert(.initialBatchCount) }
    }

    /// The most records of one batch, however small they are.
    ///
    /// The default is 10 000; 100, which is also the most, for Prism channels.
    public var maxBatchCount = 10_000 {
        didSet { self.chosen.insert(.maxBatchCount) }
    }

    /// The most bytes a local calendar day that are uploaded outside of Wi-Fi.
    ///
    /// The default is 20 MB, at most 100.
    public var dailyCellularBytes = 20_000_000

    /// What holds for each type of record, and the list of types that are taken; nil takes every type.
    ///
    /// The default is nil; the seed's five types for Prism channels, which limit monitoring: records of business, which have
    /// a prefix, are then taken whatever their type. Any other list is one of business records, too.
    public var rules: [TypeRule]? {
        didSet {
            self.hasDefaultRules = false
            self.chosen.insert(.rules)
        }
    }

    /// Whether neither app nor server has set ``rules``; the same list set by one of them limits business, too.
    var hasDefaultRules = false

    /// Which of the settings that depend on ``kind`` were set, whatever to.
    var chosen = ChosenSettings()

    /// How bodies are encrypted.
    ///
    /// The default is not at all. The Sensors form, which debug modes send too, cannot be encrypted: asked for both, the
    /// channel uploads nothing and says so.
    public var encryption = Encryption.none

    /// The most records that wait on the device.
    ///
    /// The default is 100 000, at least 100; the lowest class goes first, oldest first.
    public var maxStoredRecords = 100_000

    /// The most bytes that wait on the device.
    ///
    /// The default is 64 MiB, at least 1 MiB.
    public var maxStoredBytes = 64 << 20

    /// How many days a record waits on the device before it is given up.
    ///
    /// The default is 15, at most 30. Counted from the moment of recording by a clock that jumps of the device's clock do
    /// not move: of the time between two runs, what looks like more than 30 days or less than nothing counts as nothing.
    public var retentionDays = 15

    /// How long a request may take.
    ///
    /// The default is 30 s (000).
    public var requestTimeout: Duration = .seconds(30)

    /// Header fields that go with each request, such as an access token.
    ///
    /// A field that would break requests is left out, with a warning: a name that is none (RFC 9110), a value with control
    /// characters or over 8192 bytes, and what the channel or the system sets itself (`Host`, `Content-…`, `Spoor-…`).
    public var headers: [String: String] = [:]

    /// Creates a configuration with the defaults.
    ///
    /// - Parameters:
    ///   - endpoint: the collector's base address.
    ///   - project: the project on the collector.
    public init(endpoint: String, project: String = "default") {
        self.endpoint = endpoint
        self.project = project
    }

    /// The same configuration with every value in its range, and without header fields that cannot be sent.
    public var clamped: ChannelConfiguration {
        var copy = self
        copy.maxBodyBytes = min(max(self.maxBodyBytes, 1_000), 3_000_000)
        copy.uploadInterval = min(max(self.uploadInterval, self.kind.shortestInterval), self.kind.longestInterval)
        copy.bulkSize = min(max(self.bulkSize, 1), 100_000)
        copy.initialBatchCount = min(max(self.initialBatchCount, 1), 10_000)
        copy.maxBatchCount = min(max(self.maxBatchCount, 1), self.kind.largestBatch)
        copy.dailyCellularBytes = min(max(self.dailyCellularBytes, 0), 100_000_000)
        copy.maxStoredRecords = max(self.maxStoredRecords, 100)
        copy.maxStoredBytes = max(self.maxStoredBytes, 1 << 20)
        copy.retentionDays = min(max(self.retentionDays, 1), 30)
        copy.requestTimeout = min(max(self.requestTimeout, .seconds(1)), .seconds(300))
        copy.headers = HeaderCheck(self.headers).kept
        return copy
    }

    /// What a developer should know of the values: those that ``clamped`` changes, and an encoding or encryption that
    /// cannot be had; nil where there is nothing to say.
    public var clampingRemark: String? {
        let clamped = self.clamped
        let values: [(String, String, String)] = [
            ("maxBodyBytes", "\(self.maxBodyBytes)", "\(clamped.maxBodyBytes)"),
            ("uploadInterval", "\(self.uploadInterval)", "\(clamped.uploadInterval)"),
            ("bulkSize", "\(self.bulkSize)", "\(clamped.bulkSize)"),
            ("initialBatchCount", "\(self.initialBatchCount)", "\(clamped.initialBatchCount)"),
            ("maxBatchCount", "\(self.maxBatchCount)", "\(clamped.maxBatchCount)"),
            ("dailyCellularBytes", "\(self.dailyCellularBytes)", "\(clamped.dailyCellularBytes)"),
            ("maxStoredRecords", "\(self.maxStoredRecords)", "\(clamped.maxStoredRecords)"),
            ("maxStoredBytes", "\(self.maxStoredBytes)", "\(clamped.maxStoredBytes)"),
            ("retentionDays", "\(self.retentionDays)", "\(clamped.retentionDays)"),
            ("requestTimeout", "\(self.requestTimeout)", "\(clamped.requestTimeout)"),
        ]
        let changes = values.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) became \($0.2)" }
        let replaced =
            changes.isEmpty
            ? nil : "Configured values outside of their range were replaced: \(changes.joined(separator: ", "))."
        let remarks = [replaced, self.encodingRemark].compactMap(\.self)
        return remarks.isEmpty ? nil : remarks.joined(separator: " ")
    }
}
