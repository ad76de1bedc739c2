import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire

/// A tracker with Prism channels, on virtual time, a network that tests move, and a collector of records.
final class ChannelBench: Sendable {
    let bench = TestBench()
    let network = ManualNetworkMonitor(.wifi)
    let collector: RecordCollector
    /// The last word on what the tracker takes from the outside world.
    let surroundings = Locked<@Sendable (inout TrackerEnvironment) -> Void>({ _ in })

    var scheduler: ManualScheduler { self.bench.scheduler }

    init() {
        self.collector = RecordCollector(scheduler: self.bench.scheduler)
        let (network, collector) = (self.network, self.collector)
        let surroundings = self.surroundings
        self.bench.surroundings.withLock { change in
            change = { environment in
                environment.network = network
                environment.channelTransport = { _ in collector.transport }
                surroundings.withLock { $0 }(&environment)
            }
        }
    }

    /// Starts a tracker with channels of these names.
    func start(
        _ channels: [String: ChannelConfiguration] = ["apm": ChannelBench.configuration()],
        facts: DeviceFacts = DeviceFacts(),
        zone: any ZoneOffsets = FixedZone(seconds: 9 * 3600),
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        let tracker = self.bench.start(facts: facts, zone: zone) { configuration in
            configuration.channels = channels
            change(&configuration)
        }
        self.scheduler.settle()
        return tracker
    }

    /// The defaults of Prism channels, which take any type.
    static func configuration(
        _ change: (inout ChannelConfiguration) -> Void = { _ in }
    ) -> ChannelConfiguration {
        var configuration = ChannelConfiguration.prism(endpoint: "http://collector.test")
        configuration.rules = nil
        change(&configuration)
        return configuration
    }

    /// Flushes in virtual time.
    func flush(_ channel: PrismChannel) async -> FlushReport {
        let done = Locked<FlushReport?>(nil)
        let task = Task {
            let report = await channel.flush()
            done.withLock { $0 = report }
        }
        await self.bench.pump { done.withLock { $0 } != nil }
        await task.value
        return done.withLock { $0 } ?? FlushReport(delivered: 0, rejected: 0, remaining: 0, outcome: .disabled)
    }

    /// How a channel is doing, in virtual time.
    func status(_ channel: PrismChannel) async -> ChannelStatus {
        let done = Locked<ChannelStatus?>(nil)
        let task = Task {
            let status = await channel.status()
            done.withLock { $0 = status }
        }
        await self.bench.pump { done.withLock { $0 } != nil }
        await task.value
        return done.withLock { $0 } ?? ChannelStatus()
    }
}
