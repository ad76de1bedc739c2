import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Other receivers than our own: the Sensors form, and the debug modes.
struct EncodingTests {
    private let bench = TestBench()

    private func start(_ mode: DebugMode = .off, _ encoding: ChannelEncoding = .sensorsForm) -> Tracker {
        self.bench.start {
            // Our own form takes the collector's base address and the project, the Sensors form a whole address.
            $0.channel.endpoint = encoding == .json ? "https://host.test/" : "https://host.test/sa?project=p"
            $0.channel.project = "p"
            $0.channel.encoding = encoding
            $0.channel.debugMode = mode
        }
    }

    @Test func aSensorsReceiverGetsItsForm() async throws {
        self.bench.collector.always(.storeWithoutReceipt)
        let tracker = self.start()
        self.bench.track(["a", "b", "c"], with: tracker)
        let report = await self.bench.flush(tracker)
        #expect(report == FlushReport(delivered: 3, rejected: 0, remaining: 0, outcome: .complete))
        #expect(self.bench.collector.names == ["a", "b", "c"])
        let request = try #require(self.bench.transport.requests.first)
        #expect(request.url == "https://host.test/sa?project=p")
        #expect(request.headers["User-Agent"] == "SensorsAnalytics iOS SDK")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.headers["Content-Encoding"] == nil && request.headers["Spoor-Count"] == nil)
        try Self.checkByteForByte(request.body)
        #expect(self.bench.collector.events.allSatisfy { $0["_flush_time"]?.int64Value != nil })
        await self.bench.stop(tracker)
    }

    /// Field by field, by rules written down here anew: no reader of ours is asked.
    private static func checkByteForByte(_ body: [UInt8]) throws {
        let fields = String(decoding: body, as: UTF8.self).split(separator: "&").map {
            $0.split(separator: "=", maxSplits: 1).map(String.init)
        }
        #expect(fields.map { $0[0] } == ["crc", "gzip", "data_list"])
        #expect(fields[1][1] == "1")
        let escaped = fields[2][1]
        let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "%") }
        #expect(escaped.allSatisfy(isPlain))
        let base64 = try #require(escaped.removingPercentEncoding)
        var hash: Int32 = 0
        for unit in base64.utf16 { hash = hash &* 31 &+ Int32(unit) }
        #expect(fields[0][1] == String(hash))
        let gzip = [UInt8](try #require(Data(base64Encoded: base64)))
        #expect(gzip.starts(with: [0x1F, 0x8B, 8]))
        let json = try Gzip.decompress(gzip, limit: 1 << 20)
        #expect(json.first == UInt8(ascii: "[") && json.last == UInt8(ascii: "]"))
    }

    /// Which statuses delete follows our own table, not the Sensors SDK's.
    @Test(arguments: [400, 401, 403, 404, 413, 429, 500, 503, 302])
    func noStatusButSuccessDeletes(status: Int) async throws {
        self.bench.collector.always(.answer(.response(UploadResponse(status: status))))
        let tracker = self.start()
        self.bench.track(["a", "b", "c"], with: tracker)
        _ = await self.bench.flush(tracker)
        let answer = try await self.bench.status(of: tracker)
        #expect(answer.waiting == 3 && answer.deadLetters == 0)
        await self.bench.stop(tracker)
    }

    @Test(arguments: [DebugMode.debugOnly, .debugAndTrack], [ChannelEncoding.sensorsForm, .json])
    func debugModesSendOneByOneAndDeleteOnAnyStatus(mode: DebugMode, encoding: ChannelEncoding) async throws {
        let reason = #"{"rejected":[{"index":0,"reason":"'price' is no number"}]}"#
        let bad = UploadResponse(status: 400, body: Array(reason.utf8))
        self.bench.collector.always(.storeWithoutReceipt)
        self.bench.collector.next(.storeWithoutReceipt, .answer(.response(bad)), .answer(.response(.init(status: 503))))
        let tracker = self.start(mode, encoding)
        self.bench.track(["a", "b", "c", "d"], with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.sentNames == [["a"], ["b"], ["c"], ["d"]])
        #expect(self.bench.collector.names == ["a", "d"])
        for request in self.bench.transport.requests {
            #expect(request.headers["Dry-Run"] == (mode == .debugOnly ? "true" : nil))
            #expect(request.url == "https://host.test/debug?project=p")
        }
        let status = try await self.bench.status(of: tracker)
        #expect(status.waiting == 0 && status.deadLetters == 0 && status.rejected == 2 && status.delivered == 2)
        #expect(self.bench.log.withLock { $0.contains { $0.contains("'price' is no number") } })
        await self.bench.stop(tracker)
    }

    @Test func withoutAnAnswerADebugEventIsKept() async throws {
        self.bench.collector.next(.answer(.failure("offline")))
        let tracker = self.start(.debugOnly)
        self.bench.track(["a"], with: tracker)
        guard case .failed(.unreachable) = await self.bench.flush(tracker).outcome else {
            Issue.record("the flush did not fail")
            return
        }
        #expect(try await self.bench.status(of: tracker).waiting == 1)
        await self.bench.stop(tracker)
    }

    /// `$project` and `$token` of one call travel beside its properties, and with nothing else.
    @Test func anEventMayNameItsProject() async throws {
        let tracker = self.bench.start()
        tracker.track("a", ["$project": "other", "$token": "s\"3", "price": 5])
        tracker.track("b", ["$project": 7, "price": 6])
        tracker.track("c")
        #expect(await self.bench.flush(tracker).outcome == .complete)
        let events = self.bench.collector.events
        #expect(events.map { $0["project"]?.stringValue } == ["other", nil, nil])
        #expect(events.map { $0["token"]?.stringValue } == ["s\"3", nil, nil])
        #expect(events.map { $0["properties"]?["price"]?.int64Value } == [5, 6, nil])
        for event in events {
            #expect(event["properties"]?["$project"] == nil && event["properties"]?["$token"] == nil)
        }
        await self.bench.stop(tracker)
    }
}
