import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What is wrong with one channel is no matter of the others.
struct ChannelIsolationTests {
    enum Fault: String, CaseIterable, Sendable {
        case deadServer
        case corruptDatabase
        case fullQuota
        case flood
        case badKey
        case badConfiguration
        case tooLargeServer
        case hangingServer
    }

    /// What arrived of one channel: when, and which records.
    private struct Delivery: Equatable, CustomStringConvertible {
        var at: Duration
        var numbers: [Int64]
        var bytes: Int

        var description: String { "\(self.at) \(self.numbers) \(self.bytes)" }
    }

    /// The smallest quota there is.
    private static let quota = 100

    /// What a channel with that quota sends more than the others, each round.
    private static let excess = 30

    /// What it has no room for.
    private static let losses = 10 * (5 + Self.excess) - Self.quota

    private static let names = (0..<8).map { "channel-\($0)" }

    @Test(
        "Of 8 channels one has a fault: what arrives of the other seven is the same as without",
        arguments: Fault.allCases
    )
    func oneFault(fault: Fault) async throws {
        let faulty = Self.names[3]
        let without = try await self.run([:])
        let with = try await self.run([faulty: fault])
        for name in Self.names where name != faulty {
            #expect(with.deliveries[name] == without.deliveries[name])
            #expect(with.deliveries[name]?.flatMap(\.numbers).count == 50)
        }
        #expect(with.events == without.events)
        #expect(without.deliveries[faulty]?.flatMap(\.numbers).count == 50)
        #expect(without.lost.isEmpty)
        #expect(with.lost == (fault == .fullQuota ? [faulty: Self.losses] : [:]))
    }

    @Test("8 channels have a fault each: what arrives of a ninth and of the tracker is the same as without")
    func allFaults() async throws {
        let without = try await self.run([:])
        let faults = Dictionary(uniqueKeysWithValues: zip(Self.names, Fault.allCases))
        let with = try await self.run(faults)
        #expect(with.deliveries["healthy"] == without.deliveries["healthy"])
        #expect(with.deliveries["healthy"]?.flatMap(\.numbers).count == 50)
        #expect(with.events == without.events)
        #expect(with.events.count == 10)
        let full = try #require(faults.first { $1 == .fullQuota }).key
        #expect(with.lost == [full: Self.losses])
    }

    /// What came of all channels.
    private struct Outcome {
        var deliveries: [String: [Delivery]] = [:]
        var events: [String] = []
        /// How many records each channel has lost; those that lost none are left out.
        var lost: [String: Int] = [:]
    }

    private func run(_ faults: [String: Fault]) async throws -> Outcome {
        let bench = ChannelBench()
        bench.surroundings.withLock { $0 = { $0.producer = "p" } }
        var channels: [String: ChannelConfiguration] = [:]
        for name in Self.names + ["healthy"] {
            channels[name] = ChannelBench.configuration { Self.spoil(&$0, faults[name]) }
            try Self.prepare(bench, name, faults[name])
        }
        let tracker = bench.start(channels)
        for round in 0..<10 {
            tracker.track("round_\(round)")
            for name in Self.names + ["healthy"] {
                let channel = try #require(tracker.channel(name))
                for number in 0..<5 { channel.send(type: "net", meta: ["n": .integer(Int64(round * 5 + number))]) }
                let more = faults[name] == .flood ? 2_000 : faults[name] == .fullQuota ? Self.excess : 0
                for number in 0..<more { channel.send(type: "flood", meta: ["m": .integer(Int64(number))]) }
            }
            bench.scheduler.advance(by: .seconds(7))
        }
        bench.scheduler.advance(by: .seconds(120))
        var outcome = Outcome()
        for packet in bench.collector.packets {
            outcome.deliveries[packet.namespace, default: []].append(
                Delivery(at: packet.at, numbers: packet.numbers, bytes: packet.bytes)
            )
        }
        outcome.events = bench.bench.collector.names
        for name in channels.keys {
            let lost = await bench.status(try #require(tracker.channel(name))).lost
            if lost > 0 { outcome.lost[name] = lost }
        }
        await bench.bench.stop(tracker)
        return outcome
    }

    private static func spoil(_ configuration: inout ChannelConfiguration, _ fault: Fault?) {
        switch fault {
        case .fullQuota:
            configuration.maxStoredRecords = Self.quota
            configuration.isUploadEnabled = false
        case .badKey:
            // A form that no key can encrypt: nothing may leave.
            configuration.encoding = .sensorsForm
            let key = try? SharedKey(id: "k1", bytes: [UInt8](1...16))
            configuration.encryption = key.map { .aes128CBC($0) } ?? .none
        case .badConfiguration:
            configuration.endpoint = "no address at all"
            configuration.maxBatchCount = -1
            configuration.maxBodyBytes = .max
            configuration.uploadInterval = .seconds(-5)
        case .deadServer, .corruptDatabase, .flood, .tooLargeServer, .hangingServer, nil:
            break
        }
    }

    private static func prepare(_ bench: ChannelBench, _ name: String, _ fault: Fault?) throws {
        switch fault {
        case .deadServer:
            bench.collector.set(.answer(.failure("no route to host")), for: name)
        case .corruptDatabase:
            let folder = bench.bench.folder + "/default/channels/" + name
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(ChannelNoise.bytes(70_000, seed: 1)).write(to: URL(fileURLWithPath: folder + "/records.sqlite"))
        case .tooLargeServer:
            bench.collector.set(.takeAtMost(0), for: name)
        case .hangingServer:
            bench.collector.set(.silence, for: name)
        case .fullQuota, .flood, .badKey, .badConfiguration, nil:
            break
        }
    }
}
