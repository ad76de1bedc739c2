import Spoor

/// The SDK as one visitor's device would run it, with a queue folder of its own.
struct ReplayQueue: Sendable {
    /// Where the queue folders lie.
    var folder: String
    /// The collector's address; while recording the device is offline.
    var server: String
    /// The project on the collector.
    var project: String
    /// By what events are known again.
    var identity: ReplayIdentity
    /// What carries the requests of all visitors.
    var transport: any UploadTransport

    /// How many visitors are replayed at the same time.
    static let wave = 64

    /// Starts a visitor's tracker.
    func tracker(for visitor: String, isOnline: Bool) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: self.server, project: self.project)
        configuration.name = Self.name(of: visitor)
        configuration.folder = self.folder
        configuration.anonymousID = visitor
        configuration.journalSegmentBytes = 16 << 10
        configuration.startWait = .seconds(30)
        configuration.channel.isUploadEnabled = isOnline
        var environment = TrackerEnvironment(
            scheduler: DispatchScheduler(label: "spoor.replay"),
            transport: self.transport
        )
        environment.producer = self.identity.producer(of: visitor)
        return Tracker(configuration, environment: environment)
    }

    /// A name that gives a folder: one of 255 bytes at most, where a byte can take three.
    static func name(of visitor: String) -> String {
        guard visitor.utf8.count > 80 else { return visitor }
        return visitor.prefix(16) + "-" + ReplayIdentity.file(fingerprint: []).producer(of: visitor)
    }

    /// Runs `work` for every visitor, a wave at a time, and adds up what it did.
    static func inWaves(
        _ visitors: [ClickStream.Visitor],
        _ work: @escaping @Sendable (ClickStream.Visitor) async throws -> ReplayFigures,
        progress: (Int) -> Void
    ) async throws -> ReplayFigures {
        var total = ReplayFigures()
        for start in stride(from: 0, to: visitors.count, by: Self.wave) {
            let wave = visitors[start..<min(start + Self.wave, visitors.count)]
            try await withThrowingTaskGroup(of: ReplayFigures.self) { group in
                for visitor in wave { group.addTask { try await work(visitor) } }
                for try await figures in group { total.add(figures) }
            }
            progress(start + wave.count)
        }
        return total
    }
}
