import CommandLineKit
import Foundation
import Spoor
import SpoorWire
import Testing

@testable import SpoorCommand

/// `spoor queue inspect` on queues with Prism channels.
final class QueueChannelTests: Sendable {
    private let folder = NSTemporaryDirectory() + "spoor-queue-channels-" + UUID().uuidString
    private let recorder = ConsoleRecorder()

    deinit { try? FileManager.default.removeItem(atPath: self.folder) }

    private func run(_ arguments: String...) async -> Bool {
        await SpoorTool(console: self.recorder.console).run(["queue", "inspect"] + arguments) == .success
    }

    /// A queue with one event, a channel with three records, two of them with a payload, and an empty channel.
    private func fill() async throws {
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:1", project: "shop")
        configuration.folder = self.folder
        configuration.startWait = .seconds(30)
        configuration.log = { _ in }
        configuration.channel.isUploadEnabled = false
        var channel = ChannelConfiguration.prism(endpoint: "http://127.0.0.1:1", project: "shop")
        channel.isUploadEnabled = false
        configuration.channels = ["apm": channel, "idle": channel]
        let tracker = Tracker(configuration)
        #expect(tracker.track("opened").isRecorded)
        for name in ["apm", "idle"] { _ = await tracker.channel(name)?.status() }
        let apm = try #require(tracker.channel("apm"))
        for number in 1...2 {
            #expect(
                apm.send(type: "appCrash", meta: ["n": 1], payload: [UInt8](repeating: 7, count: number * 100)).reportID
                    != nil
            )
        }
        #expect(apm.send(type: "net", meta: ["n": 3]).reportID != nil)
        await tracker.stop()
    }

    @Test func aTrackersChannelsAreShownBelowIt() async throws {
        try await self.fill()
        #expect(await self.run(self.folder))
        let parts = self.recorder.output.components(separatedBy: "(channel ")
        #expect(parts.count == 3)
        #expect(parts[0].contains("tracked") && !parts[0].contains("appCrash"))
        #expect(parts[1].hasPrefix("apm)") && parts[1].contains("3 waiting"))
        #expect(parts[1].contains("dead letters  0") && parts[1].contains("back-off      none"))
        let rows = parts[1].split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["type", "waiting", "payloads", "payload", "bytes"]))
        #expect(rows.contains(["appCrash", "2", "2", "300"]) && rows.contains(["net", "1", "0", "0"]))
        #expect(parts[2].hasPrefix("idle)") && parts[2].contains("0 waiting"))
    }

    @Test func aChannelsOwnFolderIsShownAlone() async throws {
        try await self.fill()
        #expect(await self.run(self.folder + "/default/channels/apm", "--json"))
        let lines = self.recorder.output.split(separator: "\n")
        #expect(lines.count == 1)
        let json = try JSONValue(parsing: String(try #require(lines.first)))
        #expect(json["channel"] == "apm" && json["count"] == 3 && json["payload_bytes"] == 300)
        #expect(json["types"]?["appCrash"] == ["count": 2, "payloads": 2, "payload_bytes": 300])
    }

    @Test func everyQueueIsALineOfJSON() async throws {
        try await self.fill()
        #expect(await self.run(self.folder, "--json"))
        let objects = try self.recorder.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(objects.map { $0["channel"] } == [.null, "apm", "idle"])
    }
}
