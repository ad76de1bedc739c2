import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What is given up, why, and how that is told.
struct LossTests {
    private let bench = TestBench()
    private static let day: Duration = .seconds(86_400)

    private func offline(_ change: @escaping (inout TrackerConfiguration) -> Void = { _ in }) -> Tracker {
        self.bench.start {
            $0.channel.isUploadEnabled = false
            $0.channel.uploadInterval = .seconds(3_600)
            change(&$0)
        }
    }

    private func losses(in events: [JSONValue]) -> [JSONValue] {
        events.filter { $0["event"] == "$SpoorLosses" }.compactMap { $0["properties"] }
    }

    @Test func eventsOlderThanTheirDaysAreGivenUpAndTold() async throws {
        var tracker = self.offline()
        self.bench.track(["old1", "old2"], with: tracker)
        self.bench.scheduler.advance(by: Self.day * 10)
        self.bench.track(["young"], with: tracker)
        self.bench.scheduler.advance(by: Self.day * 4)
        #expect(try await self.bench.status(of: tracker).waiting == 3)
        self.bench.scheduler.advance(by: Self.day * 2)
        let inspection = try await self.bench.queue(of: tracker)
        #expect(inspection.waiting["tracked"]?.count == 1)
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == ["young", "$SpoorLosses"])
        let told = self.losses(in: self.bench.collector.events)
        #expect(told.map { $0["lost_expired"]?.int64Value } == [2])
        #expect(told.map { $0["class_tracked"]?.int64Value } == [2])
        #expect(told.map { $0["lost_total"]?.int64Value } == [2])
        await self.bench.stop(tracker)
        // What was told is told once.
        tracker = self.bench.start()
        _ = await self.bench.flush(tracker)
        #expect(self.losses(in: self.bench.collector.events).count == 1)
        await self.bench.stop(tracker)
    }

    /// To 1970, to 2050, and back: while the app runs, and between two runs.
    @Test("Clock jumps give nothing up", arguments: [-1_772_712_000, 757_382_400], [false, true])
    func clockJumpsGiveNothingUp(seconds: Int64, isBetweenRuns: Bool) async throws {
        var tracker = self.offline()
        self.bench.track(["a", "b"], with: tracker)
        self.bench.scheduler.advance(by: .seconds(7_200))
        for jump in [seconds, -seconds] {
            if isBetweenRuns { await self.bench.stop(tracker) }
            self.bench.scheduler.jumpWallClock(byMilliseconds: jump * 1000)
            if isBetweenRuns { tracker = self.offline() }
            self.bench.track(["at \(jump > 0 ? "b" : "a")".filter { $0 != " " }], with: tracker)
            self.bench.scheduler.advance(by: .seconds(7_200))
        }
        #expect(try await self.bench.status(of: tracker).waiting == 4)
        await self.bench.stop(tracker)
        tracker = self.bench.start()
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names.count == 4 && self.bench.collector.duplicates == 0)
        await self.bench.stop(tracker)
    }

    @Test func daysBetweenRunsCount() async throws {
        var tracker = self.offline { $0.channel.retentionDays = 3 }
        self.bench.track(["a"], with: tracker)
        await self.bench.stop(tracker)
        self.bench.scheduler.jumpWallClock(byMilliseconds: 4 * 86_400_000)
        tracker = self.offline { $0.channel.retentionDays = 3 }
        self.bench.scheduler.settle()
        let inspection = try await self.bench.queue(of: tracker)
        #expect(inspection.waiting["tracked"]?.count ?? 0 == 0)
        // The report itself is ranked like identity.
        #expect(inspection.waiting["identity"]?.count == 1)
        await self.bench.stop(tracker)
    }

    @Test func theCapsAreToldByReasonAndAtMostOnceADay() async throws {
        let tracker = self.offline { $0.channel.maxStoredRecords = 100 }
        for round in 0..<3 {
            self.bench.track((0..<150).map { "e\(round)_\($0)" }, with: tracker)
            self.bench.scheduler.advance(by: .seconds(7_200))
        }
        let inspection = try await self.bench.queue(of: tracker)
        #expect(inspection.losses == ["over_count": 350] && inspection.count == 100)
        self.bench.scheduler.advance(by: Self.day)
        let told = try await self.bench.queue(of: tracker)
        #expect(told.waiting["identity"]?.count == 1)
        // The report itself took one more place.
        #expect(told.losses["over_count"] ?? 0 <= 1 && told.count <= 101)
        await self.bench.stop(tracker)
    }

    @Test func whatTheJournalHasNoRoomForIsCounted() async throws {
        let tracker = self.offline { $0.journalCapBytes = 64 << 10 }
        var refused = 0
        for index in 0..<400 {
            if case .dropped(.storageFull) = tracker.track("e\(index)", ["text": String(repeating: "x", count: 500)]) {
                refused += 1
            }
        }
        #expect(refused > 0)
        let status = try await self.bench.status(of: tracker)
        #expect(status.waiting == 400 - refused)
        self.bench.scheduler.advance(by: .seconds(1))
        #expect(try await self.bench.queue(of: tracker).losses == ["journal_full": refused])
        await self.bench.stop(tracker)
    }

    /// Losses before the journal reach the one event that tells of losses, with their reason.
    @Test(arguments: ["too_large", "consent_overflow", "no_room_before_opening"])
    func whatDoesNotReachTheJournalIsTold(reason: String) async throws {
        let isHeld = reason == "no_room_before_opening"
        self.bench.scheduler.runsWaitedWork = !isHeld
        let first = self.bench.start { if reason == "consent_overflow" { $0.consent = .pending } }
        self.bench.scheduler.runsWaitedWork = true
        switch reason {
        case "too_large":
            let text = [String](repeating: String(repeating: "x", count: 8_000), count: 20)
            for _ in 0..<3 {
                guard case .dropped(.tooLarge) = first.track("large", ["texts": text, "more": text]) else {
                    Issue.record("it was taken")
                    return
                }
            }
        case "consent_overflow":
            for _ in 0..<1_003 { first.track("waits") }
            first.setConsent(.analytics, granted: true)
        default:
            for _ in 0..<20_003 { first.track("held") }
            #expect(self.bench.warnings("later events are lost") <= 1)
        }
        self.bench.scheduler.settle()
        if !isHeld {
            #expect(try await self.bench.queue(of: first).losses == [reason: 3])
        }
        await self.bench.stop(first)
        let second = self.bench.start()
        #expect(await self.bench.flush(second).outcome == .complete)
        let told = self.losses(in: self.bench.collector.events)
        #expect(told.map { $0["lost_" + reason]?.int64Value } == [3])
        #expect(told.map { $0["lost_total"]?.int64Value } == [3])
        #expect(told.map { $0["class_tracked"]?.int64Value } == [3])
        await self.bench.stop(second)
    }

    /// What a person refuses, or never answers, is no loss.
    @Test(arguments: [false, nil] as [Bool?])
    func withoutConsentNothingIsLost(answer: Bool?) async throws {
        let tracker = self.bench.start { $0.consent = .pending }
        for _ in 0..<1_003 { tracker.track("waits") }
        if let answer { tracker.setConsent(.analytics, granted: answer) }
        tracker.setConsent(.monitoring, granted: true)
        self.bench.scheduler.settle()
        #expect(try await self.bench.queue(of: tracker).losses == [:])
        await self.bench.stop(tracker)
    }

    /// O-11's neighbour: what waits in the journal is part of what waits.
    @Test func whatWaitsCountsTheJournal() async throws {
        let tracker = self.bench.start { $0.drainDelay = .seconds(1_000) }
        self.bench.track(["a", "b"], with: tracker)
        let status = try await self.bench.status(of: tracker)
        #expect(status.waiting == 2 && status.waitingBytes > 200)
        let inspection = try await self.bench.queue(of: tracker)
        #expect(inspection.inJournal["tracked"]?.count == 2 && inspection.waiting["tracked"]?.count == 2)
        #expect(inspection.journalBytes > 200 && inspection.oldestMilliseconds == 1_772_712_000_000)
        #expect(inspection.json["count"] == 2 && inspection.json["in_journal"]?["tracked"]?["count"] == 2)
        await self.bench.stop(tracker)
    }
}
