import Foundation
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

struct ConsentTests {
    private let bench = TestBench()

    /// Records an event of a class, as the modules of the SDK do.
    @discardableResult
    private func record(_ name: String, _ recordClass: RecordClass, by tracker: Tracker) -> TrackAnswer {
        var draft = EventDraft(.track, name: name, own: ["$latitude": 1, "$longitude": 2, "own": 3])
        draft.recordClass = recordClass
        return tracker.record(draft)
    }

    private static let classes: [(String, RecordClass, ConsentCategory)] = [
        ("tracked", .tracked, .analytics), ("identity", .identity, .analytics), ("automatic", .automatic, .autoTrack),
        ("monitoring", .monitoring, .monitoring), ("crash", .crash, .monitoring),
    ]

    @Test func everyClassHasOneCategory() {
        #expect(Self.classes.map(\.1).sorted() == RecordClass.allCases.sorted())
        for (_, recordClass, category) in Self.classes { #expect(recordClass.consentCategory == category) }
        #expect(ConsentCategory.location.recordClasses.isEmpty)
    }

    /// What waits of a withdrawn category goes, wherever it waits; the others stay and are uploaded; restarts included.
    @Test(arguments: [ConsentCategory.analytics, .autoTrack, .monitoring], [false, true])
    func aWithdrawnCategoryIsPurgedAlone(category: ConsentCategory, isInDatabase: Bool) async throws {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        for (name, recordClass, _) in Self.classes { #expect(self.record(name, recordClass, by: tracker).isRecorded) }
        if isInDatabase { self.bench.scheduler.advance(by: .seconds(1)) }
        tracker.setConsent(category, granted: false)
        for (name, recordClass, own) in Self.classes {
            let answer = self.record("\(name)_later", recordClass, by: tracker)
            #expect(own == category ? answer == .dropped(.noConsent(category)) : answer.isRecorded)
        }
        #expect(tracker.consent(for: category) == .denied && !tracker.isOptedOut)
        await self.bench.stop(tracker)
        let second = self.bench.start()
        #expect(second.consent(for: category) == .denied)
        #expect(ConsentCategory.allCases.allSatisfy { $0 == category || second.consent(for: $0) == .granted })
        _ = await self.bench.flush(second)
        let left = Self.classes.filter { $0.2 != category }.map(\.0)
        #expect(self.bench.collector.names == left + left.map { "\($0)_later" })
        #expect(try await self.bench.status(of: second).waiting == 0)
        await self.bench.stop(second)
    }

    /// Nothing is done for a category without consent: the app's callbacks are not even asked.
    @Test func withoutConsentNothingIsCaptured() async {
        let tracker = self.bench.start()
        let calls = Locked(0)
        tracker.setDynamicProperties {
            calls.withLock { $0 += 1 }
            return [:]
        }
        tracker.setEventHook { _ in
            calls.withLock { $0 += 1 }
            return .keep
        }
        tracker.setConsent(.analytics, granted: false)
        #expect(tracker.track("x") == .dropped(.noConsent(.analytics)))
        #expect(tracker.login("ann") == .dropped(.noConsent(.analytics)) && tracker.loginID == nil)
        #expect(calls.withLock { $0 } == 0)
        #expect(self.record("auto", .automatic, by: tracker).isRecorded)
        tracker.setConsent(.analytics, granted: true)
        #expect(tracker.track("y").isRecorded)
        await self.bench.stop(tracker)
    }

    /// Withdrawn, granted again and killed before anything was deleted: the next start deletes what was taken back.
    @Test func whatWasTakenBackIsDeletedAfterAKill() async throws {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        self.record("kept", .automatic, by: tracker)
        tracker.track("taken_back")
        tracker.setConsent(.analytics, granted: false)
        tracker.setConsent(.analytics, granted: true)
        tracker.track("later")
        // Killed: the queue's work never ran.
        let copy = self.bench.folder + "-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: self.bench.folder, toPath: copy)
        await self.bench.stop(tracker)
        let second = self.bench.start { $0.folder = copy }
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["kept", "later"])
        await self.bench.stop(second)
    }

    /// A request under way cannot be called back, but what it carried is not sent a second time.
    @Test func aBatchInFlightIsNotSentAgain() async throws {
        let tracker = self.bench.start()
        tracker.track("tracked")
        self.record("automatic", .automatic, by: tracker)
        self.bench.collector.next(.answer(.failure("cut")))
        _ = await self.bench.flush(tracker)
        tracker.setConsent(.analytics, granted: false)
        self.bench.scheduler.advance(by: .seconds(600))
        #expect(self.bench.collector.names == ["automatic"])
        #expect(try await self.bench.status(of: tracker).waiting == 0)
        await self.bench.stop(tracker)
    }

    @Test func locationIsNeitherTakenNorLeftInWhatWaits() async throws {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        self.record("before", .tracked, by: tracker)
        self.bench.scheduler.advance(by: .seconds(1))
        self.record("journal", .automatic, by: tracker)
        tracker.setConsent(.location, granted: false)
        self.record("after", .tracked, by: tracker)
        #expect(tracker.login("ann", ["$latitude": 5]).isRecorded)
        await self.bench.stop(tracker)
        let second = self.bench.start()
        _ = await self.bench.flush(second)
        #expect(self.bench.collector.names == ["before", "journal", "after", "$SignUp"])
        for event in self.bench.collector.events {
            let properties = try #require(event["properties"])
            #expect(properties["$latitude"] == nil && properties["$longitude"] == nil)
            if event["event"]?.stringValue != "$SignUp" { #expect(properties["own"] == .number("3")) }
            #expect(event["_id"]?.stringValue != nil && properties["$device_id"] != nil)
        }
        second.setLocation(latitude: 1.5, longitude: 2)
        second.track("told")
        second.setConsent(.location, granted: true)
        self.record("again", .tracked, by: second)
        second.track("now")
        _ = await self.bench.flush(second)
        let latitudes = self.bench.collector.events.suffix(3).map { $0["properties"]?["$latitude"] }
        #expect(latitudes == [nil, .number("1"), .number("1500000")])
        await self.bench.stop(second)
    }

    /// Pending: held in memory with time and identity of the call, nothing on disk; recorded in order once granted.
    @Test func pendingEventsWaitForTheAnswer() async throws {
        let tracker = self.bench.start { $0.consent = .pending }
        #expect(tracker.consent(for: .analytics) == .pending)
        #expect(tracker.track("a", ["$latitude": 1]) == .held)
        self.bench.scheduler.advance(by: .seconds(5))
        #expect(self.record("auto", .automatic, by: tracker) == .held)
        #expect(tracker.login("ann") == .held)
        #expect(tracker.track("b") == .held)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.transport.requests.isEmpty)
        tracker.setConsent(.analytics, granted: true)
        #expect(tracker.track("c").isRecorded)
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events
        #expect(events.map { $0["event"]?.stringValue } == ["a", "$SignUp", "b", "c"])
        #expect(events.first?["time"]?.int64Value == 1_772_712_000_000)
        #expect(events.map { $0["login_id"]?.stringValue } == [nil, "ann", "ann", "ann"])
        #expect(events.first?["properties"]?["$latitude"] == nil)
        tracker.setConsent(.autoTrack, granted: false)
        #expect(self.record("auto", .automatic, by: tracker) == .dropped(.noConsent(.autoTrack)))
        await self.bench.stop(tracker)
        let second = self.bench.start { $0.consent = .pending }
        #expect(second.loginID == "ann" && second.consent(for: .analytics) == .granted)
        #expect(second.consent(for: .monitoring) == .pending)
        await self.bench.stop(second)
    }

    /// Before anybody agreed, no id is kept on the device: each start begins anew.
    @Test(arguments: [ConsentStatus.pending, .denied])
    func withoutConsentNoIDIsKept(initial: ConsentStatus) async {
        var seen: Set<String> = []
        for start in 0..<3 {
            let tracker = self.bench.start {
                $0.consent = initial
                $0.anonymousID = "device-\(start)"
            }
            seen.insert(tracker.anonymousID ?? "")
            tracker.registerSuperProperties(["plan": "pro"])
            if start == 1 { tracker.setConsent(.monitoring, granted: false) }
            await self.bench.stop(tracker)
        }
        #expect(seen == ["device-0", "device-1", "device-2"])
        let granted = self.bench.start {
            $0.consent = initial
            $0.anonymousID = "kept"
        }
        #expect(granted.superProperties.isEmpty)
        granted.registerSuperProperties(["plan": "pro"])
        granted.setConsent(.analytics, granted: true)
        await self.bench.stop(granted)
        let last = self.bench.start {
            $0.consent = initial
            $0.anonymousID = "another"
        }
        #expect(last.anonymousID == "kept" && last.superProperties == ["plan": "pro"])
        #expect(last.consent(for: .monitoring) == .denied)
        await self.bench.stop(last)
    }

    @Test func tooManyPendingEventsAreSaid() async {
        let tracker = self.bench.start { $0.consent = .pending }
        for _ in 0..<WaitingRecords.maxCount { #expect(tracker.track("x") == .held) }
        for _ in 0..<3 { #expect(tracker.track("x") == .dropped(.noConsent(.analytics))) }
        self.bench.scheduler.settle()
        #expect(self.bench.log.withLock { $0.filter { $0.contains("wait for consent") }.count } == 1)
        tracker.setConsent(.analytics, granted: false)
        tracker.setConsent(.analytics, granted: true)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names.isEmpty)
        await self.bench.stop(tracker)
    }

    /// A choice made before storage is open holds for what was tracked after it.
    @Test func choicesBeforeStorageIsOpenHold() async {
        self.bench.scheduler.runsWaitedWork = false
        let tracker = self.bench.start()
        tracker.track("a")
        tracker.setConsent(.analytics, granted: false)
        tracker.track("b")
        self.record("auto", .automatic, by: tracker)
        self.bench.scheduler.settle()
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == ["auto"])
        #expect(tracker.track("c") == .dropped(.noConsent(.analytics)))
        await self.bench.stop(tracker)
    }

    /// Another producer's marks hold for what waits, and never for what it records itself.
    @Test(arguments: [("p", 500), ("q", 300)] as [(String, UInt64)])
    func marksOfAnotherProducerEndAtWhatWaits(producer: String, through: UInt64) {
        var marks = WithdrawalMarks(producer: "p")
        marks.note([.tracked], through: 500)
        marks.note([.tracked, .crash], through: 200)
        let read = WithdrawalMarks(marks.json, producer: producer, last: 300)
        #expect(read.through == [.tracked: through, .crash: 200] && read.producer == producer)
        #expect((read.json == marks.json) == (producer == "p"))
    }

    @Test func theStateFollowsItsRules() {
        var state = ConsentState(initial: .pending, choices: [.monitoring: true])
        #expect(!state.keepsVisitor && !state.keepsPerson && state.allows(.monitoring) && !state.allows(.analytics))
        #expect(state.choose(.monitoring, granted: true) == nil)
        guard case .purge? = state.choose(.monitoring, granted: false) else {
            Issue.record("nothing is purged")
            return
        }
        for category in ConsentCategory.allCases { _ = state.choose(category, granted: false) }
        #expect(state.isOptedOut)
        #expect(ConsentState.choices(state.json) == state.choices && state.choices.count == 4)
        #expect(
            ConsentState.choices(.object([(key: "analytics", value: "yes"), (key: "other", value: .bool(true))]))
                .isEmpty
        )
    }
}
