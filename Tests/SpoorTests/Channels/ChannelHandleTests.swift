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

    @Test(
        "After the stop a channel takes nothing and says so, whether it was there or is asked for then",
        arguments: ["apm", "later"]
    )
    func afterTheStop(name: String) async throws {
        let bench = ChannelBench()
        let tracker = bench.start()
        await bench.bench.stop(tracker)
        let channel = try #require(tracker.channel(name))
        #expect(tracker.channel(name) === channel && !channel.isCollecting)
        #expect(channel.send(type: "net", meta: ["n": 1]) == .dropped(.stopped))
        #expect(channel.send(type: "paid", prefix: "shop", meta: ["n": 1]) == .dropped(.stopped))
        tracker.optIn()
        let report = await bench.flush(channel)
        #expect(report == FlushReport(delivered: 0, rejected: 0, remaining: 0, outcome: .disabled))
        #expect(await bench.status(channel).storageProblem == nil)
        #expect(!FileManager.default.fileExists(atPath: bench.bench.folder + "/default/channels/later"))
    }

    @Test("A tracker has at most 32 channels")
    func mostChannels() async {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        let made = (0..<40).compactMap { tracker.channel("c\($0)") }
        #expect(made.count == 32)
        await bench.bench.stop(tracker)
    }

    private static func folders(_ bench: ChannelBench) -> [String] {
        let path = bench.bench.folder
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.compactMap { name in
            let parts = name.split(separator: "/")
            return parts.count >= 2 && parts[parts.count - 2] == "channels" ? String(parts[parts.count - 1]) : nil
        }.sorted()
    }

    @Test("What a server names takes no place of the app's, and its empty folders are gone in the next run")
    func serverNamesLeaveRoom() async throws {
        let bench = ChannelBench()
        var tracker = bench.start([:])
        let names = (0..<40).map { "n\($0)" }
        tracker.channels.take(
            Self.document(Dictionary(uniqueKeysWithValues: names.map { ($0, ChannelSettings()) }))
        )
        bench.scheduler.settle()
        #expect(tracker.channels.handles.count == 32)
        #expect(tracker.channel("brandnew") != nil)
        bench.scheduler.settle()
        #expect(Self.folders(bench).count == 33)
        await bench.bench.stop(tracker)
        tracker = bench.start([:])
        let channel = try #require(tracker.channel("n1"))
        bench.scheduler.settle()
        #expect(Self.folders(bench) == ["n1"])
        #expect(channel.send(type: "net", meta: ["n": 1]).reportID != nil)
        let again = try #require(tracker.channel("n2"))
        bench.scheduler.settle()
        #expect(again.send(type: "net", meta: ["n": 2]).reportID != nil)
        #expect(Self.folders(bench) == ["n1", "n2"])
        await bench.bench.stop(tracker)
    }

    @Test("What more channels than a tracker has left behind expires, and then their folders go")
    func manyLeftovers() async throws {
        let bench = ChannelBench()
        for run in 0..<2 {
            let names = (0..<20).map { "r\(run)n\($0)" }
            let quiet = ChannelBench.configuration { $0.isUploadEnabled = false }
            let tracker = bench.start(Dictionary(uniqueKeysWithValues: names.map { ($0, quiet) }))
            for name in names { tracker.channel(name)?.send(type: "net", meta: ["n": 1]) }
            bench.scheduler.advance(by: .seconds(1))
            await bench.bench.stop(tracker)
        }
        var tracker = bench.start([:])
        #expect(Self.folders(bench).count == 40)
        #expect(tracker.channel("new") != nil)
        await bench.bench.stop(tracker)
        bench.scheduler.sleepDevice(for: .seconds(17 * 86_400))
        tracker = bench.start([:])
        bench.scheduler.settle()
        #expect(Self.folders(bench) == [])
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

    @Test("A namespace whose settings cannot be read does not stop its channel")
    func unreadNamespace() async throws {
        let bench = ChannelBench()
        let tracker = bench.start([:])
        tracker.channels.take(Self.document(["apm": ChannelSettings(), "gone": ChannelSettings()]))
        bench.scheduler.settle()
        let text = #"{"namespaces":{"apm":"oops","shop":{}}}"#
        tracker.channels.take(try ConfigurationDocument.read(Array(text.utf8)).document)
        bench.scheduler.settle()
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "net", meta: ["n": 1]).reportID != nil)
        let gone = try #require(tracker.channel("gone"))
        #expect(gone.send(type: "net", meta: ["n": 2]) == .dropped(.collectionOff))
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

    @Test("A channel that nobody configured is encrypted as the tracker is, also as a signed document has it")
    func encryptedWithTheTracker() async throws {
        let bench = ChannelBench()
        let built = Encryption.aes128CBC(try SharedKey(id: "built", bytes: [UInt8](1...16)))
        let next = Encryption.aes128CBC(try SharedKey(id: "next", bytes: [UInt8](2...17)))
        let tracker = bench.bench.start {
            $0.channel.encryption = built
            $0.channels["own"] = .prism(endpoint: "http://collector.test", project: "shop")
        }
        let (own, standard) = try (#require(tracker.channel("own")), #require(tracker.channel("orders")))
        func encryptions() -> [Encryption] {
            bench.scheduler.settle()
            return [own, standard].map { $0.channel.worker.configuration.encryption }
        }
        #expect(encryptions() == [.none, built])
        var settings = ChannelSettings()
        settings.encryption = next
        tracker.channels.take(kept: ["tracker": settings])
        #expect(encryptions() == [.none, next])
        // An unsigned document that does not name the tracker takes nothing back.
        tracker.channels.take(Self.document(["other": ChannelSettings()]))
        #expect(encryptions() == [.none, next])
        tracker.channels.take(Self.document(["tracker": ChannelSettings()]), kept: [:])
        #expect(encryptions() == [.none, built])
        tracker.channels.take(Self.document(["tracker": settings]))
        #expect(encryptions() == [.none, next])
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

    @Test("A channel that is named without settings does what is built in, also after it was stopped")
    func namedWithoutSettings() async throws {
        let bench = ChannelBench()
        let tracker = bench.start(["apm": ChannelBench.configuration()])
        var settings = ChannelSettings()
        settings.isGather = false
        let channel = try #require(tracker.channel("apm"))
        for (document, isTaken) in [
            (Self.document(["apm": settings]), false), (Self.document(["apm": ChannelSettings()]), true),
            (Self.document([:]), false), (Self.document(["apm": ChannelSettings()]), true),
        ] {
            tracker.channels.take(document)
            bench.scheduler.settle()
            #expect((channel.send(type: "net", meta: ["n": 1]) != .dropped(.collectionOff)) == isTaken)
        }
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

    @Test(
        "What the server said of upgrades holds for the next version before that one asks; taken back, what is built in",
        arguments: [true, false],
        [true, false]
    )
    func upgradeByServer(clears: Bool, isTakenBack: Bool) async throws {
        let bench = ChannelBench()
        var facts = DeviceFacts()
        facts.appVersion = "1.0"
        let builtIn = ["apm": ChannelBench.configuration { $0.clearsOnUpgrade = !clears }]
        var tracker = bench.start(builtIn, facts: facts)
        var settings = ChannelSettings()
        settings.isUpload = false
        settings.isUpdateClear = clears
        tracker.channels.take(Self.document(["apm": settings]))
        bench.scheduler.settle()
        if isTakenBack {
            settings.isUpdateClear = nil
            tracker.channels.take(Self.document(["apm": settings]))
        }
        tracker.channel("apm")?.send(type: "net", meta: ["n": 1])
        bench.scheduler.advance(by: .seconds(1))
        await bench.bench.stop(tracker)
        facts.appVersion = "2.0"
        tracker = bench.start(builtIn, facts: facts)
        tracker.channel("apm")?.send(type: "net", meta: ["n": 2])
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.flatMap(\.numbers) == (clears != isTakenBack ? [2] : [1, 2]))
        await bench.bench.stop(tracker)
    }
}
