import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Records that extensions make for channels: they append to files of their own, and the app uploads.
struct SharedChannelTests {
    private let bench = ChannelBench()

    private var container: String { self.bench.bench.folder + "/group" }
    private var root: String { self.container + "/spoor/default" }

    private func start(
        _ role: SharedContainer.Role,
        _ channels: [String: ChannelConfiguration] = ["apm": ChannelBench.configuration()],
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        self.bench.start(channels) { configuration in
            if role == .companion { configuration.folder = self.bench.bench.folder + "/extension" }
            configuration.sharedContainer = SharedContainer(path: self.container, role: role)
            change(&configuration)
        }
    }

    private func pass(_ seconds: Int = 1) { self.bench.scheduler.advance(by: .seconds(seconds)) }

    private func send(_ numbers: Range<Int>, to channel: PrismChannel) {
        for number in numbers {
            let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 5 == 0 ? 0 : number)
            let answer = channel.send(
                type: "appLag",
                meta: ["n": .integer(UInt64(number))],
                payload: payload.isEmpty ? nil : payload
            )
            #expect(answer.reportID != nil, "\(answer)")
        }
    }

    private func end(_ trackers: Tracker...) async {
        for tracker in trackers { await self.bench.bench.stop(tracker) }
    }

    private func seen(_ text: String) -> Bool {
        let files = FileManager.default.enumerator(atPath: self.root)?.allObjects as? [String] ?? []
        return files.contains { file in
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: self.root + "/" + file))) ?? Data()
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }

    @Test("The host uploads an extension's records, with their ids, payloads and order", arguments: [false, true])
    func theHostUploads(stopsOrderly: Bool) async throws {
        let companion = self.start(.companion)
        let channel = try #require(companion.channel("apm"))
        self.send(0..<200, to: channel)
        self.pass()
        #expect(await self.bench.flush(channel).outcome == .disabled)
        #expect(self.bench.collector.packets.isEmpty)
        if stopsOrderly { await self.end(companion) }
        let host = self.start(.host)
        let report = await self.bench.flush(try #require(host.channel("apm")))
        #expect(report.outcome == .complete)
        #expect(self.bench.collector.packets(of: "apm").flatMap(\.numbers) == Array(0..<200))
        for packet in self.bench.collector.packets(of: "apm") {
            for (id, bytes) in packet.payloads {
                let number = packet.metas.first { $0["REPORT_ID"]?.stringValue == id }?["n"]?.int64Value
                #expect(number.map(Int.init) == bytes.count)
            }
        }
        #expect(self.bench.collector.packets(of: "apm").map(\.payloads.count).reduce(0, +) == 160)
        #expect(self.bench.collector.duplicates == 0)
        if !stopsOrderly { await self.end(companion) }
        await self.end(host)
    }

    @Test func anExtensionLocksNothingAndHasNoDatabase() async throws {
        let companion = self.start(.companion)
        let channels = [try #require(companion.channel("apm")), try #require(companion.channel("unconfigured"))]
        self.pass()
        for channel in channels { self.send(0..<10, to: channel) }
        self.pass()
        let all = FileManager.default.enumerator(atPath: self.container)?.allObjects as? [String] ?? []
        #expect(all.contains { $0.contains("channels/apm/companions/") && $0.hasSuffix(".journal") })
        #expect(!all.contains { $0.hasSuffix("/lock") || $0.contains("sqlite") || $0.contains("ledger") })
        #expect(!FileManager.default.fileExists(atPath: self.bench.bench.folder + "/extension"))
        await self.end(companion)
    }

    @Test func theHostOpensAChannelThatOnlyAnExtensionUses() async throws {
        let companion = self.start(.companion, [:])
        let channel = try #require(companion.channel("Widget.net"))
        self.pass()
        self.send(0..<20, to: channel)
        await self.end(companion)
        let host = self.start(.host, [:])
        self.pass(120)
        #expect(self.bench.collector.packets(of: "Widget.net").flatMap(\.numbers) == Array(0..<20))
        #expect(QueueInspection.folders(in: self.root).count == 1, "the extension's folder is gone")
        await self.end(host)
    }

    @Test func nothingIsTakenOverTwice() async throws {
        let companion = self.start(.companion)
        let channel = try #require(companion.channel("apm"))
        self.send(0..<50, to: channel)
        self.pass()
        for _ in 0..<3 {
            let host = self.start(.host)
            _ = await self.bench.flush(try #require(host.channel("apm")))
            self.pass(40)
            await self.end(host)
        }
        self.send(50..<60, to: channel)
        await self.end(companion)
        let host = self.start(.host)
        _ = await self.bench.flush(try #require(host.channel("apm")))
        #expect(self.bench.collector.packets(of: "apm").flatMap(\.numbers) == Array(0..<60))
        #expect(self.bench.collector.duplicates == 0)
        await self.end(host)
    }

    @Test func whatThePersonTookBackGoesInAllFiles() async throws {
        let host = self.start(.host)
        let companion = self.start(.companion)
        let channel = try #require(companion.channel("apm"))
        #expect(channel.send(type: "appLag", meta: ["what": "secret_one"]).reportID != nil)
        self.pass()
        host.setConsent(.monitoring, granted: false)
        // Not told yet.
        #expect(channel.send(type: "appLag", meta: ["what": "secret_two"]).reportID != nil)
        self.pass(30)
        #expect(channel.send(type: "appLag", meta: ["what": "secret_three"]).reportID == nil)
        #expect(!self.seen("secret"))
        host.setConsent(.monitoring, granted: true)
        self.pass()
        companion.willEnterForeground()
        self.pass()
        #expect(channel.send(type: "appLag", meta: ["what": "welcome"]).reportID != nil)
        self.pass()
        _ = await self.bench.flush(try #require(host.channel("apm")))
        #expect(self.bench.collector.metas(of: "apm").map { $0["what"]?.stringValue } == ["welcome"])
        await self.end(companion, host)
    }

    @Test("A channel that cannot open keeps its own records back, and no other's")
    func oneChannelsDeadStorage() async throws {
        let names = ["apm", "net"]
        let configured = Dictionary(uniqueKeysWithValues: names.map { ($0, ChannelBench.configuration()) })
        let first = self.start(.host, configured)
        first.setConsent(.monitoring, granted: false)
        await self.end(first)
        let companion = self.start(.companion, configured)
        self.pass()
        // A file stands where the channel's folder should be.
        let dead = self.bench.bench.folder + "/default/channels/apm"
        try FileManager.default.removeItem(atPath: dead)
        try Data("no folder".utf8).write(to: URL(fileURLWithPath: dead))
        let host = self.start(.host, configured)
        host.setConsent(.monitoring, granted: true)
        self.pass()
        companion.willEnterForeground()
        self.pass()
        for name in names { self.send(0..<10, to: try #require(companion.channel(name))) }
        await self.end(companion)
        self.pass(600)
        #expect(self.bench.collector.packets(of: "net").flatMap(\.numbers) == Array(0..<10))
        #expect(self.bench.collector.packets(of: "apm").isEmpty)
        #expect(QueueInspection.read(shared: self.root + "/channels/apm").waiting["monitoring"]?.count == 10)
        await self.end(host)
    }

    @Test func aLookFromOutsideShowsTheChannelsOfExtensions() async throws {
        let companion = self.start(.companion)
        companion.track("seen")
        self.send(0..<3, to: try #require(companion.channel("apm")))
        self.pass()
        #expect(QueueInspection.folders(in: self.container + "/spoor") == [self.root, self.root + "/channels/apm"])
        #expect(QueueInspection.read(shared: self.root).waiting["tracked"]?.count == 1)
        #expect(QueueInspection.read(shared: self.root + "/channels/apm").waiting["monitoring"]?.count == 3)
        await self.end(companion)
    }

    @Test("A host that ends while it takes records over lets none go", arguments: 0..<8)
    func theHostEndsMeanwhile(turns: Int) async throws {
        let companion = self.start(.companion)
        self.send(0..<50, to: try #require(companion.channel("apm")))
        await self.end(companion)
        let host = self.start(.host)
        host.willEnterForeground()
        // The stop comes at another place of the take-over each time.
        let stopping = Task { await host.stop() }
        for _ in 0..<turns { await Task.yield() }
        let done = Locked(false)
        let waiting = Task {
            await stopping.value
            done.withLock { $0 = true }
        }
        await self.bench.bench.pump { done.withLock { $0 } }
        await waiting.value
        let next = self.start(.host)
        _ = await self.bench.flush(try #require(next.channel("apm")))
        #expect(self.bench.collector.packets(of: "apm").flatMap(\.numbers) == Array(0..<50))
        await self.end(next)
    }

    @Test func namesThatDifferInCaseAloneShareAHostAndNothingComesTwice() async throws {
        let companion = self.start(.companion, ["APM": ChannelBench.configuration()])
        let other = self.start(.companion)
        self.send(0..<10, to: try #require(companion.channel("APM")))
        self.send(10..<20, to: try #require(other.channel("apm")))
        self.pass()
        let host = self.start(.host)
        let channel = try #require(host.channel("apm"))
        for _ in 0..<5 {
            _ = await self.bench.flush(channel)
            self.pass(60)
        }
        #expect(self.bench.collector.packets(of: "apm").flatMap(\.numbers).sorted() == Array(0..<20))
        #expect(self.bench.collector.duplicates == 0)
        await self.end(companion, other, host)
    }

    @Test func aChannelThatTakesNothingLetsRecordsGo() async throws {
        let companion = self.start(.companion)
        self.send(0..<3, to: try #require(companion.channel("apm")))
        await self.end(companion)
        let host = self.start(.host, ["apm": ChannelBench.configuration { $0.isCollectionEnabled = false }])
        _ = await self.bench.flush(try #require(host.channel("apm")))
        #expect(self.bench.collector.packets.isEmpty)
        #expect(QueueInspection.read(shared: self.root + "/channels/apm").companions == 0)
        await self.end(host)
    }
}
