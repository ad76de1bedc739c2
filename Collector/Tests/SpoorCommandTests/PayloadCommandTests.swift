import CollectorCore
import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

/// Asks a collector for payloads through its own routes, without a socket.
final class PayloadCommandTests {
    private let folder = NSTemporaryDirectory() + "spoor-payload-" + UUID().uuidString
    private let recorder = ConsoleRecorder()
    private let collector: Collector
    private let tool: SpoorTool

    init() throws {
        let collector = try Collector(CollectorConfiguration(store: StoreSettings(folder: self.folder, timeZone: .gmt)))
        self.collector = collector
        self.tool = SpoorTool(
            Surroundings(console: self.recorder.console) { url in
                let target = url.path(percentEncoded: true) + (url.query.map { "?" + $0 } ?? "")
                return await Self.answer(collector, HTTPRequest(method: .get, target: target))
            }
        )
    }

    deinit {
        self.collector.stop()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    private static func answer(_ collector: Collector, _ request: HTTPRequest) async -> (status: Int, body: [UInt8]) {
        await withCheckedContinuation { continuation in
            collector.router.handle(request) { continuation.resume(returning: ($0.status, $0.body)) }
        }
    }

    private func send(_ id: String, _ payload: [UInt8]) async throws {
        let meta = #"{"REPORT_ID":"\#(id)","CREATE_TIME":1790000000000,"MONITOR_TYPE":"appCrash"}"#
        let body = try PacketV2.encode(
            records: [PacketRecord(reportID: id, meta: Array(meta.utf8), payload: payload)]
        )
        let request = HTTPRequest(method: .post, target: "/v1/packets?project=default", body: ByteBlock(body))
        #expect(await Self.answer(self.collector, request).status == 200)
    }

    @Test func aPayloadIsPrintedOrSaved() async throws {
        try await self.send("p-1", Array("{\"a\":\n\"\u{1b}[31m\"}".utf8))
        try await self.send("p/2", [0xFF, 0x00, 0xFE])
        #expect(await self.tool.run(["query", "payload", "p-1"]) == .success)
        #expect(self.recorder.output == "{\"a\":\n\"·[31m\"}")
        #expect(await self.tool.run(["query", "payload", "p/2"]) == .failure)
        #expect(self.recorder.errors.contains("save them by --out FILE"))
        let out = "\(self.folder)/out"
        #expect(await self.tool.run(["query", "payload", "p/2", "--out", out]) == .success)
        #expect(FileManager.default.contents(atPath: out) == Data([0xFF, 0x00, 0xFE]))
        #expect(await self.tool.run(["query", "payload", "none"]) == .failure)
        #expect(self.recorder.errors.contains("has no payload of a report 'none'"))
        #expect(await self.tool.run(["query", "payloads"]) == .success)
        #expect(self.recorder.output.contains("p-1"))
        #expect(self.recorder.output.contains("appCrash"))
    }
}
