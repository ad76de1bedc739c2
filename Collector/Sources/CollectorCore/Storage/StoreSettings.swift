public import Foundation

/// How the embedded store works.
public struct StoreSettings: Sendable {
    /// The folder that holds everything.
    public var folder: String
    /// The projects that are taken; nil creates each on first use.
    public var projects: [String]?
    /// The time zone of the projects' calendar days.
    public var timeZone: TimeZone
    /// Day files that are open for writing at most; a write to another closes the one used least recently.
    public var maxOpenDays = 192
    /// Bytes of decoded events that may wait for the writer; beyond that, requests are refused.
    public var maxBacklogBytes = 256 * 1024 * 1024
    /// Facts in memory before they are indexed.
    public var factsPerRun = 65_536
    /// How long another process may hold a file locked before a commit counts as failed, in milliseconds.
    public var busyTimeoutMilliseconds = 1_000
    /// Days after which payloads are removed; nil keeps them, as events are kept.
    public var payloadDays: Int?
    /// What looks into payloads after they are stored.
    public var payloadHandler: any PayloadHandler = JSONPayloadHandler()
    /// The clock, in milliseconds since 1970 UTC.
    public var now: @Sendable () -> Int64
    /// Asked before each commit.
    public var gate: CommitGate
    /// Gets a sentence for whoever runs the collector, such as that a damaged file was put aside.
    public var tell: @Sendable (String) -> Void = { _ in }

    /// Creates settings with their defaults.
    ///
    /// - Parameters:
    ///   - folder: The folder that holds everything; created when missing.
    ///   - projects: The projects that are taken; nil creates each on first use.
    ///   - timeZone: The time zone of the projects' calendar days.
    ///   - now: The clock, in milliseconds since 1970 UTC.
    ///   - gate: Asked before each commit.
    public init(
        folder: String,
        projects: [String]? = nil,
        timeZone: TimeZone = .current,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) },
        gate: @escaping CommitGate = { _ in }
    ) {
        self.folder = folder
        self.projects = projects
        self.timeZone = timeZone
        self.now = now
        self.gate = gate
    }
}
