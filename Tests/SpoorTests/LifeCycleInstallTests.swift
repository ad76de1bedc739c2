import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// `$AppInstall`, once in an installation's life (sensors protocol, 2.11).
struct LifeCycleInstallTests {
    private let bench = TestBench()

    @Test func anInstallationIsRecordedOnceWithWhatIsKnown() async throws {
        let first = self.bench.start()
        var source = InstallSource()
        source.idfa = "A-1"
        source.idfv = "V-2"
        source.userAgent = "Browser/1"
        source.disablesCallback = true
        #expect(first.trackInstall(["channel": "store"], source: source).isRecorded)
        #expect(first.trackInstall() == .dropped(.unchanged))
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(second.trackInstall() == .dropped(.unchanged))
        _ = await self.bench.flush(second)
        let properties = try self.bench.properties("$AppInstall")
        #expect(properties["channel"]?.stringValue == "store")
        #expect(properties["$ios_install_source"]?.stringValue == "idfa=A-1##idfv=V-2")
        #expect(properties["$ios_install_disable_callback"] == .bool(true))
        #expect(properties["$user_agent"]?.stringValue == "Browser/1")
        #expect(properties["$first_visit_time"]?.stringValue == "2026-03-05 21:00:00.000")
        await self.bench.stop(second)
    }

    @Test func theFirstVisitCanBeHandedInAndNothingIsInvented() async throws {
        let tracker = self.bench.start()
        var source = InstallSource()
        source.firstVisit = Date(timeIntervalSince1970: 0)
        tracker.trackInstall(source: source)
        _ = await self.bench.flush(tracker)
        let properties = try self.bench.properties("$AppInstall")
        #expect(properties["$first_visit_time"]?.stringValue == "1970-01-01 09:00:00.000")
        #expect(properties["$ios_install_source"] == nil && properties["$user_agent"] == nil)
        #expect(properties["$ios_install_disable_callback"] == .bool(false))
        await self.bench.stop(tracker)
    }

    /// A person who has not agreed is not recorded, and can still agree.
    @Test func whoOptedOutIsRecordedOnceTheyAgree() async throws {
        let tracker = self.bench.start()
        tracker.optOut()
        #expect(tracker.trackInstall() == .dropped(.optedOut))
        tracker.optIn()
        #expect(tracker.trackInstall().isRecorded)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.events("$AppInstall").count == 1)
        await self.bench.stop(tracker)
    }

    @Test func beforeStorageIsOpenItIsHeldAndRecordedOnce() async {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        #expect(tracker.trackInstall() == .held)
        #expect(tracker.trackInstall() == .held)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["$AppInstall"])
        await self.bench.stop(tracker)
    }

    @Test("What is lost while it waits in memory is recorded by the next call", arguments: [true, false])
    func lostWhileItWaited(withRestart: Bool) async {
        var tracker: Tracker? = self.bench.start { $0.consent = .pending }
        #expect(tracker?.trackInstall() == .held && tracker?.trackInstall() == .dropped(.unchanged))
        for _ in 1..<WaitingRecords.maxCount { tracker?.track("waited") }
        // Its event takes the place of the oldest.
        tracker?.login("ann")
        tracker?.optIn()
        self.bench.scheduler.settle()
        if withRestart {
            self.bench.kill(&tracker)
            tracker = self.bench.start()
        }
        #expect(tracker?.trackInstall().isRecorded == true && tracker?.trackInstall() == .dropped(.unchanged))
        if let running = tracker {
            _ = await self.bench.flush(running)
            await self.bench.stop(running)
        }
        #expect(self.bench.events("$AppInstall").count == 1)
    }

    @Test("What had its turn is recorded once, over a kill too")
    func itHadItsTurn() async {
        var tracker: Tracker? = self.bench.start { $0.consent = .pending }
        #expect(tracker?.trackInstall() == .held)
        tracker?.optIn()
        self.bench.scheduler.settle()
        #expect(tracker?.trackInstall() == .dropped(.unchanged))
        self.bench.kill(&tracker)
        let second = self.bench.start()
        #expect(second.trackInstall() == .dropped(.unchanged))
        _ = await self.bench.flush(second)
        #expect(self.bench.events("$AppInstall").count == 1)
        await self.bench.stop(second)
    }
}
