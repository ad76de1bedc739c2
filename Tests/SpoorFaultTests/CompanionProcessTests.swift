import Foundation
import SpoorTesting
import SpoorWire
import Testing

/// Real processes in one shared container: companions record and are killed while the app takes over and is killed.
///
/// `SPOOR_COMPANION_ROUNDS` sets the number of rounds, 3 by default; `SPOOR_COMPANION_SEED` repeats them.
@Suite(.serialized)
struct CompanionProcessTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["SPOOR_COMPANION_ROUNDS"].flatMap { Int($0) } ?? 3
    private static let seed =
        environment["SPOOR_COMPANION_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...1_000_000)

    /// A recording companion, and what it was answered.
    private struct Companion {
        let run: Int
        let process: ChildProcess

        init(run: Int, folder: String) throws {
            self.run = run
            self.process = try .spoor(["companion", folder, "--run", "\(run)"])
        }

        /// The numbers that were answered as recorded.
        var acknowledged: [Int] {
            let bytes = self.process.printed
            let words: [UInt64] = stride(from: 0, to: bytes.count / 8 * 8, by: 8).map { start in
                bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
            }
            return words.filter { $0 >> 62 == 0 }.map { Int($0 & 0xFFFF_FFFF) }
        }
    }

    @Test("Companions and the app are killed at any moment: what each companion was promised is there exactly once")
    func killsAtAnyMoment() async throws {
        let folder = NSTemporaryDirectory() + "spoor-companions-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try FaultServer()
        var random = SeededGenerator(seed: Self.seed)
        var companions: [Companion] = []
        let points = [
            "", "afterCompanionAppend", "afterCompanionNote", "afterCompanionDelete", "afterCommitBeforeRecycle",
        ]
        for round in 0..<Self.rounds {
            let recording = try (0..<3).map { try Companion(run: round * 3 + $0, folder: folder) }
            companions += recording
            let point = points[(round + 1) % points.count]
            var arguments = ["host", folder, "--endpoint", "http://\(server.address)"]
            if !point.isEmpty {
                arguments += ["--kill-at", point, "--after", "\(Int.random(in: 1...5, using: &random))"]
            }
            let host = try ChildProcess.spoor(arguments)
            for companion in recording {
                let count = Int.random(in: 50...600, using: &random)
                try #require(await RealTime.pass { companion.acknowledged.count >= count }, "seed \(Self.seed)")
                companion.process.kill()
            }
            // Where its point did not come yet, it is killed wherever it is.
            if point.isEmpty || Bool.random(using: &random) { host.kill() } else { try? host.endInput() }
            _ = await host.end()
            // On a busy machine one may have recorded all that it was asked to before it is killed.
            for companion in recording { #expect([-SIGKILL, 0].contains(await companion.process.end())) }
        }
        let last = try ChildProcess.spoor(["host", folder, "--endpoint", "http://\(server.address)"])
        try last.endInput()
        #expect(await last.end() == 0, "seed \(Self.seed)")
        let marks = server.events.compactMap { $0["properties"]?["mark"]?.stringValue }
        #expect(Set(marks).count == marks.count, "an event was stored twice; seed \(Self.seed)")
        for companion in companions {
            let promised = Set(companion.acknowledged.map { "\(companion.run)-0-\($0)" })
            let missing = promised.subtracting(marks)
            #expect(missing == [], "seed \(Self.seed)")
        }
    }
}
