import Foundation
import SpoorWire

/// The demo's run against a collector that is up.
struct Demo: Sendable {
    static let project = "shop"
    static let steps = ["catalog", "cart", "payment_choice", "payment_done"]
    static let window = "7d"

    let file: String
    let server: String
    let surroundings: Surroundings

    private var client: CollectorClient { CollectorClient(server: self.server, fetch: self.surroundings.fetch) }

    /// Replays the file and asks the collector what it holds.
    func run() async throws -> DemoFigures {
        let start = ContinuousClock.now
        let before = try await self.held()
        let scratch = NSTemporaryDirectory() + "/spoor-demo-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let figuresFile = scratch + "/replay.json"
        try await ChildProcess.run([
            "replay", self.file, "--server", self.server, "--project", Self.project, "--queues", scratch + "/queues",
            "--figures", figuresFile,
        ])
        let replay = try ReplayFigures(file: figuresFile)
        let after = try await self.held()
        let seconds = Self.seconds(since: start)
        let range = try await self.range()
        let funnel = try await self.ask(
            "funnel",
            range + [
                QueryParameter("steps", Self.steps.joined(separator: ",")), QueryParameter("window", Self.window),
            ]
        )
        let retention = try await self.ask(
            "retention",
            range + [
                QueryParameter("interval", "day"), QueryParameter("periods", "7"), QueryParameter("cohorts", "each"),
            ]
        )
        return DemoFigures(
            replay: replay,
            stored: after.stored - before.stored,
            rejected: after.rejected - before.rejected,
            seconds: seconds,
            funnel: funnel,
            retention: retention
        )
    }

    /// How many events and rejects the collector holds, counted by the collector itself.
    private func held() async throws -> (stored: Int, rejected: Int) {
        let projects = try await self.client.get("/api/v1/projects", [])
        let known = projects["projects"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard known.contains(Self.project) else { return (0, 0) }
        let names = try await self.ask("names", [])["names"]?.arrayValue ?? []
        let stored = names.reduce(0) { $0 + Int(clamping: $1["count"]?.int64Value ?? 0) }
        let rejected = try await self.ask("rejects", [QueryParameter("limit", "1")])["total"]?.int64Value ?? 0
        return (stored, Int(clamping: rejected))
    }

    /// All the time for which the collector has data.
    private func range() async throws -> [QueryParameter] {
        let span = try await self.ask("info", [])["timeSpan"]
        guard let first = span?["first"]?.int64Value, let last = span?["last"]?.int64Value else { return [] }
        return [QueryParameter("from", String(first)), QueryParameter("to", String(last + 1))]
    }

    private func ask(_ route: String, _ parameters: [QueryParameter]) async throws -> JSONValue {
        try await self.client.get("/api/v1/" + route, [QueryParameter("project", Self.project)] + parameters)
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000
    }
}
