import Spoor
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

/// O-09: more than the server takes at once.
struct TooLargeTests {
    private let bench = TestBench()

    /// O-09/halves-what-was-sent, O-09/never-identical, O-09/order-kept.
    @Test("O-09 limit 50, 20 waiting, at most 6 a request: what was sent is halved, never the same set again")
    func halvesWhatWasSent() async throws {
        let tracker = self.bench.start()
        self.bench.collector.always(.takeAtMost(6))
        self.bench.track((1...20).map { "e\($0)" }, with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == (1...20).map { "e\($0)" })
        #expect(self.bench.collector.duplicates == 0)
        let sent = self.bench.sentNames
        #expect(sent.prefix(3).map(\.count) == [20, 10, 5])
        for (index, names) in sent.enumerated() where names.count > 6 {
            #expect(!sent[(index + 1)...].contains(names))
        }
        await self.bench.stop(tracker)
    }

    /// O-09/grows-back.
    @Test("O-09 the batch grows back, and a restart begins with the usual size")
    func theBatchGrowsBack() async throws {
        var tracker = self.bench.start()
        self.bench.collector.always(.takeAtMost(1))
        self.bench.track((1...8).map { "e\($0)" }, with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        self.bench.collector.always(.store)
        self.bench.track((1...300).map { "f\($0)" }, with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.sentNames.suffix(4).contains { $0.count >= 50 })
        self.bench.collector.always(.takeAtMost(1))
        self.bench.track((1...4).map { "g\($0)" }, with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        self.bench.collector.always(.store)
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        self.bench.track((1...60).map { "h\($0)" }, with: tracker)
        let before = self.bench.transport.requests.count
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.sentNames[before].count == 50)
        #expect(self.bench.collector.names.count == 372)
        await self.bench.stop(tracker)
    }

    /// O-09/single-huge.
    @Test("O-09 one event that alone is too large is tried alone once, set aside and told; its neighbours go on")
    func oneLargeEventStopsNobody() async throws {
        self.bench.collector.always(.takeEventsUpTo(bytes: 50_000))
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        self.bench.track(["a", "b"], with: tracker)
        let parts = Self.parts(20)
        #expect(tracker.track("large", parts).isRecorded)
        self.bench.track(["c"], with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == ["a", "b", "c"])
        #expect(self.bench.sentNames.filter { $0 == ["large"] }.count == 1)
        let letters = try await self.bench.letters(of: tracker)
        #expect(letters.count == 1 && letters.first?.status == 413)
        #expect(letters.first?.reason.contains("larger than the server takes") == true)
        await self.bench.stop(tracker)
    }

    @Test("O-09 an event of 3 MB is not recorded, and the call says so")
    func anEventOfThreeMegabytesIsRefusedAtTheCall() async {
        let tracker = self.bench.start()
        let parts = Self.parts(375)
        guard case .dropped(.tooLarge(let bytes, _)) = tracker.track("huge", parts) else {
            Issue.record("the event was taken")
            return
        }
        #expect(bytes > Limits.maxEventBytes)
        self.bench.track(["a"], with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    /// O-09/single-huge, as large as the case says.
    @Test("O-09 a record of 3 MB alone in the queue: one lone try, then set aside")
    func aRecordOfThreeMegabytesIsTriedOnce() async throws {
        self.bench.collector.always(.takeEventsUpTo(bytes: 2_000_000))
        let store = Locked<ChannelStore?>(nil)
        let channel = self.channel(store)
        let opened = try #require(store.withLock { $0 })
        for size in [3_000_000, 10] {
            let text =
                #"{"event":"e\#(size)","_id":"p-\#(size)","text":""# + String(repeating: "x", count: size) + #""}"#
            let result = Array(text.utf8).withUnsafeBytes { body in
                opened.append(class: .tracked, maxHead: 0, body: body) { _, _ in FrameHead(count: 0, recorded: 0) }
            }
            guard case .appended = result else {
                Issue.record("not appended: \(result)")
                return
            }
        }
        let report = Locked<FlushReport?>(nil)
        Task {
            let answer = await channel.flush()
            report.withLock { $0 = answer }
        }
        await self.bench.pump { report.withLock { $0 != nil } }
        #expect(report.withLock { $0?.outcome } == .complete)
        #expect(self.bench.sentNames == [["e3000000"], ["e10"]])
        #expect(self.bench.collector.names == ["e10"])
        let letters = try await self.bench.ask { await channel.deadLetters() }
        #expect(letters.count == 1 && letters.first?.bytes ?? 0 > 3_000_000)
        try await self.bench.ask { await channel.close() }
    }

    /// Properties of 8 kB each.
    private static func parts(_ count: Int) -> Properties {
        var values: [String: Any] = [:]
        for index in 0..<count { values["part\(index)"] = String(repeating: "x", count: 8_000) }
        return Properties(values)
    }

    private func channel(_ store: Locked<ChannelStore?>) -> Channel {
        let channel = Channel(
            configuration: ChannelConfiguration(endpoint: "http://collector.test"),
            storage: ChannelStorage(folder: self.bench.folder + "/default"),
            environment: ChannelEnvironment(
                scheduler: self.bench.scheduler,
                transport: self.bench.transport,
                random: { 1 },
                log: { _ in }
            )
        )
        if case .opened(let opened) = channel.open() { store.withLock { $0 = opened } }
        channel.begin()
        return channel
    }
}
