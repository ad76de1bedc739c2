import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// The interval timer follows the app's life, and its interval can be changed (000, strategies two and three).
struct LifeCyclePaceTests {
    private let bench = TestBench()

    private var requests: Int { self.bench.transport.requests.count }

    @Test func theTimerStandsStillInTheBackgroundAndStartsAgainInFront() async {
        let tracker = self.bench.start()
        tracker.didBecomeActive()
        tracker.didEnterBackground()
        self.bench.scheduler.settle()
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(600))
        #expect(self.requests == 0)
        self.bench.collector.next(.answer(.failure("offline")))
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        self.bench.scheduler.settle()
        #expect(self.requests == 1)
        self.bench.scheduler.advance(by: .seconds(40))
        #expect(self.bench.collector.names == ["a"])
        tracker.track("b")
        self.bench.scheduler.advance(by: .seconds(16))
        #expect(self.bench.collector.names == ["a", "b"])
        await self.bench.stop(tracker)
    }

    @Test func aPassiveLaunchUploadsByTheTimerOnlyOnceItIsOpened() async {
        let tracker = self.bench.start()
        tracker.launched(inBackground: true)
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(600))
        #expect(self.requests == 0)
        tracker.didBecomeActive()
        self.bench.scheduler.settle()
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    @Test func anotherIntervalUploadsAtOnceAndTheTimerBeginsAnew() async {
        let tracker = self.bench.start()
        tracker.track("a")
        self.bench.scheduler.advance(by: .seconds(10))
        tracker.setUploadInterval(.seconds(60))
        self.bench.scheduler.settle()
        #expect(self.bench.collector.names == ["a"])
        tracker.track("b")
        self.bench.scheduler.advance(by: .seconds(59))
        #expect(self.requests == 1)
        tracker.setUploadInterval(.seconds(60))
        self.bench.scheduler.settle()
        #expect(self.requests == 1)
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(self.bench.collector.names == ["a", "b"])
        tracker.setUploadInterval(.seconds(1))
        self.bench.scheduler.settle()
        tracker.track("c")
        self.bench.scheduler.advance(by: .seconds(4))
        #expect(self.requests == 2)
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(self.bench.collector.names == ["a", "b", "c"])
        await self.bench.stop(tracker)
    }

    /// What ends the host's background task: called once, whatever the upload comes to.
    @Test(arguments: ["stored", "offline", "late", "empty", "off"])
    func theHostLearnsWhenNothingMoreCanBeDone(outcome: String) async {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = outcome != "off" }
        if outcome == "offline" { self.bench.collector.always(.answer(.failure("offline"))) }
        if outcome != "empty" { tracker.track("a") }
        let done = Locked(0)
        tracker.didEnterBackground(remaining: .seconds(outcome == "late" ? 7 : 30)) {
            done.withLock { $0 += 1 }
        }
        #expect(done.withLock { $0 } == 0)
        self.bench.scheduler.settle()
        #expect(done.withLock { $0 } == 1)
        self.bench.scheduler.advance(by: .seconds(3600))
        #expect(done.withLock { $0 } == 1)
        await self.bench.stop(tracker)
    }

    /// The end of the visit is among what is uploaded on the way out.
    @Test func theEndEventLeavesWithTheApp() async {
        let tracker = self.bench.start { $0.automaticEvents = [.appEnd] }
        tracker.didBecomeActive()
        tracker.didEnterBackground(remaining: .seconds(30))
        self.bench.scheduler.settle()
        #expect(self.bench.collector.names == ["$AppEnd"])
        await self.bench.stop(tracker)
    }
}
