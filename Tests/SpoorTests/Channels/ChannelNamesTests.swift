import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Names of channels that meet: in case, in number, and in what a document says of them.
struct ChannelNamesTests {
    private static func document(_ names: String..., revision: Int64? = nil) -> ConfigurationDocument {
        ConfigurationDocument(
            revision: revision,
            namespaces: Dictionary(uniqueKeysWithValues: names.map { ($0, ChannelSettings()) })
        )
    }

    @Test("A name that the server wrote in another case takes no channel of the app's, in this run or the next")
    func theAppsSpellingWins() async throws {
        let bench = ChannelBench()
        for run in 1...2 {
            let tracker = bench.start([:])
            tracker.channels.take(Self.document("Orders"))
            bench.scheduler.settle()
            let channel = try #require(tracker.channel("orders"), "run \(run)")
            channel.send(type: "net", meta: ["n": .integer(Int64(run))])
            bench.scheduler.advance(by: .seconds(20))
            #expect(tracker.channels.handles.map(\.namespace) == ["orders"])
            // The server's spelling stays where the app has its own.
            tracker.channels.take(Self.document("Orders", revision: 2))
            bench.scheduler.settle()
            #expect(tracker.channel("orders") === channel)
            await bench.bench.stop(tracker)
        }
        #expect(bench.collector.packets.flatMap(\.numbers) == [1, 2])
    }

    @Test("What waits under a name in another case goes on in the channel that the app has now")
    func anotherCaseTakesOver() async throws {
        let bench = ChannelBench()
        var tracker = bench.start(["Orders": ChannelBench.configuration { $0.isUploadEnabled = false }])
        tracker.channel("Orders")?.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(1))
        await bench.bench.stop(tracker)
        tracker = bench.start(["orders": ChannelBench.configuration()])
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == [1])
        await bench.bench.stop(tracker)
    }

    @Test(
        "A document without a list of namespaces, and one of revision 0, stops none",
        arguments: [#"{"pages":{}}"#, #"{"Namespaces":{"apm":{}},"pages":{}}"#, #"{"revision":0,"namespaces":{}}"#]
    )
    func withoutAList(text: String) async throws {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        tracker.channels.take(Self.document("apm", revision: 1))
        bench.scheduler.settle()
        tracker.channels.take(try ConfigurationDocument.read(Array(text.utf8)).document)
        bench.scheduler.settle()
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": 1]).reportID != nil)
        tracker.channels.take(Self.document(revision: 2))
        bench.scheduler.settle()
        #expect(channel.send(type: "net", meta: ["n": 2]) == .dropped(.collectionOff))
        await bench.bench.stop(tracker)
    }

    @Test("A thousand names in a document make 32 channels, one remark and no thousand notes on the disk")
    func manyNames() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        for round in 0..<12 {
            let names = (0..<1_000).map { "r\(round)-\($0)" }
            tracker.channels.take(
                ConfigurationDocument(
                    namespaces: Dictionary(uniqueKeysWithValues: names.map { ($0, ChannelSettings()) })
                )
            )
            bench.scheduler.settle()
        }
        #expect(tracker.channels.handles.count == 32)
        #expect(tracker.channels.namedCount <= 256)
        let said = bench.bench.log.withLock { $0 }.filter { $0.contains("have no channel") }
        #expect(said.count <= 12 && said.first?.hasPrefix("968 of the namespaces") == true)
        await bench.bench.stop(tracker)
    }

    @Test("The server's list limits business records, also where it is the list of the defaults")
    func theSameListByTheServer() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        let channel = try #require(tracker.channel("orders"))
        bench.scheduler.settle()
        let before = channel.send(type: "paid", prefix: "shop", meta: ["n": 1])
        #expect(before.reportID != nil, "\(before)")
        var settings = ChannelSettings()
        settings.monitorList = TypeRule.monitoring
        tracker.channels.take(ConfigurationDocument(namespaces: ["orders": settings]))
        bench.scheduler.settle()
        #expect(channel.send(type: "paid", prefix: "shop", meta: ["n": 1]).reportID == nil)
        await bench.bench.stop(tracker)
    }
}
