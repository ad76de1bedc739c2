import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Records that are sent before storage is open.
struct ChannelOpeningTests {
    /// A bench whose tracker has not opened anything yet.
    private func unopened(_ bench: ChannelBench, _ names: [String] = ["apm"]) -> Tracker {
        bench.scheduler.runsWaitedWork = false
        return bench.bench.start { configuration in
            for name in names { configuration.channels[name] = ChannelBench.configuration() }
        }
    }

    @Test("A flush right after the start waits for storage and uploads what was held", arguments: ["apm", "later"])
    func flushWaits(name: String) async throws {
        let bench = ChannelBench()
        let tracker = self.unopened(bench)
        let channel = try #require(tracker.channel(name))
        if name == "later" { channel.send(type: "paid", prefix: "shop", meta: ["n": 7]) }
        #expect(channel.send(type: "net", meta: ["n": 1]) == .held(nil))
        let done = Locked<FlushReport?>(nil)
        let task = Task {
            let report = await channel.flush()
            done.withLock { $0 = report }
        }
        // The flush is asked for before anything was opened.
        for _ in 0..<1_000 { await Task.yield() }
        await bench.bench.pump { done.withLock { $0 } != nil }
        await task.value
        let report = try #require(done.withLock { $0 })
        #expect(report.outcome == .complete)
        #expect(report.remaining == 0)
        #expect(bench.collector.packets(of: name).flatMap(\.numbers).contains(1))
        await bench.bench.stop(tracker)
        #expect(!bench.bench.log.withLock { $0.contains { $0.contains("are lost") } })
    }

    @Test("A tracker that stops right after the start keeps what its channels held, for the next run")
    func stopKeeps() async throws {
        let bench = ChannelBench()
        var tracker = self.unopened(bench, ["a", "b"])
        for (number, name) in ["a", "b"].enumerated() {
            let channel = try #require(tracker.channel(name))
            #expect(channel.send(type: "appCrash", meta: ["n": .integer(Int64(number))]) == .held(nil))
        }
        await bench.bench.stop(tracker)
        #expect(!bench.bench.log.withLock { $0.contains { $0.contains("are lost") } })
        let sent = bench.collector.packets.flatMap(\.numbers)
        #expect(tracker.channel("a")?.send(type: "net", meta: ["n": 9]) == .dropped(.stopped))

        bench.scheduler.runsWaitedWork = true
        tracker = bench.start(["a": ChannelBench.configuration(), "b": ChannelBench.configuration()])
        bench.scheduler.advance(by: .seconds(20))
        #expect(Set(sent + bench.collector.packets.flatMap(\.numbers)) == [0, 1])
        await bench.bench.stop(tracker)
    }

    @Test("Storage that cannot be opened keeps what is held: a flush says so and counts it")
    func unreadable() async throws {
        let bench = ChannelBench()
        let tracker = self.unopened(bench)
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        #expect(channel.channel.heldUnopened == 1)
        let other = bench.bench.start { $0.channels["apm"] = ChannelBench.configuration() }
        bench.scheduler.settle()
        // The first one has the folder; the second one's records wait in memory.
        let late = try #require(other.channel("apm"))
        late.send(type: "net", meta: ["n": 2])
        let report = await bench.flush(late)
        #expect(report.remaining == 1)
        if case .storageFailure = report.outcome {} else { Issue.record("\(report.outcome)") }
        await bench.bench.stop(tracker)
        await bench.bench.stop(other)
    }

    @Test("The start gives the storage of channels its wait, so that even the first record is safe")
    func startWaits() async throws {
        let bench = ChannelBench()
        let tracker = bench.bench.start { $0.channels["apm"] = ChannelBench.configuration() }
        let channel = try #require(tracker.channel("apm"))
        #expect(channel.send(type: "appCrash", meta: ["n": 1]).reportID != nil)
        // One that is made later makes nobody wait.
        #expect(try #require(tracker.channel("later")).send(type: "net", meta: ["n": 2]) == .held(nil))
        await bench.bench.stop(tracker)
    }
}
