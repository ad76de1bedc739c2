import SpoorWire
import Testing

@testable import CollectorCore

/// Bug case O-33: wrong clocks, slow requests, and both at once.
struct ClockTests {
    private static let start = StoreFixture.start
    private static let hour: Int64 = 3_600_000

    /// An event by a device whose clock is `ahead` of the truth, as its SDK writes it.
    private static func event(
        _ name: String,
        at time: Int64,
        ahead: Int64 = 0,
        sent: Int64? = nil,
        offset: Int64?? = .none
    ) -> String {
        let known: Int64? = offset ?? -ahead
        let more = [
            known.map { "\"_clock_offset\":\($0)" }, sent.map { "\"_flush_time\":\($0 + ahead)" },
        ]
        return Sample.event(name, time: time + ahead, more: more.compactMap(\.self).joined(separator: ","))
    }

    private func stored(_ json: String, receivedAt received: Int64 = start) throws -> StoredEvent {
        let fixture = try StoreFixture()
        fixture.clock.withLock { $0 = received }
        #expect(try fixture.send(json).stored == 1)
        return try #require(try fixture.facts().latest(limit: 1, name: nil, person: nil).first)
    }

    // O-33/slow-delivery
    @Test(
        "O-33 a stalled request moves nothing: A stays before B",
        arguments: [0, 2 * hour, 50 * 365 * 24 * hour, -20 * hour]
    )
    func aStalledRequestMovesNothing(ahead: Int64) throws {
        let fixture = try StoreFixture()
        let first = Self.event("A", at: Self.start, ahead: ahead, sent: Self.start + 100)
        let second = Self.event("B", at: Self.start + 5_000, ahead: ahead, sent: Self.start + 5_100)
        // B arrives first, 0.2 s after it was sent; A's request stalls for 20 s.
        fixture.clock.withLock { $0 = Self.start + 5_300 }
        _ = try fixture.send(second)
        fixture.clock.withLock { $0 = Self.start + 20_100 }
        _ = try fixture.send(first)
        #expect(try fixture.histories()[["u1"]] == ["A", "B"])
        let times = try fixture.facts().latest(limit: 2, name: nil, person: nil).map(\.fact.time).sorted()
        #expect(times == [Self.start, Self.start + 5_000])
    }

    // O-33/two-hours-fast O-33/fifty-years-fast O-33/year-1970
    @Test(
        "O-33 the device's offset is applied, and its own time stays in the stored event",
        arguments: [2 * hour, 50 * 365 * 24 * hour, -2 * hour, -(start - 5_000)]
    )
    func theOffsetIsApplied(ahead: Int64) throws {
        let event = try self.stored(Self.event("x", at: Self.start, ahead: ahead))
        #expect(event.fact.time == Self.start && event.timeSource == .corrected)
        #expect(event.fact.day == Day.number(at: Self.start))
        #expect(String(decoding: event.json, as: UTF8.self).contains("\"time\":\(Self.start + ahead),"))
    }

    @Test(
        "O-33 a clock before 1970 costs no event: its offset corrects it, and without one it counts as 0",
        arguments: [-1, -hour, -(start + hour), .min] as [Int64],
        [true, false]
    )
    func aClockBefore1970CostsNothing(time: Int64, isKnown: Bool) throws {
        let offset = Self.start.subtractingReportingOverflow(time)
        let hasUse = isKnown && !offset.overflow
        let event = try self.stored(Self.event("x", at: time, offset: .some(hasUse ? offset.partialValue : nil)))
        #expect(event.fact.time == (hasUse ? Self.start : 0))
        #expect(event.timeSource == (hasUse ? .corrected : .device))
        #expect(String(decoding: event.json, as: UTF8.self).contains("\"time\":\(time),"))
    }

    // O-33/no-offset
    @Test(
        "O-33 without an offset only the far future is replaced",
        arguments: [
            (2 * hour, TimeSource.device), (24 * hour, .device), (24 * hour + 1, .receipt),
            (50 * 365 * 24 * hour, .receipt), (-(start - 5_000), .device),
        ]
    )
    func withoutAnOffsetOnlyTheFarFutureIsReplaced(ahead: Int64, source: TimeSource) throws {
        let event = try self.stored(Self.event("x", at: Self.start, ahead: ahead, sent: Self.start, offset: .some(nil)))
        #expect(event.timeSource == source)
        #expect(event.fact.time == (source == .receipt ? Self.start : Self.start + ahead))
        #expect(String(decoding: event.json, as: UTF8.self).contains("\"time\":\(Self.start + ahead),"))
    }

    // O-33/threshold
    @Test("O-33 no correction below the threshold", arguments: [-1, 1], [0, 59_999, 60_000, 60_001] as [Int64])
    func smallOffsetsCorrectNothing(sign: Int64, size: Int64) throws {
        let event = try self.stored(Self.event("x", at: Self.start - Self.hour, offset: .some(sign * size)))
        let isCorrected = size >= EventTime.leastCorrection
        #expect(event.timeSource == (isCorrected ? .corrected : .device))
        #expect(event.fact.time == Self.start - Self.hour + (isCorrected ? sign * size : 0))
    }

    // O-33/three-days-late
    @Test("O-33 a late event keeps its own time", arguments: [0, 2 * hour])
    func lateEventsKeepTheirTime(ahead: Int64) throws {
        let late = Self.start + 3 * 24 * Self.hour
        let event = try self.stored(
            Self.event("x", at: Self.start, ahead: ahead, sent: late),
            receivedAt: late
        )
        #expect(event.fact.time == Self.start && event.received == late)
    }

    // O-33/one-offset-per-device
    @Test("O-33 one device's events keep their order whichever request carries them, and other devices are not moved")
    func oneOffsetForADevice() throws {
        let fixture = try StoreFixture()
        let names = (0..<6).map { "e\($0)" }
        let events = names.enumerated().map { index, name in
            Self.event(name, at: Self.start + Int64(index) * 1_000, ahead: 2 * Self.hour, sent: Self.start + 6_000)
        }
        // Three requests, in an odd order, with different delays.
        for (pair, delay) in [([4, 5], 100), ([0, 1], 25_000), ([2, 3], 9_000)] as [([Int], Int64)] {
            fixture.clock.withLock { $0 = Self.start + 6_000 + delay }
            _ = try fixture.send(Sample.batch(pair.map { events[$0] }))
        }
        _ = try fixture.send(Sample.event("other", time: Self.start + 1_500, user: "u2"))
        #expect(try fixture.histories()[["u1"]] == names)
        let other = try fixture.facts().latest(limit: 1, name: nil, person: nil).first
        #expect(other?.fact.time == Self.start + 1_500 && other?.timeSource == .device)
    }

    // O-33/absurd-offset
    @Test(
        "O-33 an offset that makes no sense corrects nothing and loses nothing",
        arguments: ["null", "\"7200000\"", "1.5", "1e400", "-9223372036854775808", "9223372036854775807", "{}"]
    )
    func absurdOffsetsCorrectNothing(offset: String) throws {
        let event = try self.stored(Sample.event(more: "\"_clock_offset\":\(offset)"))
        #expect(event.fact.time == Self.start && event.timeSource != .corrected)
    }

    /// The same event again is the same, although it was corrected; and a restart finds it where it was filed.
    @Test func correctedEventsAreDuplicatesToo() throws {
        let fixture = try StoreFixture()
        let event = Sample.event(id: "p-1", time: Self.start + 2 * Self.hour, more: "\"_clock_offset\":-7200000")
        #expect(try fixture.send(event).stored == 1 && fixture.send(event).duplicate == 1)
        #expect(try fixture.facts().quality().clashes == 0)
        fixture.close()
        try fixture.open()
        #expect(try fixture.send(event).duplicate == 1)
        let kept = try fixture.facts().latest(limit: 1, name: nil, person: nil).first
        #expect(kept?.timeSource == .corrected && kept?.fact.time == Self.start)
        #expect(try fixture.facts().quality().timesReplaced == 0)
    }
}
