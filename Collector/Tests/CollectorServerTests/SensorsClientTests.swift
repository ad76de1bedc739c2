import CollectorCore
import CollectorServer
import Foundation
import Spoor
import SpoorWire
import Testing

/// The SDK speaking the Sensors form to our own collector, over a real connection.
struct SensorsClientTests {
    private func tracker(
        _ server: LiveServer,
        endpoint: String = "/sa?project=shop",
        encoding: ChannelEncoding = .sensorsForm,
        mode: DebugMode = .off
    ) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: server.collector.address + endpoint, project: "shop")
        configuration.folder = server.folder + "-queue-" + UUID().uuidString
        configuration.startWait = .seconds(30)
        configuration.channel.encoding = encoding
        configuration.channel.debugMode = mode
        configuration.log = { _ in }
        return Tracker(configuration)
    }

    private func count(_ server: LiveServer, _ project: String = "shop") throws -> Int {
        try server.collector.store.facts(project: project).allNames().reduce(0) { $0 + Int($1.count) }
    }

    @Test func theCollectorTakesTheSDKsForm() async throws {
        let server = try LiveServer()
        let tracker = self.tracker(server)
        for index in 1...120 { tracker.track("e\(index % 3)", ["text": "神策 😀 \"\(index)\"", "number": index]) }
        let report = await tracker.flush()
        #expect(report == FlushReport(delivered: 120, rejected: 0, remaining: 0, outcome: .complete))
        #expect(try self.count(server) == 120)
        await tracker.stop()
        try? FileManager.default.removeItem(atPath: tracker.configuration.folder ?? "")
    }

    @Test(arguments: [DebugMode.debugOnly, .debugAndTrack], [ChannelEncoding.sensorsForm, .json])
    func debugModesReachTheDebugAddress(mode: DebugMode, encoding: ChannelEncoding) async throws {
        let server = try LiveServer()
        let endpoint = encoding == .json ? "" : "/sa?project=shop"
        let tracker = self.tracker(server, endpoint: endpoint, encoding: encoding, mode: mode)
        tracker.track("a")
        tracker.track("b")
        let report = await tracker.flush()
        #expect(report == FlushReport(delivered: 2, rejected: 0, remaining: 0, outcome: .complete))
        let stored = (try? self.count(server)) ?? 0
        #expect(stored == (mode == .debugOnly ? 0 : 2))
        await tracker.stop()
        try? FileManager.default.removeItem(atPath: tracker.configuration.folder ?? "")
    }

    @Test func anEventsOwnProjectIsKept() async throws {
        let server = try LiveServer()
        let tracker = self.tracker(server, endpoint: "", encoding: .json)
        tracker.track("a", ["$project": "other"])
        tracker.track("b")
        #expect(await tracker.flush().outcome == .complete)
        #expect(try self.count(server) == 1 && self.count(server, "other") == 1)
        await tracker.stop()
        try? FileManager.default.removeItem(atPath: tracker.configuration.folder ?? "")
    }
}
