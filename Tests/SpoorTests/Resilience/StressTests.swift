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
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let recorded = Locked([Int](repeating: 0, count: 8))
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    var number = 0
                    var calls = 0
                    while ContinuousClock.now < end {
                        calls += 1
                        Self.disturb(tracker, thread, calls)
                        if calls.isMultiple(of: 500) { _ = await tracker.flush() }
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
        for thread in 0..<8 {
            let numbers = collector.events.filter { $0["properties"]?["thread"]?.int64Value == Int64(thread) }
                .compactMap { $0["properties"]?["n"]?.int64Value }
            #expect(numbers == Array(0..<Int64(recorded.withLock { $0[thread] })), "thread \(thread)")
        }
        #expect(collector.duplicates == 0 && collector.undecodable == 0)
    }

    /// One of the tracker's other calls; which one depends on the thread and the turn alone.
    private static func disturb(_ tracker: Tracker, _ thread: Int, _ turn: Int) {
        switch (turn &* 7 &+ thread) % 16 {
        case 0: tracker.login("user-\(turn % 3)")
        case 1: tracker.logout()
        case 2: tracker.registerSuperProperties(["s\(thread)": turn])
        case 3: tracker.unregisterSuperProperty("s\(thread)")
        case 4: tracker.clearSuperProperties()
        case 5: tracker.setDynamicProperties { ["turn": turn] }
        case 6: tracker.setDynamicProperties(nil)
        case 7: _ = (tracker.distinctID, tracker.anonymousID, tracker.loginID, tracker.superProperties)
        case 8: tracker.didEnterBackground(remaining: .seconds(30))
        case 9: tracker.willEnterForeground()
        case 10: tracker.track("other \(thread)")
        case 11: tracker.track("other", ["bad key": .some(1), "text": String(repeating: "é", count: 9_000)])
        case 12: tracker.startTimer("timed", runsInBackground: turn.isMultiple(of: 2))
        case 13: tracker.endTimer("timed")
        case 14: tracker.didBecomeActive()
        case 15: Self.disturbTimers(tracker, turn)
        default: break
        }
    }
    private static func disturbTimers(_ tracker: Tracker, _ turn: Int) {
        switch turn % 6 {
        case 0: tracker.pauseTimer("timed")
        case 1: tracker.resumeTimer("timed")
        case 2: tracker.removeAllTimers()
        case 3: tracker.setUploadInterval(.seconds(5 + turn % 7))
        case 4: tracker.willResignActive()
        default: _ = tracker.sessionID
        }
    }
}
