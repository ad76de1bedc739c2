import Foundation
import Spoor

/// One process of the isolation benchmark: a healthy channel, alone or beside eight faulty ones.
///
/// What is measured is the healthy channel's CPU: that of the caller in `send`, and of all work on the channel's own queue
/// (from the journal into SQLite, batches, gzip, answers). What the system's network threads do cannot be told apart, and
/// is left out on both sides.
struct IsolationRun: Sendable {
    private enum Fault: String, CaseIterable {
        case flood, deadServer, hangingServer, tooLargeServer, unknownKey, corruptDatabase, fullQuota, badConfiguration
    }

    private static let healthy = "healthy"

    private let options: BenchOptions
    private let count: Int
    private let rate: Int

    init(_ options: BenchOptions) {
        self.options = options
        self.count = options.number("n", 10_000)
        self.rate = max(1, options.number("rate", 2_000))
    }

    func run() async throws {
        let folder = self.options["dir"] ?? NSTemporaryDirectory() + "/spoor-isolation"
        let faults = self.options["faults"] == "1" ? Fault.allCases : []
        let meter = MeteredScheduler(label: "bench.healthy")
        let tracker = try self.tracker(folder, faults, meter)
        guard let channel = tracker.channel(Self.healthy) else { throw BenchError("there is no healthy channel") }
        // All storage is open, and every fault has begun, before anything is measured.
        _ = await channel.status()
        let isOver = Locked(false)
        try await self.beginFaults(tracker, faults, isOver)
        let before = meter.spent
        let calls = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.send(on: channel)) }
        }
        let end = ContinuousClock.now + .seconds(60)
        while await channel.status().delivered < self.count {
            guard ContinuousClock.now < end else { throw BenchError("void: not everything arrived within 60 s") }
            _ = await channel.flush()
        }
        let queue = meter.spent - before
        isOver.withLock { $0 = true }
        var line = FigureLine()
        line.add("delivered", Double(await channel.status().delivered))
        line.add("send_us_per_event", Double(calls) / Double(self.count) / 1_000)
        line.add("queue_us_per_event", Double(queue) / Double(self.count) / 1_000)
        line.add("cpu_us_per_event", Double(calls + queue) / Double(self.count) / 1_000)
        line.show()
        fflush(nil)
        // The hanging server would keep an orderly end waiting.
        exit(0)
    }

    private func tracker(_ folder: String, _ faults: [Fault], _ meter: MeteredScheduler) throws -> Tracker {
        let sink = self.options["sink"] ?? "http://127.0.0.1:9"
        var configuration = TrackerConfiguration(endpoint: sink, project: "bench")
        configuration.folder = folder
        configuration.startWait = .seconds(30)
        configuration.log = { _ in }
        configuration.channels[Self.healthy] = Self.channel(sink)
        for fault in faults {
            configuration.channels[fault.rawValue] = try Self.faulty(fault, sink, "\(folder)/default")
        }
        var environment = TrackerEnvironment.live(name: "bench")
        let others = environment.channelScheduler
        environment.channelScheduler = { $0 == Self.healthy ? meter : others($0) }
        return Tracker(configuration, environment: environment)
    }

    private static func channel(_ endpoint: String) -> ChannelConfiguration {
        var channel = ChannelConfiguration.prism(endpoint: endpoint, project: "bench")
        channel.rules = nil
        channel.uploadInterval = .seconds(1)
        return channel
    }

    private static func faulty(_ fault: Fault, _ sink: String, _ folder: String) throws -> ChannelConfiguration {
        switch fault {
        case .flood: return Self.channel(sink)
        case .deadServer: return Self.channel("http://127.0.0.1:9")
        case .hangingServer: return Self.channel(try FaultyServer(status: nil).endpoint)
        case .tooLargeServer: return Self.channel(try FaultyServer(status: 413).endpoint)
        case .unknownKey:
            var channel = Self.channel(try FaultyServer(status: 403).endpoint)
            channel.encryption = .aes128CBC(try SharedKey(id: "nobody", bytes: [UInt8](repeating: 7, count: 16)))
            return channel
        case .corruptDatabase:
            let own = "\(folder)/channels/\(fault.rawValue)"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            let noise = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
            try noise.write(to: URL(fileURLWithPath: "\(own)/records.sqlite"))
            return Self.channel(sink)
        case .fullQuota:
            var channel = Self.channel(sink)
            channel.maxStoredRecords = 100
            channel.isUploadEnabled = false
            return channel
        case .badConfiguration:
            var channel = Self.channel("no address at all")
            channel.uploadInterval = .seconds(-5)
            channel.maxBodyBytes = .max
            return channel
        }
    }

    /// Lets every faulty channel have records all the time: the flood as many as one thread can send, the others 200 a
    /// second each.
    private func beginFaults(_ tracker: Tracker, _ faults: [Fault], _ isOver: Locked<Bool>) async throws {
        for fault in faults {
            guard let channel = tracker.channel(fault.rawValue) else {
                throw BenchError("there is no channel '\(fault.rawValue)'")
            }
            _ = await channel.status()
            let pause: UInt32 = fault == .flood ? 0 : 5_000
            Thread.detachNewThread {
                var number = 0
                while !isOver.withLock({ $0 }) {
                    Self.send(number, on: channel)
                    number += 1
                    if pause > 0 { usleep(pause) }
                }
            }
        }
        // So that queues are full, quotas reached and back-offs on.
        if !faults.isEmpty { try await Task.sleep(for: .seconds(2)) }
    }

    /// Sends the records at their rate; answers the CPU nanoseconds of the calls alone.
    private func send(on channel: PrismChannel) -> UInt64 {
        let start = Measures.now()
        var spent: UInt64 = 0
        for number in 0..<self.count {
            let due = start + UInt64(number) * 1_000_000_000 / UInt64(self.rate)
            while Measures.now() < due { usleep(100) }
            let before = Measures.threadCPU()
            Self.send(number, on: channel)
            spent += Measures.threadCPU() - before
        }
        return spent
    }

    private static func send(_ number: Int, on channel: PrismChannel) {
        channel.send(
            type: "net",
            meta: [
                "url": "https://shop.example.com/cart", "n": .integer(number), "ms": .integer(number & 1_023),
                "status": 200,
            ]
        )
    }
}
