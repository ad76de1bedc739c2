import Dispatch
import Foundation
import Spoor

/// Our SDK under the contract of a driver: the default configuration, which is also the kill test's.
struct Driver: Sendable {
    private let options: BenchOptions
    private let count: Int

    init(_ options: BenchOptions) {
        self.options = options
        self.count = options.number("n", 100_000)
    }

    private func tracker(isOnline: Bool) -> Tracker {
        var configuration = TrackerConfiguration(
            endpoint: self.options["sink"] ?? "http://127.0.0.1:9",
            project: "bench"
        )
        configuration.folder = self.options["dir"] ?? NSTemporaryDirectory() + "/spoor-bench"
        configuration.startWait = .seconds(30)
        configuration.channel.isUploadEnabled = isOnline
        // All of a burst waits: 100,000 events of some 730 bytes are more than the 64 MiB of a tracker.
        configuration.channel.maxStoredBytes = 256 << 20
        return Tracker(configuration)
    }

    private static let screens = [
        "Catalogue", "Product", "Cart", "Address", "Shipping", "Payment", "Review", "Receipt",
    ]
    private static let currencies = ["EUR", "USD", "GBP", "JPY"]

    /// One call, its dictionary built inside; values differ from call to call, so that gzip has work to do.
    @inline(__always)
    private static func call(_ tracker: Tracker, _ number: Int) -> TrackAnswer {
        // Knuth's multiplicative hash: a cheap scramble of the number, the same in every run.
        let mixed = (number &* 2_654_435_761) & 0xFFFF_FFFF
        return tracker.track(
            "checkout_step",
            [
                "seq": number, "screen": Self.screens[mixed >> 8 & 7], "amount": Double(mixed >> 12 & 0xFFFF) / 100,
                "currency": Self.currencies[mixed >> 5 & 3], "premium": mixed & 1 == 0,
            ]
        )
    }

    /// Records; measures each call on the caller's thread, and the whole until everything is in SQLite.
    func track() async throws {
        let tracker = self.tracker(isOnline: false)
        let threads = max(1, self.options["extra"].flatMap { Int($0) } ?? 1)
        let rate = self.options.number("rate", 0)
        let cpuBefore = Measures.processCPU()
        let start = Measures.now()
        let samples = Locked<[[UInt32]]>([])
        let callerCPU = Locked<UInt64>(0)
        let held = Locked(0)
        let share = self.count / threads
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            let before = Measures.threadCPU()
            let (times, heldHere) = Self.loop(tracker, from: thread * share, count: share, rate: rate)
            held.withLock { $0 += heldHere }
            let spent = Measures.threadCPU() - before
            callerCPU.withLock { $0 += spent }
            samples.withLock { $0.append(times) }
        }
        let calls = Measures.now() - start
        let stored = try await self.drained(tracker)
        let total = Measures.now() - start
        let cpu = Measures.processCPU() - cpuBefore
        let peak = Measures.memoryMB("VmHWM")
        let sorted = samples.withLock { $0.flatMap { $0 } }.sorted()
        var line = FigureLine()
        line.add("n", Double(sorted.count))
        line.add("held", Double(held.withLock { $0 }))
        for (name, part) in [("p50_ns", 0.5), ("p90_ns", 0.9), ("p99_ns", 0.99), ("p999_ns", 0.999)] {
            line.add(name, Double(Measures.percentile(sorted, part)))
        }
        line.add("max_ns", Double(sorted.last ?? 0))
        line.add("calls_s", Double(calls) / 1e9)
        line.add("caller_cpu_ns_per_call", Double(callerCPU.withLock { $0 }) / Double(sorted.count))
        line.add("record_total_s", Double(total) / 1e9)
        line.add("record_cpu_us_per_event", Double(cpu) / 1e3 / Double(sorted.count))
        line.add("stored", Double(stored.waiting))
        line.add("bytes_per_event", Double(stored.waitingBytes) / Double(max(1, stored.waiting)))
        line.add("peak_rss_mb", peak)
        line.show()
    }

    private static func loop(
        _ tracker: Tracker,
        from first: Int,
        count: Int,
        rate: Int
    )
        -> (times: [UInt32], held: Int)
    {
        var held = 0
        var times = [UInt32](repeating: 0, count: count)
        let pause = rate > 0 ? 1_000_000_000 / UInt64(rate) : 0
        var due = Measures.now()
        for index in 0..<count {
            if pause > 0 {
                due += pause
                while Measures.now() < due { usleep(200) }
            }
            let before = Measures.now()
            let answer = Self.call(tracker, first + index)
            times[index] = UInt32(clamping: Measures.now() - before)
            // Held: the disk was so slow that the journal took memory, and the event is durable a little later.
            if answer == .held { held += 1 } else if !answer.isRecorded { return ([], held) }
        }
        return (times, held)
    }

    /// Waits until everything recorded is in the database.
    private func drained(_ tracker: Tracker) async throws -> ChannelStatus {
        let end = Measures.now() + 60_000_000_000
        while Measures.now() < end {
            let status = await tracker.status()
            if status.waiting + status.lost >= self.count { return status }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw BenchError("not everything was stored within a minute")
    }

    /// Opens what an earlier `track` left, and uploads it by the channel's own policy.
    func flush() async throws {
        let cpuBefore = Measures.processCPU()
        let start = Measures.now()
        let tracker = self.tracker(isOnline: true)
        try await self.emptied(tracker)
        let total = Measures.now() - start
        let status = await tracker.status()
        var line = FigureLine()
        line.add("n", Double(status.delivered))
        line.add("flush_s", Double(total) / 1e9)
        line.add(
            "flush_cpu_us_per_event",
            Double(Measures.processCPU() - cpuBefore) / 1e3 / Double(max(1, status.delivered))
        )
        line.add("requests", Double(status.requests))
        line.add("sent_bytes", Double(status.sentBytes))
        line.add("peak_rss_mb", Measures.memoryMB("VmHWM"))
        line.show()
        await tracker.stop()
    }

    private func emptied(_ tracker: Tracker) async throws {
        let end = Measures.now() + 120_000_000_000
        while await tracker.status().waiting > 0 {
            guard Measures.now() < end else { throw BenchError("events still wait after two minutes") }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Opens what an earlier `track` left, lets everything settle, and tells how much memory that takes.
    func openAndWait() async throws {
        let tracker = self.tracker(isOnline: false)
        try await Task.sleep(for: .seconds(1))
        let status = await tracker.status()
        var line = FigureLine()
        line.add("waiting", Double(status.waiting))
        line.add("rss_mb", Measures.memoryMB("VmRSS"))
        line.add("dirty_mb", Measures.dirtyMB())
        line.show()
        await tracker.stop()
    }

    /// Records, says so, and sleeps until it is killed.
    func recordAndWaitToBeKilled() async throws {
        let tracker = self.tracker(isOnline: false)
        _ = Self.loop(tracker, from: 0, count: self.count, rate: self.options.number("rate", 0))
        print("DONE")
        fflush(nil)
        while true { try await Task.sleep(for: .seconds(60)) }
    }

    /// Opens the storage of a killed run, records number -1, and uploads everything.
    func recover() async throws {
        let tracker = self.tracker(isOnline: true)
        _ = Self.call(tracker, -1)
        _ = await tracker.flush()
        try await self.emptied(tracker)
        var line = FigureLine()
        line.add("delivered", Double(await tracker.status().delivered))
        line.show()
        await tracker.stop()
    }
}
