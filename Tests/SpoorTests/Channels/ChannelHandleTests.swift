import Foundation
@testable import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

struct ChannelHandleTests {
    @Test("One name gives one channel, another name another one")
    func sameHandle() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let apm = try #require(tracker.channel("apm"))
        #expect(tracker.channel("apm") === apm)
        let later = try #require(tracker.channel("later"))
        #expect(later !== apm)
        #expect(tracker.channel("later") === later)
        bench.scheduler.settle()
        let folder = bench.bench.folder + "/default/channels/"
        for name in ["apm", "later"] {
            #expect(FileManager.default.fileExists(atPath: folder + name + "/records.sqlite"))
        }
        await bench.bench.stop(tracker)
    }

    @Test(
        "A name that can be no folder, or is taken, gives no channel and a sentence",
        arguments: [
            "", ".", "..", "a/b", "../x", "a b", ".hidden", "-x", "ä", "tracker", "Tracker", "APM",
            String(repeating: "x", count: 65), "a\u{0}b",
        ]
    )
    func illegalNames(name: String) async {
        let bench = ChannelBench()
        let tracker = bench.start()
        #expect(tracker.channel(name) == nil)
        #expect(bench.bench.log.withLock { $0.contains { $0.contains("namespace") } })
        await bench.bench.stop(tracker)
    }

    @Test("A tracker has at most 32 channels")
    func mostChannels() async {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        let made = (0..<40).compactMap { tracker.channel("c\($0)") }
        #expect(made.count == 32)
        await bench.bench.stop(tracker)
    }

    @Test("Before a tracker was started there is no channel")
    func beforeStart() {
        #expect(Spoor.channel("apm") == nil || Spoor.tracker != nil)
    }

    private static func document(_ namespaces: [String: ChannelSettings]) -> ConfigurationDocument {
        ConfigurationDocument(project: "default", revision: 1, namespaces: namespaces)
    }

    @Test("The server's document makes channels, changes them, and stops those it names no more; their data stays")
    func remoteNamespaces() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        var settings = ChannelSettings()
        settings.isUpload = false
        settings.monitorList = [TypeRule(type: "net"), TypeRule(type: "order")]
        tracker.channels.take(Self.document(["apm": settings]))
        #expect(tracker.channels.handles.map(\.namespace) == ["apm"])
        let channel = try #require(tracker.channel("apm"))
        bench.scheduler.settle()
        #expect(channel.send(type: "net", meta: ["n": 1]).reportID != nil)
        #expect(channel.send(type: "other", meta: ["n": 2]) == .dropped(.typeNotListed("other")))

        tracker.channels.take(Self.document([:]))
        bench.scheduler.advance(by: .seconds(60))
        #expect(channel.send(type: "net", meta: ["n": 3]) == .dropped(.collectionOff))
        #expect(bench.collector.packets.isEmpty)
        #expect(await bench.status(channel).waiting == 1)

        settings.isUpload = true
        tracker.channels.take(Self.document(["apm": settings]))
        bench.scheduler.advance(by: .seconds(10))
        #expect(bench.collector.packets.flatMap(\.numbers) == [1])
        await bench.bench.stop(tracker)
    }

    @Test("An address that the server gives the tracker moves the channels that nobody gave one, and no others")
    func movedWithTheTracker() async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        let (own, standard, named) = try (
            #require(tracker.channel("apm")), #require(tracker.channel("orders")), #require(tracker.channel("named"))
        )
        var moved = ChannelSettings()
        moved.url = "http://moved.test"
        var settings = ChannelSettings()
        settings.url = "http://named.test"
        func endpoints() -> [String] {
            bench.scheduler.settle()
            return [own, standard, named].map { $0.channel.worker.configuration.endpoint }
        }
        #expect(endpoints() == ["http://collector.test", "http://collector.test/", "http://collector.test/"])
        tracker.channels.take(Self.document(["tracker": moved, "named": settings]))
        #expect(endpoints() == ["http://collector.test", "http://moved.test", "http://named.test"])
        let late = try #require(tracker.channel("late"))
        bench.scheduler.settle()
        #expect(late.channel.worker.configuration.endpoint == "http://moved.test")
        tracker.channels.take(Self.document(["named": settings]))
        #expect(endpoints()[1] == "http://collector.test/")
        await bench.bench.stop(tracker)
    }

    @Test("A channel that the server named once stays stopped in the next run, and its data expires")
    func vanishedStaysStopped() async throws {
        let bench = ChannelBench()
        var tracker = bench.start([:])
        var settings = ChannelSettings()
        settings.isUpload = false
        tracker.channels.take(Self.document(["apm": settings]))
        bench.scheduler.settle()
        tracker.channel("apm")?.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(1))
        await bench.bench.stop(tracker)

        tracker = bench.start([:])
        tracker.channels.take(Self.document(["other": ChannelSettings()]))
        bench.scheduler.settle()
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": 2]) == .dropped(.collectionOff))
        #expect(await bench.status(channel).waiting == 1)
        #expect(bench.collector.packets(of: "apm").isEmpty)
        for _ in 0..<17 {
            bench.scheduler.sleepDevice(for: .seconds(86_400))
            bench.scheduler.advance(by: .seconds(10))
        }
        #expect(await bench.status(channel).waiting == 0)
        await bench.bench.stop(tracker)
    }

    @Test("What an earlier run left in a channel that nobody asks for waits, and goes once somebody asks")
    func leftover() async throws {
        let bench = ChannelBench()
        var tracker = bench.start(["old": ChannelBench.configuration { $0.isUploadEnabled = false }])
        tracker.channel("old")?.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(1))
        await bench.bench.stop(tracker)
        tracker = bench.start([:])
        bench.scheduler.advance(by: .seconds(60))
        #expect(bench.collector.packets.isEmpty)
        _ = tracker.channel("old")
        bench.scheduler.advance(by: .seconds(10))
        #expect(bench.collector.packets(of: "old").flatMap(\.numbers) == [1])
        await bench.bench.stop(tracker)
    }

    @Test("The app comes and goes for all channels: in the background each uploads, and the end is told once")
    func background() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([
            "a": ChannelBench.configuration { $0.uploadInterval = .seconds(30) },
            "b": ChannelBench.configuration { $0.uploadInterval = .seconds(30) },
        ])
        bench.collector.setDelay(.seconds(2))
        tracker.channel("a")?.send(type: "net", meta: ["n": 1])
        tracker.channel("b")?.send(type: "net", meta: ["n": 2])
        let ended = Locked(0)
        tracker.didEnterBackground(remaining: .seconds(30)) { ended.withLock { $0 += 1 } }
        bench.scheduler.advance(by: .seconds(1))
        #expect(ended.withLock { $0 } == 0)
        bench.scheduler.advance(by: .seconds(3))
        #expect(ended.withLock { $0 } == 1)
        #expect(Set(bench.collector.packets.map(\.namespace)) == ["a", "b"])
        await bench.bench.stop(tracker)
    }

    @Test(
        "A new version of the app clears what an older one recorded, in channels that say so",
        arguments: [true, false]
    )
    func upgrade(clears: Bool) async throws {
        let bench = ChannelBench()
        var facts = DeviceFacts()
        facts.appVersion = "1.0"
        let quiet = ChannelBench.configuration {
            $0.isUploadEnabled = false
            $0.clearsOnUpgrade = clears
        }
        var tracker = bench.start(["apm": quiet], facts: facts)
        tracker.channel("apm")?.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(1))
        await bench.bench.stop(tracker)
        facts.appVersion = "1.1"
        tracker = bench.start(["apm": ChannelBench.configuration { $0.clearsOnUpgrade = clears }], facts: facts)
        tracker.channel("apm")?.send(type: "net", meta: ["n": 2])
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == (clears ? [2] : [1, 2]))
        await bench.bench.stop(tracker)
    }
}
