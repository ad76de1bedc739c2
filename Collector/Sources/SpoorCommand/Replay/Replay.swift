import CollectorCore
import CommandLineKit
import Foundation
import Spoor

/// A click stream on its way to a collector.
struct Replay: Sendable {
    /// What the producers' names are made of.
    enum Identity: String, CaseIterable {
        case file
        case visitor
    }

    let file: String
    let server: String
    let project: String
    let identity: Identity
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
            throw CommandFailure("There are no queues in '\(queues.echoed)': record first, by --stage record.")
        }
        return try await self.run(stream, queues: queues, title: "uploaded") { visitor, queue in
            try await ReplayStages.upload(visitor, queue)
        }
    }

    /// Both stages, each in a process of its own, so that the second knows only what the first left on disk.
    ///
    /// Queues in a folder of our own go at the end, but never while something of them is not on the collector.
    func both(queues given: String?) async throws -> ReplayFigures {
        _ = try ClickStream(file: self.file)
        let scratch = try Scratch("spoor-replay")
        let queues = given ?? scratch.path + "/queues"
        return try await Interruption.guarding { interruption in
            var total: ReplayFigures
            do {
                total = try await self.stage("record", queues, scratch, interruption)
            } catch {
                scratch.remove()
                throw CommandFailure("\(error) Nothing was sent.")
            }
            do {
                let part = try await self.stage("upload", queues, scratch, interruption)
                let visitors = total.visitors
                total.add(part)
                (total.visitors, total.rows) = (visitors, part.rows)
                guard total.missing == 0 else {
                    throw CommandFailure("\(total.missing) of \(total.tracked) recorded events were not uploaded.")
                }
            } catch {
                throw CommandFailure("\(error) Nothing is lost: go on by '\(self.continuation(queues))'.")
            }
            scratch.remove()
            return total
        }
    }

    /// The line that uploads what is left in some queues.
    func continuation(_ queues: String) -> String {
        (["spoor"] + self.arguments(queues, stage: "upload")).map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    private func arguments(_ queues: String, stage: String) -> [String] {
        [
            "replay", "--server", self.server, "--project", self.project, "--same", self.identity.rawValue,
            "--queues", queues, "--stage", stage, "--", self.file,
        ]
    }

    private func stage(
        _ stage: String,
        _ queues: String,
        _ scratch: Scratch,
        _ interruption: Interruption
    ) async throws -> ReplayFigures {
        let figures = "\(scratch.path)/\(stage).json"
        var arguments = self.arguments(queues, stage: stage)
        arguments.insert(contentsOf: ["--figures", figures], at: 1)
        try await ChildProcess.run(arguments, interruption)
        return try ReplayFigures(file: figures)
    }

    private static func prepare(_ queues: String) throws {
        try Folder.make(queues)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: queues) else {
            throw CommandFailure("The folder '\(queues.echoed)' cannot be read: choose one that is yours.")
        }
        guard names.isEmpty else {
            throw CommandFailure(
                "'\(queues.echoed)' is not empty: name an empty folder, so that no event is recorded twice."
            )
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
            identity: self.identity == .visitor ? .visitor : .file(fingerprint: stream.fingerprint),
            transport: URLSessionTransport(maximumConnections: 8)
        )
        defer { progress.clear() }
        var total = try await ReplayQueue.inWaves(stream.visitors) { visitor in
            try await work(visitor, queue)
        } progress: { done in
            progress.show("\(done) of \(stream.visitors.count) visitors \(title)")
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        total.rows = stream.count
        total.milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        return total
    }
}
