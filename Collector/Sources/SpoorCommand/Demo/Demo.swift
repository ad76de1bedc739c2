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
    ///
    /// - Parameters:
    ///   - scratch: a folder for the queues, which the caller removes.
    ///   - interruption: what ends the replay before its time.
    /// - Returns: the figures.
    /// - Throws: why there are none; rows that are lost are no such reason.
    func run(in scratch: Scratch, _ interruption: Interruption) async throws -> DemoFigures {
        let start = ContinuousClock.now
        let before = try await self.held()
        let replay = try await self.replay(scratch, interruption)
        let after = try await self.held()
        let seconds = Self.seconds(since: start)
        let span = try await self.span()
        let range = span?.parameters ?? []
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
            span: span,
            funnel: funnel,
            retention: retention
        )
    }

    /// Replays the file in processes of its own; rows that the SDK does not take are in the figures.
    private func replay(_ scratch: Scratch, _ interruption: Interruption) async throws -> ReplayFigures {
        let figures = scratch.path + "/replay.json"
        // The demo's visitors and their rows are always the same.
        try await ChildProcess.run(
            [
                "replay", "--server", self.server, "--project", Self.project, "--queues", scratch.path + "/queues",
                "--same", Replay.Identity.visitor.rawValue, "--figures", figures, "--", self.file,
            ],
            interruption
        )
        return try ReplayFigures(file: figures)
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

    /// All the days for which the collector has data.
    private func span() async throws -> DemoSpan? {
        DemoSpan(info: try await self.ask("info", []))
    }

    private func ask(_ route: String, _ parameters: [QueryParameter]) async throws -> JSONValue {
        try await self.client.get("/api/v1/" + route, [QueryParameter("project", Self.project)] + parameters)
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000
    }
}
