import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Eight threads that call everything at once, in real time and on a real queue; made for the thread sanitizer.
struct StressTests {
    /// How long; `make tsan` asks for thirty seconds.
    private static let seconds = ProcessInfo.processInfo.environment["SPOOR_STRESS_SECONDS"].flatMap { Int($0) } ?? 2

    @Test("Eight threads calling everything at once: nothing breaks, and what was recorded arrives once, in order")
    func everythingAtOnce() async {
        let folder = NSTemporaryDirectory() + "spoor-stress-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let collector = FakeCollector()
        let scheduler = DispatchScheduler(label: "stress")
        var configuration = TrackerConfiguration(endpoint: "http://collector.test/")
        configuration.folder = folder
        configuration.startWait = .seconds(10)
        configuration.channel.bulkSize = 1_000
        configuration.automaticEvents = [.appStart, .appEnd]
        configuration.sessions = SessionConfiguration()
        configuration.log = { _ in }
        let environment = TrackerEnvironment(
            scheduler: scheduler,
            transport: collector.transport(scheduler: scheduler)
        )
        let tracker = Tracker(configuration, environment: environment)
        // Opting out removes what waits: done to another one, beside which the order can still be counted.
        configuration.name = "other"
        let other = Tracker(configuration, environment: environment)
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let recorded = Locked([Int](repeating: 0, count: 8))
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    var number = 0
                    var calls = 0
                    while ContinuousClock.now < end {
                        calls += 1
                        StressCalls.disturb(tracker, thread, calls)
                        StressCalls.optOutAndIn(other, calls)
                        if calls.isMultiple(of: 500) {
                            _ = await tracker.flush()
                            _ = (await tracker.inspectQueue(), await tracker.deadLetters(), await tracker.status())
                            _ = await other.flush()
                        }
                        let answer = tracker.track("seen", ["thread": thread, "n": number])
                        if answer.isRecorded || answer == .held { number += 1 }
                    }
                    let total = number
                    recorded.withLock { $0[thread] = total }
                }
            }
        }
        _ = await tracker.flush()
        await tracker.stop()
        await other.stop()
        for thread in 0..<8 {
            let numbers = collector.events.filter { $0["properties"]?["thread"]?.int64Value == Int64(thread) }
                .compactMap { $0["properties"]?["n"]?.int64Value }
            #expect(numbers == Array(0..<Int64(recorded.withLock { $0[thread] })), "thread \(thread)")
        }
        #expect(collector.duplicates == 0 && collector.undecodable == 0)
    }
}
