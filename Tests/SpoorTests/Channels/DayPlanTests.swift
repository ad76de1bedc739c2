import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// A day of 25 hours in virtual time, with a scripted network: what goes when, over what, and how many bytes it is.
///
/// The whole plan is kept in `Tests/Fixtures/day-plan.txt`. Where a change of the rules is meant, run the test with
/// `SPOOR_DAY_PLAN=/path/of/a/file`, which writes the present plan there, and read it before it becomes the fixture.
struct DayPlanTests {
    /// Berlin around the end of summer time in 2026: at 03:00 on 25 October it is 02:00 again.
    private struct Berlin: ZoneOffsets {
        func secondsFromGMT(atMilliseconds milliseconds: Int64) -> Int {
            milliseconds < 1_792_890_000_000 ? 7_200 : 3_600
        }
    }

    /// 2026-10-25 00:00 in Berlin.
    private static let midnight: Int64 = 1_792_879_200_000

    /// Minutes after midnight, and the network from then on; the next midnight is after 25 hours, at 1500.
    private static let networks: [(minute: Int, status: NetworkStatus)] = [
        (0, .none), (75, .cellular), (365, .wifi), (485, .cellular), (1_085, .none), (1_145, .unknown),
        (1_385, .cellular),
        (1_595, .wifi),
    ]

    private static let apmBudget = 15_000
    private static let shopBudget = 6_000

    private struct Sending {
        var at: Int
        var work: (Tracker) -> Void
    }

    @Test("A day of 25 hours on a changing network follows the plan, record by record and byte by byte")
    func dayPlan() async throws {
        let bench = ChannelBench()
        bench.surroundings.withLock { $0 = { $0.producer = "p" } }
        bench.scheduler.jumpWallClock(byMilliseconds: Self.midnight - bench.scheduler.wallMilliseconds)
        bench.network.move(to: .none)
        let tracker = bench.start(Self.channels, zone: Berlin())
        let start = bench.scheduler.uptime
        for minute in 0..<1_620 {
            for (at, status) in Self.networks where at == minute { bench.network.move(to: status) }
            self.record(minute, tracker)
            bench.scheduler.advance(by: start + .seconds((minute + 1) * 60) - bench.scheduler.uptime)
        }
        let packets = bench.collector.packets
        let plan = packets.map { self.line($0, start) }.joined(separator: "\n") + "\n"
        self.checkRules(packets, start)
        if let path = ProcessInfo.processInfo.environment["SPOOR_DAY_PLAN"] {
            try plan.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try plan == String(contentsOf: Self.fixture, encoding: .utf8))
        await bench.bench.stop(tracker)
    }

    private static var channels: [String: ChannelConfiguration] {
        [
            "apm": ChannelBench.configuration {
                $0.rules = [
                    TypeRule(type: "appCrash", isRealtime: true, isUploadPayload: true), TypeRule(type: "net"),
                    TypeRule(type: "appLag", onlyWifi: true),
                ]
                $0.uploadInterval = .seconds(30)
                $0.dailyCellularBytes = Self.apmBudget
            },
            "shop": ChannelBench.configuration {
                $0.uploadInterval = .seconds(30)
                $0.dailyCellularBytes = Self.shopBudget
            },
        ]
    }

    private static var fixture: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/day-plan.txt")
    }

    /// Each hour a network record, a stall and an order; a crash at 09:40 and one at 20:40 of the hours that passed.
    private func record(_ minute: Int, _ tracker: Tracker) {
        let hour = minute / 60
        let number = JSONValue.integer(Int64(minute))
        switch minute % 60 {
        case 10:
            tracker.channel("apm")?.send(type: "net", meta: ["n": number, "x": ChannelNoise.text(900, seed: minute)])
        case 20:
            tracker.channel("apm")?.send(
                type: "appLag",
                meta: ["n": number, "x": ChannelNoise.text(300, seed: minute)]
            )
        case 30:
            tracker.channel("shop")?.send(
                type: "order",
                prefix: "web",
                meta: ["n": number, "x": ChannelNoise.text(600, seed: minute)]
            )
        case 40 where hour == 9 || hour == 20:
            tracker.channel("apm")?.send(
                type: "appCrash",
                meta: ["n": number],
                payload: ChannelNoise.bytes(4_000, seed: minute)
            )
        default:
            break
        }
    }

    private func line(_ packet: RecordCollector.Packet, _ start: Duration) -> String {
        let wall = Self.midnight + (packet.at - start).wholeMilliseconds
        let offset = Berlin().secondsFromGMT(atMilliseconds: wall) / 3_600
        let records = zip(packet.types, packet.numbers).map { type, number in "\(type)@\(number)" }
        let payloads = packet.payloads.isEmpty ? "" : " payloads \(packet.payloads.count)"
        return "\(WireDate.text(milliseconds: wall, zone: Berlin())) +\(offset) \(self.network(packet, start)) "
            + "\(packet.namespace) \(packet.bytes) bytes: \(records.joined(separator: " "))\(payloads)"
    }

    private func network(_ packet: RecordCollector.Packet, _ start: Duration) -> NetworkStatus {
        let minute = Int((packet.at - start).wholeMilliseconds / 60_000)
        return Self.networks.last { $0.minute <= minute }?.status ?? .none
    }

    /// What must hold whatever the fixture says.
    private func checkRules(_ packets: [RecordCollector.Packet], _ start: Duration) {
        #expect(packets.allSatisfy { self.network($0, start) != .none })
        let metered = packets.filter { self.network($0, start).isMetered }
        #expect(metered.allSatisfy { !$0.types.contains("appLag") })
        for (namespace, budget, largest) in [("apm", Self.apmBudget, 6_000), ("shop", Self.shopBudget, 2_000)] {
            let own = metered.filter { $0.namespace == namespace }
            let firstDay = own.filter { $0.at - start < .seconds(1_500 * 60) }
            let secondDay = own.filter { $0.at - start >= .seconds(1_500 * 60) }
            #expect(firstDay.reduce(0) { $0 + $1.bytes } < budget + largest)
            #expect(firstDay.reduce(0) { $0 + $1.bytes } > budget - largest)
            #expect(!secondDay.isEmpty)
            // Right at midnight, not an hour before or after it.
            #expect(secondDay.first.map { $0.at - start < .seconds(1_501 * 60) } == true)
        }
        let numbers = packets.flatMap { packet in packet.numbers.map { "\(packet.namespace) \($0)" } }
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count == 27 * 3 + 2)
    }
}
