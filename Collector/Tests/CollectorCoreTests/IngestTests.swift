import Foundation
import SpoorWire
import Testing

@testable import CollectorCore

struct IngestTests {
    /// O-31: one bad event costs itself; the reject holds only it, and the reply tells which.
    @Test(arguments: Self.badEvents)
    func oneBadEventCostsItself(bad: String, reason: String) throws {
        let fixture = try StoreFixture()
        let good = (1...4).map { Sample.event(id: "p-\($0)") }
        let body = Sample.batch([good[0], good[1], bad, good[2], good[3]])
        let receipt = try fixture.send(body)
        #expect(receipt.stored == 4)
        #expect(receipt.rejected.map(\.index) == [2])
        #expect(receipt.rejected.first?.reason.contains(reason) == true)
        let rejects = try fixture.facts().rejects(limit: 10, offset: 0)
        #expect(rejects.count == 1)
        #expect(rejects.first?.index == 2)
        #expect(rejects.first?.rawLength == bad.utf8.count)
        #expect(rejects.first.map { $0.raw.count <= RejectRecord.maxRawBytes } == true)
        // Sent again, the four are known.
        #expect(try fixture.send(body).duplicate == 4)
    }

    /// O-31: bodies that hold no events, and those that end in the middle.
    @Test(arguments: Self.oddBodies)
    func oddBodiesAreAnswered(body: String, stored: Int, rejected: [Int], isRefused: Bool) throws {
        let fixture = try StoreFixture()
        if isRefused {
            #expect(throws: BodyFault.noEvents) { try fixture.send(body) }
            // Something behind it in the queue shows that the record is written.
            _ = try fixture.send("[]")
            #expect(try fixture.facts().rejects(limit: 10, offset: 0).map(\.index) == [nil])
        } else {
            let receipt = try fixture.send(body)
            #expect(receipt.stored == stored)
            #expect(receipt.rejected.map(\.index) == rejected)
        }
    }

    /// O-31: of a flood of refused events all are named and counted, and a bounded number is kept.
    @Test func aFloodOfRefusedEventsIsNamedWholeAndKeptInPart() throws {
        let fixture = try StoreFixture()
        let receipt = try fixture.send(Sample.batch((0..<2_500).map { "\($0)" } + [Sample.event(id: "p-1")]))
        #expect(receipt.rejected.map(\.index) == Array(0..<2_500))
        #expect(receipt.stored == 1)
        for fixture in [fixture, try fixture.killed()] {
            #expect(try fixture.facts().rejects(limit: 5_000, offset: 0).count == IngestLimits.maxKeptRejects)
            #expect(try fixture.facts().quality().rejected == 2_500)
        }
        _ = try fixture.send("[7]")
        #expect(try fixture.killed().facts().quality().rejected == 2_501)
    }

    @Test(arguments: [(100_000, true), (100_001, false)])
    func aBodyHasAtMostAHundredThousandElements(count: Int, isTaken: Bool) throws {
        let fixture = try StoreFixture()
        let body = Sample.batch([Sample.event(id: "p-1")] + [String](repeating: "1", count: count - 1))
        if isTaken {
            let receipt = try fixture.send(body)
            #expect(receipt.stored == 1)
            #expect(receipt.rejected.count == count - 1)
        } else {
            #expect(throws: BodyFault.tooManyEvents) { try fixture.send(body) }
            #expect(try fixture.send(Sample.event(id: "p-1")).stored == 1)
        }
    }

    /// O-34: what was left out is counted exactly, also by a collector that was killed at once.
    @Test func duplicatesAreCountedWithTheCommitThatFoundThem() throws {
        let fixture = try StoreFixture()
        _ = try fixture.send(Sample.event("a", id: "p-1"))
        for text in [Sample.event("a", id: "p-1"), Sample.event("b", id: "p-1"), Sample.event("a", id: "p-1")] {
            #expect(try fixture.send(text).duplicate == 1)
        }
        let killed = try fixture.killed()
        for fixture in [fixture, killed] {
            #expect(try fixture.facts().quality().duplicates == 3)
            #expect(try fixture.facts().quality().clashes == 1)
        }
        // Nothing but duplicates, then a clean end.
        _ = try killed.send(Sample.event("a", id: "p-1"))
        killed.close()
        try killed.open()
        #expect(try killed.facts().quality().duplicates == 4)
        #expect(try killed.facts().quality().clashes == 1)
        #expect(try killed.facts().quality().stored == 1)
    }

    /// O-35: whatever is odd is stored or refused by rule, and the next event is always found.
    @Test(arguments: Self.oddEvents)
    func oddEventsNeverStopTheWriter(odd: String, isStored: Bool) throws {
        let fixture = try StoreFixture()
        let receipt = try fixture.send(Sample.batch([odd]))
        #expect(receipt.stored == (isStored ? 1 : 0))
        #expect(receipt.rejected.count == (isStored ? 0 : 1))
        #expect(try fixture.send(Sample.event("after", id: "p-1", user: "after")).stored == 1)
        #expect(try fixture.histories()[["after"]] == ["after"])
        #expect(try fixture.current.health().isHealthy)
    }

    /// O-34: one event per project and id, across days, bodies and restarts, at once.
    @Test(arguments: ["p-7", "550e8400-e29b-41d4-a716-446655440000", "weird \\\" id"])
    func oneEventPerID(id: String) throws {
        let fixture = try StoreFixture()
        let night: Int64 = 20_000 * 86_400_000 - 2_000
        let first = Sample.event(id: id, time: night)
        let later = Sample.event(id: id, time: night + 5_000)
        let receipt = try fixture.send(Sample.batch([first, first, first]))
        #expect(receipt.stored == 1)
        #expect(receipt.duplicate == 2)
        #expect(try fixture.send(later).duplicate == 1)
        #expect(try fixture.send(Sample.event(id: id, time: night, more: "\"other\":true")).duplicate == 1)
        #expect(try fixture.send(first, project: "other").stored == 1)
        #expect(try fixture.facts().quality().clashes == 2)
        fixture.close()
        try fixture.open()
        #expect(try fixture.send(later).duplicate == 1)
        #expect(try fixture.killed().send(later).duplicate == 1)
    }

    /// O-34: Sensors events are told apart by four fields together; without any id nothing is left out.
    @Test func eventsWithoutIDAreToldApartByTrackIDOnly() throws {
        let fixture = try StoreFixture()
        let tracked = Sample.event("view", more: "\"_track_id\":77")
        #expect(
            try fixture.send(Sample.batch([tracked, tracked, Sample.event("buy", more: "\"_track_id\":77")])).stored
                == 2
        )
        #expect(try fixture.send(tracked).duplicate == 1)
        #expect(try fixture.send(Sample.batch([Sample.event(), Sample.event()])).stored == 2)
        // The time of sending changes from one attempt to the next, and is no difference.
        #expect(try fixture.send(Sample.event("f", id: "x.y/z", more: "\"_flush_time\":1")).stored == 1)
        #expect(try fixture.send(Sample.event("f", id: "x.y/z", more: "\"_flush_time\":2")).duplicate == 1)
        #expect(try fixture.facts().quality().clashes == 0)
    }

    /// O-33: far-future events get the time of receipt and a mark; late ones keep their own.
    @Test(arguments: Self.offsets)
    func onlyFarFutureTimesAreReplaced(offset: Int64, isReplaced: Bool) throws {
        let fixture = try StoreFixture()
        _ = try fixture.send(Sample.event(time: StoreFixture.start + offset))
        let event = try #require(try fixture.facts().latest(limit: 1, name: nil, person: nil).first)
        #expect(event.timeSource == (isReplaced ? .receipt : .device))
        #expect(event.fact.time == StoreFixture.start + (isReplaced ? 0 : offset))
        #expect(event.received == StoreFixture.start)
        #expect(String(decoding: event.json, as: UTF8.self).contains("\"time\":\(StoreFixture.start + offset)"))
    }

    private static let oddEvents: [(String, Bool)] = [
        (#"{"type":"trakc","event":"a","time":1,"distinct_id":"u"}"#, false),
        (#"{"type":"track","event":"","time":1,"distinct_id":"u"}"#, false),
        (#"{"type":"track","event":"   ","time":1,"distinct_id":"u"}"#, false),
        (#"{"type":"track","event":null,"time":1,"distinct_id":"u"}"#, false),
        (#"{"type":"track","event":12,"time":1,"distinct_id":"u"}"#, false),
        (Sample.event(String(repeating: "n", count: 100_000)), false),
        (Sample.event(more: "\"p\":1e400"), true),
        (Sample.event(more: "\"p\":18446744073709551615"), true),
        (Sample.event(more: "\"p\":-0.5"), true),
        (Sample.event(more: #""p":"\ud800 lone""#), true),
        (Sample.event(more: #""p":"nul \u0000""#), true),
        (
            Sample.event(more: "\"p\":" + String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)),
            false
        ),
        (
            #"{"type":"track","event":"a","time":1,"distinct_id":"u","properties":{"":1,"$lib":2,"1abc":3,"名前":4}}"#,
            true
        ),
        (#"{"type":"track","event":"a","time":18446744073709551615,"distinct_id":"u"}"#, false),
        (#"{"type":"track","event":"a","time":-5,"distinct_id":"u"}"#, true),
        (#"{"type":"track","event":"a","time":1.5,"distinct_id":"u"}"#, false),
        (#"{"type":"track","event":"a","time":1,"distinct_id":""}"#, false),
        (#"{"type":"track","event":"a","time":1,"distinct_id":7}"#, false),
        (#"{"type":"track","event":"a","time":1,"distinct_id":"u\u0000v"}"#, true),
        (#"{"type":"track","event":"a","time":1,"distinct_id":"u","properties":[1]}"#, false),
        (#"{"type":"item_set","time":1,"item_type":"t","properties":{}}"#, false),
    ]

    private static let oddBodies: [(String, Int, [Int], Bool)] = [
        ("[]", 0, [], false), ("{}", 0, [0], false), ("null", 0, [], true), ("", 0, [], true),
        ("[" + Sample.event(id: "p-1") + "," + Sample.event(id: "p-2").dropLast(20), 1, [1], false),
    ]

    private static let badEvents: [(String, String)] = [
        (#"{"type":"track","event":"view","distinct_id":"u1"}"#, "time"),
        ("7", "object"),
        ("\"text\"", "object"),
        (Sample.event("view", more: "\"x\":\"" + String(repeating: "y", count: 300_000) + "\""), "bytes"),
        (#"{"type":"track","event":"view","time":1,"distinct_id":"u1","properties":{"a":1e400x}}"#, "JSON"),
    ]

    private static let offsets: [(Int64, Bool)] = [
        (25 * 3_600_000, true), (23 * 3_600_000, false), (-3 * 86_400_000, false), (1_576_800_000_000, true),
        (-StoreFixture.start, false),
    ]

    @Test func compressedBodiesAreReadAndBounded() throws {
        let fixture = try StoreFixture()
        let events = (1...40).map { Sample.event(id: "p-\($0)", time: StoreFixture.start + $0, user: "u\($0 % 3)") }
        let body = try #require(Gzip.compress(Array(Sample.batch(events).utf8)))
        #expect(try fixture.send(bytes: body, encoding: .gzip).stored == 40)
        #expect(try fixture.send(bytes: body, encoding: .gzip).duplicate == 40)
        #expect(throws: BodyFault.compression) { try fixture.send(bytes: Array(body.dropLast(9)), encoding: .gzip) }
        let bomb = try #require(Gzip.compress([UInt8](repeating: 32, count: IngestLimits.maxInflatedBytes + 1)))
        #expect(throws: BodyFault.tooLarge) { try fixture.send(bytes: bomb, encoding: .gzip) }
        var texts: [String] = []
        try fixture.facts().forEachEvent(in: 0..<Int64.max, names: nil) { _, bytes in
            texts.append(String(decoding: bytes, as: UTF8.self))
            return true
        }
        #expect(texts == events)
        #expect(try fixture.facts().quality().clashes == 0)
    }

    @Test func projectNamesAreChecked() throws {
        let fixture = try StoreFixture { $0.projects = ["shop"] }
        #expect(try fixture.send(Sample.event(), project: "shop").stored == 1)
        #expect(throws: ProjectError.unknown("default")) { try fixture.send(Sample.event()) }
        for name in ["", "../up", "a b", String(repeating: "x", count: 65)] {
            #expect(throws: ProjectError.invalidName(name)) { try fixture.send(Sample.event(), project: name) }
        }
    }
}
