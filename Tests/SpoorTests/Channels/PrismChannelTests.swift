import Foundation
@testable import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct PrismChannelTests {
    private static func facts() -> DeviceFacts {
        var facts = DeviceFacts()
        facts.os = "iOS"
        facts.osVersion = "26.1"
        facts.model = "iPhone18,1"
        facts.manufacturer = "Apple"
        facts.appID = "com.example.shop"
        facts.appName = "Shop"
        facts.appVersion = "2.1.0"
        facts.appBuild = "417"
        facts.isDebug = true
        return facts
    }

    @Test("A record arrives with its id, its time, the common fields and its payload")
    func wholeRecord() async throws {
        let bench = ChannelBench()
        let tracker = bench.start(facts: Self.facts()) { $0.marketChannel = "App Store" }
        tracker.login("ann")
        let channel = try #require(tracker.channel("apm"))
        let now = bench.scheduler.wallMilliseconds
        let answer = channel.send(type: "appLag", meta: ["ms": 3210, "APP_VERSION": "mine"], payload: [1, 2, 3])
        guard case .recorded(let id) = answer else {
            Issue.record("\(answer)")
            return
        }
        let report = await bench.flush(channel)
        #expect(report.outcome == .complete)
        let packet = try #require(bench.collector.packets.first)
        #expect(packet.path == "/v1/packets")
        let meta = try #require(packet.metas.first)
        #expect(meta["REPORT_ID"] == .string(id))
        #expect(meta["CREATE_TIME"] == .integer(now))
        #expect(meta["MONITOR_TYPE"] == "appLag")
        #expect(meta["IS_BIZ"] == 0)
        #expect(meta["ms"] == 3210)
        #expect(meta["APP_VERSION"] == "2.1.0")
        #expect(meta["APP_BUILD_TASK"] == "417")
        #expect(meta["APP_MODE"] == "Debug")
        #expect(meta["APP_MC"] == "App Store")
        #expect(meta["APP_UID"] == "ann")
        #expect(meta["SYS_PHONE_MODEL"] == "iPhone18,1")
        #expect(meta["SYS_DEVICE_ID"]?.stringValue?.isEmpty == false)
        #expect(packet.payloads == [id: [1, 2, 3]])
        await bench.bench.stop(tracker)
    }

    /// How a visitor comes to another id than the device's.
    enum VisitorID: CaseIterable, Sendable {
        case asMade, identified, reset, loggedIn
    }

    @Test("A visitor's records and events are one person's", arguments: VisitorID.allCases)
    func visitor(way: VisitorID) async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let channel = try #require(tracker.channel("apm"))
        switch way {
        case .asMade: break
        case .identified: tracker.identify("desk-7")
        case .reset: tracker.resetAnonymousID()
        case .loggedIn:
            tracker.identify("desk-7")
            tracker.login("ann")
        }
        tracker.track("seen")
        channel.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(20))
        _ = await bench.bench.flush(tracker)
        let meta = try #require(bench.collector.metas(of: "apm").first)
        // As the collector takes them.
        let whose = ["APP_UID", "_anonymous_id", "SYS_DEVICE_ID"].lazy.compactMap { meta[$0]?.stringValue }.first
        let event = try #require(bench.bench.events("seen").first)
        #expect(whose == event["distinct_id"]?.stringValue && whose == tracker.distinctID)
        #expect((meta["_anonymous_id"] == nil) == (way == .asMade))
        await bench.bench.stop(tracker)
    }

    @Test("A record of business goes under its prefix, without payload")
    func business() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "order", prefix: "shop", meta: ["total": 19.9]).reportID != nil)
        _ = await bench.flush(channel)
        let meta = try #require(bench.collector.metas(of: "apm").first)
        #expect(meta["MONITOR_TYPE"] == "shop-order")
        #expect(meta["IS_BIZ"] == 1)
        await bench.bench.stop(tracker)
    }

    @Test(
        "A rejected record says why, and the log too",
        arguments: [
            ("a b", nil, ["n": 1], SendRefusal.invalidType("a b")),
            ("net", "x-y", ["n": 1], .invalidPrefix("x-y")),
            ("other", nil, ["n": 1], .typeNotListed("other")),
            ("net", nil, [:], .emptyMeta),
            ("net", nil, ["n": .null], .emptyMeta),
        ] as [(String, String?, [String: JSONValue], SendRefusal)]
    )
    func rejection(type: String, prefix: String?, meta: [String: JSONValue], refusal: SendRefusal) async throws {
        let bench = ChannelBench()
        let tracker = bench.start(["apm": ChannelBench.configuration { $0.rules = [TypeRule(type: "net")] }])
        let channel = try #require(tracker.channel("apm"))
        let answer =
            prefix.map { channel.send(type: type, prefix: $0, meta: meta) } ?? channel.send(type: type, meta: meta)
        #expect(answer == .dropped(refusal))
        #expect(bench.bench.log.withLock { $0.contains { $0.contains(refusal.description) } })
        await bench.bench.stop(tracker)
    }

    @Test("A meta of more than 10 KiB is refused, a payload over the limit is left out and the meta kept")
    func sizes() async throws {
        let bench = ChannelBench()
        let tracker = bench.start(["apm": ChannelBench.configuration { $0.maxBodyBytes = 20_000 }])
        let channel = try #require(tracker.channel("apm"))
        let long = channel.send(type: "net", meta: ["text": .string(String(repeating: "x", count: 11_000))])
        guard case .dropped(.metaTooLarge(let bytes)) = long else {
            Issue.record("\(long)")
            return
        }
        #expect(bytes > 10_240)
        #expect(
            channel.send(type: "net", meta: ["n": 1], payload: [UInt8](repeating: 7, count: 30_000)).reportID != nil
        )
        _ = await bench.flush(channel)
        let packet = try #require(bench.collector.packets.first)
        #expect(packet.numbers == [1])
        #expect(packet.payloads.isEmpty)
        await bench.bench.stop(tracker)
    }

    @Test("What is sent before storage is open is held, in order, with the time of the call, and then recorded")
    func beforeOpening() async throws {
        let bench = ChannelBench()
        bench.scheduler.runsWaitedWork = false
        let tracker = bench.bench.start { $0.channels = ["apm": ChannelBench.configuration()] }
        let channel = try #require(tracker.channel("apm"))
        let first = bench.scheduler.wallMilliseconds
        #expect(channel.send(type: "net", meta: ["n": 1]) == .held(nil))
        #expect(channel.send(type: "net", meta: ["n": 2]) == .held(nil))
        #expect(channel.send(type: "no name", meta: ["n": 3]) == .dropped(.invalidType("no name")))
        bench.scheduler.jumpWallClock(byMilliseconds: 60_000)
        bench.scheduler.settle()
        #expect(channel.send(type: "net", meta: ["n": 4]).reportID?.isEmpty == false)
        _ = await bench.flush(channel)
        let metas = bench.collector.metas(of: "apm")
        #expect(metas.compactMap { $0["n"]?.int64Value } == [1, 2, 4])
        #expect(metas.first?["CREATE_TIME"] == .integer(first))
        // Known only since storage is open.
        #expect(metas.allSatisfy { $0["SYS_DEVICE_ID"]?.stringValue?.isEmpty == false })
        await bench.bench.stop(tracker)
    }

    @Test(
        "O-18 Fields of any type are copied at the call, nested ones too; what cannot be converted is left out and said"
    )
    func anyValues() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let channel = try #require(tracker.channel("apm"))
        let inner = NSMutableArray(array: [1, "two"])
        let values: [String: Any] = [
            "n": 1, "flag": NSNumber(value: true), "list": inner, "map": ["a": ["b": 2.5]], "none": NSNull(),
            "bad": NSObject(),
        ]
        #expect(channel.send(type: "net", values: values).reportID != nil)
        inner.add("three")
        _ = await bench.flush(channel)
        let meta = try #require(bench.collector.metas(of: "apm").first)
        #expect(meta["flag"] == true)
        #expect(meta["list"] == [1, "two"])
        #expect(meta["map"] == ["a": ["b": 2.5]])
        #expect(meta["none"] == nil)
        #expect(meta["bad"] == nil)
        #expect(bench.bench.log.withLock { $0.contains { $0.contains("the fields bad were left out") } })
        await bench.bench.stop(tracker)
    }

    @Test("isGather off stops collection at once, isUpload off keeps storing")
    func switches() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "off": ChannelBench.configuration { $0.isCollectionEnabled = false },
            "quiet": ChannelBench.configuration { $0.isUploadEnabled = false },
        ])
        let off = try #require(tracker.channel("off"))
        #expect(off.send(type: "net", meta: ["n": 1]) == .dropped(.collectionOff))
        #expect(!off.isCollecting)
        let quiet = try #require(tracker.channel("quiet"))
        #expect(quiet.send(type: "net", meta: ["n": 1]).reportID != nil)
        bench.scheduler.advance(by: .seconds(60))
        #expect(bench.collector.packets.isEmpty)
        #expect(await bench.status(quiet).waiting == 1)
        await bench.bench.stop(tracker)
        #expect(quiet.send(type: "net", meta: ["n": 2]) == .dropped(.stopped))
    }

    @Test("Crash records go first, then the oldest; a crash record's own values win, its own time too")
    func crashFirst() async throws {
        let bench = ChannelBench()
        let tracker = bench.start(
            ["apm": ChannelBench.configuration { $0.isUploadEnabled = false }],
            facts: Self.facts()
        )
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        channel.send(type: "appCrash", meta: ["n": 2, "APP_VERSION": "2.0.0", "CREATE_TIME": 1_700_000_000_000])
        channel.send(type: "net", meta: ["n": 3])
        bench.scheduler.advance(by: .seconds(1))
        channel.channel.apply(ChannelBench.configuration { $0.namespace = "apm" })
        bench.scheduler.advance(by: .seconds(1))
        let packet = try #require(bench.collector.packets.first)
        #expect(packet.numbers == [2, 1, 3])
        #expect(packet.metas.first?["APP_VERSION"] == "2.0.0")
        #expect(packet.metas.first?["CREATE_TIME"] == 1_700_000_000_000)
        await bench.bench.stop(tracker)
    }

    @Test("Dead letters can be seen, and sent again with their payloads")
    func deadLetters() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let channel = try #require(tracker.channel("apm"))
        bench.collector.set(.takeAtMost(0), for: "apm")
        let id = try #require(channel.send(type: "net", meta: ["n": 1], payload: [9]).reportID)
        bench.scheduler.advance(by: .seconds(30))
        #expect(await bench.status(channel).deadLetters == 1)
        bench.collector.set(.store, for: "apm")
        let resent = Locked<Int?>(nil)
        let task = Task {
            let count = await channel.resendDeadLetters()
            resent.withLock { $0 = count }
        }
        await bench.bench.pump { resent.withLock { $0 } != nil }
        await task.value
        #expect(resent.withLock { $0 } == 1)
        bench.scheduler.advance(by: .seconds(30))
        #expect(bench.collector.packets.map(\.payloads) == [[id: [9]]])
        await bench.bench.stop(tracker)
    }
}
