import Foundation
import Spoor

/// A click stream on its way to a collector.
struct Replay: Sendable {
    let file: String
    let server: String
    let project: String
    let console: Console

    /// Records everything into fresh queues; nothing is sent.
    func record(into queues: String) async throws -> ReplayFigures {
        let stream = try ClickStream(file: self.file)
        try Self.prepare(queues)
        return try await self.run(stream, queues: queues, title: "recorded") { visitor, queue in
            await ReplayStages.record(visitor, queue)
        }
    }

    /// Uploads what ``record(into:)`` left.
    func upload(from queues: String) async throws -> ReplayFigures {
        let stream = try ClickStream(file: self.file)
        guard FileManager.default.fileExists(atPath: queues) else {
            throw CommandFailure("There are no queues in '\(queues)': record first, by --stage record.")
        }
        return try await self.run(stream, queues: queues, title: "uploaded") { visitor, queue in
            try await ReplayStages.upload(visitor, queue)
        }
    }

    /// Both stages, each in a process of its own, so that the second knows only what the first left on disk.
    func both(queues given: String?) async throws -> ReplayFigures {
        _ = try ClickStream(file: self.file)
        let scratch = NSTemporaryDirectory() + "/spoor-replay-" + UUID().uuidString
        let queues = given ?? scratch + "/queues"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        var total = ReplayFigures()
        for stage in ["record", "upload"] {
            let figures = "\(scratch)/\(stage).json"
            try await ChildProcess.run([
                "replay", self.file, "--server", self.server, "--project", self.project, "--queues", queues,
                "--stage", stage, "--figures", figures,
            ])
            let part = try ReplayFigures(file: figures)
            total.add(part)
            total.visitors = part.visitors
        }
        return total
    }

    private static func prepare(_ queues: String) throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(atPath: queues, withIntermediateDirectories: true)
            guard try FileManager.default.contentsOfDirectory(atPath: queues).isEmpty else {
                throw CommandFailure(
                    "'\(queues)' is not empty: name an empty folder, so that no event is recorded twice."
                )
            }
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("The folder '\(queues)' cannot be made: \(error.localizedDescription)")
        }
    }

    private func run(
        _ stream: ClickStream,
        queues: String,
        title: String,
        _ work: @escaping @Sendable (ClickStream.Visitor, ReplayQueue) async throws -> ReplayFigures
    ) async throws -> ReplayFigures {
        let start = ContinuousClock.now
        let progress = ProgressLine()
        let queue = ReplayQueue(
            folder: queues,
            server: self.server,
            project: self.project,
            transport: URLSessionTransport(maximumConnections: 8)
        )
        defer { progress.clear() }
        var total = try await ReplayQueue.inWaves(stream.visitors) { visitor in
            try await work(visitor, queue)
        } progress: { done in
            progress.show("\(done) of \(stream.visitors.count) visitors \(title)")
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        total.milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        return total
    }
}
