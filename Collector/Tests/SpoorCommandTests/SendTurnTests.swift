import CollectorCore
import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

/// Calls of `spoor send` that overlap, and trials beside them.
final class SendTurnTests: Sendable {
    private let folder = NSTemporaryDirectory() + "spoor-turns-" + UUID().uuidString
    private let recorder = ConsoleRecorder()

    deinit { try? FileManager.default.removeItem(atPath: self.folder) }

    private var queue: String { self.folder + "/queue" }

    private func collector() throws -> Collector {
        try Collector(CollectorConfiguration(store: StoreSettings(folder: self.folder + "/data", timeZone: .gmt)))
    }

    private func tool(_ clock: CommandClock) -> SpoorTool {
        SpoorTool(
            Surroundings(console: self.recorder.console, fetch: CollectorClient.fetchByURLSession, clock: clock)
        )
    }

    private func names(_ collector: Collector) throws -> [String] {
        let facts = try collector.store.facts(project: "default")
        return try facts.latest(limit: 50, name: nil, person: nil).reversed()
            .map { try JSONValue(parsing: $0.json)["event"]?.stringValue ?? "" }
    }

    @Test(arguments: [1, 2, 7])
    func whoeverComesWhileTheFolderIsInUseIsDeliveredInTurn(pauses: Int) async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        try FileManager.default.createDirectory(atPath: self.queue + "/send", withIntermediateDirectories: true)
        let descriptor = open(self.queue + "/send/lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(descriptor, LOCK_EX) == 0)
        // The other one lets go during a pause.
        let clock = ManualCommandClock { if $0 == pauses { close(descriptor) } }
        let line = ["send", "a", "--endpoint", collector.address, "--queue", self.queue, "--timeout", "5"]
        let code = await self.tool(clock.clock).run(line)
        #expect(code == .success && self.recorder.errors.isEmpty, "\(self.recorder.errors)")
        #expect(clock.pauses == pauses && clock.uptime < .seconds(5))
        #expect(try self.names(collector) == ["a"])
    }

    @Test func manyAtOnceAreAllDeliveredOnce() async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        let events = (1...6).map { "par\($0)" }
        let clock = CommandClock(uptime: { .zero }, pause: { _ in await Task.yield() })
        let codes = await withTaskGroup(of: ExitCode.self) { group in
            for event in events {
                let line = ["send", event, "--endpoint", collector.address, "--queue", self.queue]
                group.addTask { await self.tool(clock).run(line) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .success, count: events.count), "\(self.recorder.errors)")
        #expect(try self.names(collector).sorted() == events)
        #expect(self.recorder.errors.isEmpty)
    }

    /// A receiver that only checks deletes nothing that is to be stored.
    @Test func aTrialLeavesAloneWhatWaits() async throws {
        let tool = self.tool(.system)
        #expect(
            await tool.run(["send", "kept", "--endpoint", "http://127.0.0.1:1", "--queue", self.queue]) == .failure
        )
        let collector = try self.collector()
        defer { collector.stop() }
        let options = ["--endpoint", collector.address, "--queue", self.queue]
        #expect(await tool.run(["send", "tried"] + options + ["--debug", "only"]) == .success)
        #expect(try self.names(collector) == [])
        #expect(await tool.run(["send", "last"] + options) == .success)
        #expect(try self.names(collector) == ["kept", "last"])
    }
}
