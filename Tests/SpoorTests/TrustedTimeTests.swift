import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// The rule alone: what answers say, and what clocks do meanwhile.
struct TrustedTimeRuleTests {
    private let server: Int64 = 1_790_000_000_000
    private let slow: Duration = .milliseconds(400)

    /// Learns at a moment of the boot clock, when the collector's clock shows `server` and the device's is `ahead` of it.
    private func learned(ahead: Int64, roundTrip: Duration, at moment: Duration = .seconds(100)) -> TrustedTime {
        var time = TrustedTime()
        let exchange = TrustedTime.Exchange(date: self.server, sent: moment - roundTrip, answered: moment)
        _ = time.learn(exchange, wall: self.server + ahead, now: moment)
        return time
    }

    private func offset(_ time: inout TrustedTime, wall: Int64, bootTime: () -> Duration) -> Int64? {
        time.offset(wall: wall, bootTime: bootTime)
    }

    private func isClose(_ offset: Int64?, to expected: Int64) -> Bool {
        offset.map { ($0 - expected).magnitude <= 1_500 } ?? false
    }

    @Test(arguments: [0, 7_200_000, -7_200_000, 1_577_880_000_000, -1_790_000_000_000] as [Int64])
    func theOffsetIsServerLessDevice(ahead: Int64) {
        var time = self.learned(ahead: ahead, roundTrip: self.slow)
        #expect(self.isClose(self.offset(&time, wall: self.server + ahead) { .seconds(100) }, to: -ahead))
        // Ten minutes later, asleep or not, it is the same.
        #expect(self.isClose(self.offset(&time, wall: self.server + ahead + 600_000) { .seconds(700) }, to: -ahead))
    }

    @Test func settingTheWallClockMovesTheOffsetAtOnce() {
        var time = self.learned(ahead: 0, roundTrip: self.slow)
        #expect(self.isClose(self.offset(&time, wall: self.server) { .seconds(100) }, to: 0))
        #expect(self.isClose(self.offset(&time, wall: self.server - 3_600_000) { .seconds(100) }, to: 3_600_000))
        #expect(self.isClose(self.offset(&time, wall: self.server + 3_600_000) { .seconds(101) }, to: -3_599_000))
    }

    /// Events close to one another share an offset, so that the clock is not read for each.
    @Test func eventsCloseToOneAnotherShareAnOffset() {
        var time = self.learned(ahead: 0, roundTrip: self.slow)
        var reads = 0
        for index in 0..<1_000 {
            _ = time.offset(wall: self.server + 2_000 + Int64(index) / 2) {
                reads += 1
                return .milliseconds(102_000 + index / 2)
            }
        }
        #expect(reads == 1)
    }

    @Test func theSmallestRoundTripWins() {
        var time = self.learned(ahead: 0, roundTrip: self.slow)
        let before = time.offset(wall: self.server) { .seconds(100) }
        // Slower, and within what its own slowness explains: ignored.
        var later = TrustedTime.Exchange(date: self.server + 9_000, sent: .seconds(105), answered: .seconds(109))
        let isSlowOneTaken = time.learn(later, wall: self.server + 9_000, now: .seconds(109))
        let after = time.offset(wall: self.server + 9_000) { .seconds(109) }
        #expect(!isSlowOneTaken && after == before)
        // As fast: taken.
        later = .init(date: self.server + 21_000, sent: .milliseconds(119_700), answered: .seconds(120))
        _ = time.learn(later, wall: self.server + 20_000, now: .seconds(120))
        #expect(self.isClose(self.offset(&time, wall: self.server + 20_000) { .seconds(120) }, to: 1_150))
        // Far from what the best one explains: the best one is wrong.
        later = .init(date: self.server + 3_600_000, sent: .seconds(130), answered: .seconds(135))
        let isTaken = time.learn(later, wall: self.server + 35_000, now: .seconds(135))
        #expect(isTaken)
        #expect(self.isClose(self.offset(&time, wall: self.server + 35_000) { .seconds(135) }, to: 3_568_000))
    }

    @Test func anOldBestOneGivesWay() {
        var time = self.learned(ahead: 0, roundTrip: .milliseconds(10))
        let moment = Duration.seconds(100) + TrustedTime.bestBefore
        let wall = self.server + TrustedTime.bestBefore.components.seconds * 1000
        _ = time.learn(.init(date: wall + 1_000, sent: moment - .seconds(2), answered: moment), wall: wall, now: moment)
        let offset = time.offset(wall: wall) { moment }
        #expect(offset == 2_500)
    }

    @Test(
        arguments: [
            // Too slow; before it was sent; before 2020; after 2100.
            (1_790_000_000_000, 100, 111), (1_790_000_000_000, 111, 100), (1_500_000_000_000, 100, 101),
            (4_200_000_000_000, 100, 101), (0, 100, 101), (.min, 100, 101), (.max, 100, 101),
        ] as [(Int64, Int64, Int64)]
    )
    func answersThatSayTooLittleAreIgnored(date: Int64, sent: Int64, answered: Int64) {
        var time = TrustedTime()
        let exchange = TrustedTime.Exchange(date: date, sent: .seconds(sent), answered: .seconds(answered))
        let isTaken = time.learn(exchange, wall: self.server, now: .seconds(answered))
        let offset = time.offset(wall: self.server) { .seconds(answered) }
        #expect(!isTaken && offset == nil)
    }

    @Test(arguments: ["same", "another", nil] as [String?])
    func aRestartTakesUpWhatHolds(boot: String?) {
        var first = self.learned(ahead: 7_200_000, roundTrip: self.slow)
        let kept = first.json(boot: "same")
        var second = TrustedTime(try? JSONValue(parsing: kept.jsonText), boot: boot)
        // The device's clock was put right while the process was gone.
        let offset = second.offset(wall: self.server + 60_000) { .seconds(160) }
        // Only where the system has not started anew can anybody know; else it is the last known one.
        #expect(self.isClose(offset, to: boot == "same" ? 0 : -7_200_000))
        // The next answer puts it right in any case.
        let exchange = TrustedTime.Exchange(date: self.server + 61_000, sent: .seconds(4), answered: .seconds(5))
        let isTaken = second.learn(exchange, wall: self.server + 61_000, now: .seconds(5))
        #expect(boot == "same" || isTaken)
        #expect(boot == "same" || self.isClose(self.offset(&second, wall: self.server + 61_000) { .seconds(5) }, to: 0))
    }

    /// The boot clock begins anew although nobody told: what it says means nothing, the last known offset holds.
    @Test func aClockThatBeginsAnewIsNoticed() {
        var time = self.learned(ahead: 7_200_000, roundTrip: self.slow)
        #expect(self.isClose(self.offset(&time, wall: self.server + 10_000_000) { .seconds(3) }, to: -7_200_000))
        #expect(self.isClose(self.offset(&time, wall: self.server) { .seconds(900) }, to: -7_200_000))
    }

    @Test(arguments: ["{}", "[]", "null", #"{"offset":"1"}"#, #"{"offset":1e400}"#, #"{"boot":"b","server":1}"#])
    func strangeStateIsNoState(text: String) throws {
        var time = TrustedTime(try JSONValue(parsing: text), boot: "b")
        let offset = time.offset(wall: self.server) { .seconds(1) }
        #expect(offset == nil)
    }

    @Test func onlyChangesWorthKeepingAreKept() {
        var time = self.learned(ahead: 0, roundTrip: self.slow)
        let near = TrustedTime.Exchange(
            date: self.server + 10_000,
            sent: .milliseconds(109_700),
            answered: .seconds(110)
        )
        let isTaken = time.learn(near, wall: self.server + 10_000, now: .seconds(110))
        #expect(!isTaken)
    }

    @Test func theSystemsClockGoesOn() {
        let scheduler = DispatchScheduler(label: "spoor.test")
        let first = scheduler.continuousTime
        #expect(first > .zero && scheduler.continuousTime >= first && first >= scheduler.uptime - .seconds(60))
        #if os(Linux)
        #expect(BootID.current.map { $0.count == 36 } == true)
        #endif
    }
}

/// The rule at work: from an answer's header to the events that follow.
struct TrustedTimeTests {
    private let bench = TestBench()

    /// A transport that adds a `Date` header, as servers do.
    private struct DatedTransport: UploadTransport {
        let inner: any UploadTransport
        let date: @Sendable () -> Int64

        func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
            self.inner.send(request) { answer in
                guard case .response(var response) = answer else {
                    completion(answer)
                    return
                }
                response.headers["date"] = Self.text(self.date())
                completion(.response(response))
            }
        }

        private static func text(_ milliseconds: Int64) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        }
    }

    /// Starts a tracker whose collector's clock is `behind` the device's as the scheduler began.
    private func start(behind: Int64) -> Tracker {
        let (scheduler, transport) = (self.bench.scheduler, self.bench.transport)
        let began = scheduler.wallMilliseconds
        self.bench.surroundings.withLock { adjust in
            adjust = { environment in
                environment.transport = DatedTransport(inner: transport) {
                    began - behind + scheduler.uptime.components.seconds * 1000
                }
            }
        }
        return self.bench.start()
    }

    private func offsets() -> [Int64?] { self.bench.collector.events.map { $0["_clock_offset"]?.int64Value } }

    @Test("O-33 the offset rides along once an answer told it, and time stays raw")
    func theOffsetRidesAlong() async {
        let tracker = self.start(behind: 7_200_000)
        tracker.track("a")
        _ = await self.bench.flush(tracker)
        tracker.track("b")
        self.bench.scheduler.jumpWallClock(byMilliseconds: -7_200_000)
        tracker.track("c")
        tracker.track("own", at: Date(timeIntervalSince1970: 1_700_000_000))
        _ = await self.bench.flush(tracker)
        let offsets = self.offsets()
        #expect(offsets[0] == nil && offsets[3] == nil)
        #expect(offsets[1].map { ($0 + 7_200_000).magnitude <= 1_500 } == true)
        #expect(offsets[2].map { $0.magnitude <= 1_500 } == true)
        #expect(self.bench.collector.events[1]["time"]?.int64Value.map { $0 >= 1_772_712_000_000 } == true)
        await self.bench.stop(tracker)
        let second = self.start(behind: 7_200_000)
        second.track("d")
        _ = await self.bench.flush(second)
        #expect(self.offsets().last??.magnitude != nil, "kept over the restart")
        await self.bench.stop(second)
    }

    @Test("O-33 a clock before 1970 costs no event, and what was cut off its time goes with the offset")
    func aClockBefore1970CostsNothing() async throws {
        let tracker = self.start(behind: 0)
        let start = self.bench.scheduler.wallMilliseconds
        let negative = -start - 3_600_000
        self.bench.scheduler.jumpWallClock(byMilliseconds: negative)
        #expect(self.bench.scheduler.wallMilliseconds == -3_600_000)
        #expect(tracker.track("unknown").isRecorded && tracker.profileSet(["a": 1]).isRecorded)
        #expect(await self.bench.flush(tracker).rejected == 0)
        #expect(tracker.track("known").isRecorded)
        _ = await self.bench.flush(tracker)
        let events = self.bench.collector.events
        #expect(events.map { $0["time"] } == [0, 0, 0])
        #expect(events.prefix(2).map { $0["_clock_offset"] } == [nil, nil])
        // Time and offset make up the true time.
        let offset = try #require(events.last?["_clock_offset"]?.int64Value)
        #expect((offset - start).magnitude <= 5_000)
        #expect(try await self.bench.status(of: tracker).deadLetters == 0)
        await self.bench.stop(tracker)
    }

    @Test(
        arguments: [
            (5, 7, 5, 7), (0, nil, 0, nil), (-3_600_000, nil, 0, nil), (-3_600_000, 10_000_000, 0, 6_400_000),
            (.min, .max, 0, -1), (.min, -1, 0, nil),
        ] as [(Int64, Int64?, Int64, Int64?)]
    )
    func aTimeBefore1970IsSentAsZero(time: Int64, offset: Int64?, sent: Int64, sentOffset: Int64?) {
        let wire = WireTime(time, offset: offset)
        #expect(wire.milliseconds == sent && wire.clockOffset == sentOffset)
    }

    /// A proxy that is years off answers everything with 200 and its own date: nothing is learned.
    @Test(arguments: [
        UploadResponse(status: 200), UploadResponse(status: 503), UploadResponse(status: 302),
        UploadResponse(status: 200, headers: ["Spoor-Receipt": "stored=7 duplicate=0"]),
        UploadResponse(status: 500, headers: ["Spoor-Receipt": "stored=1 duplicate=0"]),
    ])
    func onlyTheCollectorsOwnAnswerCounts(answer: UploadResponse) async {
        let tracker = self.start(behind: 1_000_000_000)
        tracker.track("a")
        self.bench.collector.next(.answer(.response(answer)))
        _ = await self.bench.flush(tracker)
        tracker.track("b")
        self.bench.scheduler.advance(by: .seconds(600))
        #expect(self.bench.collector.names == ["a", "b"] && self.offsets() == [nil, nil])
        await self.bench.stop(tracker)
    }
}
