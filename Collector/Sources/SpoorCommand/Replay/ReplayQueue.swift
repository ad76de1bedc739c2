import Spoor

/// The SDK as one visitor's device would run it, with a queue folder of its own.
struct ReplayQueue: Sendable {
    /// Where the queue folders lie.
    var folder: String
    /// The collector's address; while recording the device is offline.
    var server: String
    /// The project on the collector.
    var project: String
    /// What carries the requests of all visitors.
    var transport: any UploadTransport

    /// How many visitors are replayed at the same time.
    static let wave = 64

    /// Starts a visitor's tracker.
    func tracker(for visitor: String, isOnline: Bool) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: self.server, project: self.project)
        configuration.name = visitor
        configuration.folder = self.folder
        configuration.anonymousID = visitor
        configuration.journalSegmentBytes = 16 << 10
        configuration.startWait = .seconds(30)
        configuration.channel.isUploadEnabled = isOnline
        var environment = TrackerEnvironment(
            scheduler: DispatchScheduler(label: "spoor.replay"),
            transport: self.transport
        )
        environment.producer = Self.producer(of: visitor)
        return Tracker(configuration, environment: environment)
    }

    /// A producer's name that is the same for a visitor each time, so that a second replay stores nothing twice.
    static func producer(of visitor: String) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let seeds: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
        let halves = seeds.map { seed in
            visitor.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
        return String(
            halves.flatMap { half in
                // Spreads the last bytes over all bits; the plain hash leaves the upper ones nearly alone.
                let mixed = (half ^ half >> 32) &* 0x9E37_79B9_7F4A_7C15
                return (0..<8).map { alphabet[Int(mixed >> (24 + $0 * 5) & 31)] }
            }
        )
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
