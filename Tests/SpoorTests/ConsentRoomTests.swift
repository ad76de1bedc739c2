import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What finds no room while it waits for consent: the least important, never half of a change of identity.
struct ConsentRoomTests {
    private let bench = TestBench()

    private static let changes: [(type: String, call: @Sendable (Tracker) -> TrackAnswer)] = [
        ("track_signup", { $0.login("ann") }),
        ("track_id_bind", { $0.bind("card", "1") }),
        ("track_id_unbind", { $0.unbind("card", "1") }),
        ("profile_set", { $0.profileSet(["age": 7]) }),
        ("profile_set", { $0.setPushID("token", forKey: "push") }),
    ]

    @Test("O-29 behind 1 000 waiting events a change of identity takes the place of one", arguments: changes.indices)
    func identityFindsRoom(index: Int) async {
        let (type, call) = Self.changes[index]
        let tracker = self.bench.start {
            $0.consent = .pending
            $0.journalSegmentBytes = 1 << 20
        }
        for number in 0..<WaitingRecords.maxCount { #expect(tracker.track("x", ["n": number]) == .held) }
        #expect(call(tracker) == .held)
        tracker.setConsent(.analytics, granted: true)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.filter { $0["type"]?.stringValue == type }.count == 1)
        let numbers = self.bench.events("x").compactMap { $0["properties"]?["n"]?.int64Value }
        #expect(numbers == (1..<Int64(WaitingRecords.maxCount)).map { $0 }, "the oldest of the lowest class goes")
        #expect(self.bench.warnings("wait for consent") == 1)
        await self.bench.stop(tracker)
    }

    @Test("O-29 where its event finds no room, nobody is logged in, and the same login can be tried again")
    func noLoginWithoutItsEvent() async throws {
        let tracker = self.bench.start {
            $0.consent = .pending
            $0.journalSegmentBytes = 1 << 20
        }
        let device = try #require(tracker.anonymousID)
        for number in 0..<WaitingRecords.maxCount { #expect(tracker.profileSet(["n": number]) == .held) }
        for _ in 0..<2 {
            #expect(tracker.login("ann") == .dropped(.noConsent(.analytics)))
            #expect(tracker.bind("card", "1") == .dropped(.noConsent(.analytics)))
        }
        #expect(tracker.loginID == nil && tracker.distinctID == device && tracker.identities["card"] == nil)
        self.bench.scheduler.settle()
        #expect(self.bench.warnings("login was ignored") == 2)
        tracker.setConsent(.analytics, granted: true)
        self.bench.scheduler.settle()
        #expect(tracker.login("ann").isRecorded && tracker.loginID == "ann")
        await self.bench.stop(tracker)
    }

    @Test("O-29 an event that is too large logs nobody in")
    func aTooLargeLogin() async {
        let tracker = self.bench.start { $0.journalSegmentBytes = 1 << 20 }
        var large = Properties()
        for number in 0..<40 { large["k\(number)"] = .string(String(repeating: "x", count: 8_000)) }
        guard case .dropped(.tooLarge) = tracker.login("ann", large) else {
            Issue.record("the login is not refused")
            return
        }
        #expect(tracker.loginID == nil)
        #expect(tracker.login("ann").isRecorded)
        await self.bench.stop(tracker)
    }

    @Test("the lowest classes leave first, the oldest of each, and only as many as are needed; all are counted")
    func lowestClassesLeaveFirst() {
        func record(_ recordClass: RecordClass, bytes: Int) -> ConsentState.WaitingRecord {
            var draft = EventDraft(.track, name: "\(bytes)")
            draft.recordClass = recordClass
            return ConsentState.WaitingRecord(draft: draft, body: [UInt8](repeating: 32, count: bytes))
        }
        var state = ConsentState(initial: .pending)
        let quarter = WaitingRecords.maxBytes / 4
        for (recordClass, extra) in [(RecordClass.automatic, 0), (.monitoring, -1), (.tracked, -2), (.automatic, -3)] {
            let isKept = state.wait(record(recordClass, bytes: quarter + extra))
            #expect(isKept)
        }
        let answers = [
            state.wait(record(.monitoring, bytes: quarter)), state.wait(record(.identity, bytes: 4 * quarter + 1)),
            state.wait(record(.identity, bytes: quarter + quarter / 2)),
        ]
        #expect(answers == [false, false, true] && state.overflowed == 4)
        for category in ConsentCategory.allCases { _ = state.choose(category, granted: true) }
        state.answerWaiting()
        var left: [String] = []
        while state.hasAnswered { left += state.takeAnswered().map(\.draft.name) }
        #expect(left == [quarter - 2, quarter - 3, quarter * 3 / 2].map { "\($0)" })
        let lost = [ConsentCategory.monitoring, .autoTrack, .analytics].flatMap { state.takeLost(of: $0) }
        let expected: [(RecordClass, Int)] = [(.monitoring, 2), (.automatic, 1), (.identity, 1)]
        #expect(lost == expected.map { Loss(.consentOverflow, $0.0, count: $0.1) })
    }
}
