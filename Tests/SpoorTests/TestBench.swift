import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire

/// A tracker on virtual time, a fake collector and a folder of its own, which is removed at the end.
final class TestBench: Sendable {
    let folder: String
    let scheduler = ManualScheduler()
    let collector = FakeCollector()
    let transport: ScriptedTransport
    let log = Locked<[String]>([])
    private let starts = Locked<UInt64>(0)
    let vault = MemoryVault()
    /// The last word on what a tracker takes from the outside world.
    let surroundings = Locked<@Sendable (inout TrackerEnvironment) -> Void>({ _ in })

    init(answerDelay: Duration = .zero) {
        self.folder = NSTemporaryDirectory() + "spoor-test-" + UUID().uuidString
        self.transport = self.collector.transport(scheduler: self.scheduler, delay: answerDelay)
    }

    deinit {
        self.scheduler.forgetWork()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    /// Starts a tracker; the journal is small, so that tests are fast.
    func start(
        facts: DeviceFacts = DeviceFacts(),
        zone: any ZoneOffsets = FixedZone(seconds: 9 * 3600),
        scheduler: (any Scheduler)? = nil,
        lifeCycle: (any AppLifeCycleSource)? = nil,
        _ change: (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/")
        configuration.folder = self.folder
        configuration.journalSegmentBytes = 64 << 10
        configuration.log = { message in self.log.withLock { $0.append(message.text) } }
        change(&configuration)
        let random = Locked(
            self.starts.withLock { starts in
                starts += 1
                return starts
            }
        )
        var environment = TrackerEnvironment(
            scheduler: scheduler ?? self.scheduler,
            transport: self.transport,
            deviceFacts: FixedFacts(facts: facts),
            zone: zone,
            random: {
                random.withLock { state in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return state
                }
            }
        )
        environment.lifeCycle = lifeCycle
        environment.vault = self.vault
        environment.giveWay = { _ in }
        self.surroundings.withLock { $0(&environment) }
        return Tracker(configuration, environment: environment)
    }

    /// Stops a tracker in virtual time.
    func stop(_ tracker: Tracker) async {
        let done = Locked(false)
        let task = Task {
            await tracker.stop()
            done.withLock { $0 = true }
        }
        await self.pump { done.withLock { $0 } }
        await task.value
    }

    /// Flushes in virtual time.
    func flush(_ tracker: Tracker) async -> FlushReport {
        let done = Locked<FlushReport?>(nil)
        let task = Task {
            let report = await tracker.flush()
            done.withLock { $0 = report }
        }
        await self.pump { done.withLock { $0 } != nil }
        await task.value
        return done.withLock { $0 } ?? FlushReport(delivered: 0, rejected: 0, remaining: 0, outcome: .disabled)
    }

    /// Lets virtual time pass, 100 ms a step, until a condition holds.
    func pump(until isDone: () -> Bool) async {
        await VirtualTime.pass(on: self.scheduler, until: isDone)
    }
}

/// Facts that never change.
struct FixedFacts: DeviceFactsSource {
    let facts: DeviceFacts

    func read() -> DeviceFacts { self.facts }
}
