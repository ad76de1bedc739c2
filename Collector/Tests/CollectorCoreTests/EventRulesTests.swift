import SpoorWire
import Testing

@testable import CollectorCore

/// The rules that one event must meet, asked of the decoder alone.
struct EventRulesTests {
    private func decode(_ body: String) throws -> DecodedBatch {
        try BodyReader.decode(
            IngestRequest(project: "p", source: "test", body: ByteBlock(Array(body.utf8)), encoding: .identity),
            received: StoreFixture.start,
            hash: SipHash(key0: 1, key1: 2)
        )
    }

    /// O-31 and O-35: each odd event is refused, and the reason names the field.
    @Test(arguments: [
        (#"["a"]"#, "object"), (#"{"type":"trakc","event":"e","time":1,"distinct_id":"a"}"#, "trakc"),
        (#"{"event":"e","time":1,"distinct_id":"a"}"#, "'type'"),
        (#"{"type":7,"event":"e","time":1,"distinct_id":"a"}"#, "type"),
        (#"{"type":"track","event":"e","distinct_id":"a"}"#, "'time'"),
        (#"{"type":"track","event":"e","time":"1","distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":1.5,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":1e400,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":18446744073709551615,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":1}"#, "'distinct_id'"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":""}"#, "'distinct_id'"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":"  "}"#, "'distinct_id'"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":7}"#, "'distinct_id'"),
        (#"{"type":"track","event":"","time":1,"distinct_id":"a"}"#, "name"),
        (#"{"type":"track","event":"   ","time":1,"distinct_id":"a"}"#, "name"),
        (#"{"type":"track","event":null,"time":1,"distinct_id":"a"}"#, "'event'"),
        (#"{"type":"track","event":12,"time":1,"distinct_id":"a"}"#, "'event'"),
        (#"{"type":"track","time":1,"distinct_id":"a"}"#, "'event'"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":"a","properties":[]}"#, "'properties'"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":"a","login_id":[]}"#, "'login_id'"),
        (#"{"type":"item_set","time":1,"item_type":"book"}"#, "'item_id'"),
        (#"{"type":"item_set","time":1,"item_id":"1"}"#, "'item_type'"),
        (#"{"type":"item_set","time":1,"item_type":"1 book","item_id":"1"}"#, "'item_type'"),
        (#"{"type":"item_set","time":1,"item_type":3,"item_id":"1"}"#, "'item_type'"),
    ])
    func oddEventsAreRefusedWithTheField(text: String, field: String) throws {
        let batch = try self.decode("[\(text)]")
        #expect(batch.eventCount == 0 && batch.rejections.count == 1)
        let reason = try #require(batch.rejections.first?.reason)
        #expect(reason.contains(field), "\(reason)")
        #expect(reason.hasSuffix(".") && reason.utf8.count < 400)
    }

    @Test(arguments: [
        Sample.event(String(repeating: "a", count: 100_000)),
        Sample.event(more: "\"x\":\"" + String(repeating: "a", count: 300_000) + "\""),
        Sample.event(user: String(repeating: "u", count: Limits.maxIdentifierBytes + 1)),
        #"{"type":"\#(String(repeating: "t", count: 5_000))","event":"e","time":1,"distinct_id":"a"}"#,
    ])
    func endlessTextsAreRefusedInFewWords(text: String) throws {
        let batch = try self.decode(text)
        #expect(batch.eventCount == 0)
        #expect((batch.rejections.first?.reason.utf8.count ?? 1_000) < 400)
    }

    /// O-35: an odd property or an odd field that says nothing of who costs only itself: the event is stored as it came.
    @Test(arguments: [
        #""properties":{"":1}"#, #""properties":{"1abc":1}"#, #""properties":{"名前":1}"#, #""properties":{"a b":1}"#,
        #""properties":{"time":1}"#, #""properties":{"huge":1e400}"#, #""properties":{"ok":18446744073709551615}"#,
        #""properties":{"$lib":"x"}"#, #""properties":{"event_duration":-0.5}"#, #""properties":{"n":null}"#,
        #""properties":{"nul":"a\u0000b"}"#, #""properties":{"lone":"\ud800"}"#, #""properties":null"#,
        #""_id":7"#, #""_id":"""#, #""_seq":"1""#, #""_seq":-4"#, #""lib":1"#, #""project":{}"#, #""token":7"#,
        #""_session":[]"#, #""_install":0"#, #""_clock_offset":"1""#, #""identities":[]"#, #""login_id":null"#,
        #""login_id":"""#, #""anonymous_id":"  ""#, #""time_free":true"#,
    ])
    func oddFieldsCostOnlyThemselves(field: String) throws {
        let batch = try self.decode(#"{"type":"track","event":"e","time":1,"distinct_id":"a",\#(field)}"#)
        #expect(batch.eventCount == 1 && batch.rejections.isEmpty)
        #expect(batch.events.first?.login == DecodedEvent.none && batch.events.first?.anonymous == DecodedEvent.none)
        #expect(batch.events.first?.producer == DecodedEvent.none && batch.events.first?.seq == 0)
    }

    @Test(arguments: EventType.allCases)
    func eachTypeNeedsItsOwnSubject(type: EventType) throws {
        let name = type.isTracked ? #","event":"e""# : ""
        let subject = type.isItem ? #","item_type":"book","item_id":"1""# : #","distinct_id":"a""#
        let batch = try self.decode(#"{"type":"\#(type.rawValue)","time":1.7e12\#(name)\#(subject),"properties":null}"#)
        #expect(batch.events.map(\.type) == [type] && batch.events.map(\.time) == [1_700_000_000_000])
        let other = type.isItem ? #","distinct_id":"a""# : #","item_type":"book","item_id":"1""#
        #expect(try self.decode(#"{"type":"\#(type.rawValue)","time":1\#(name)\#(other)}"#).eventCount == 0)
    }

    /// Of a repeated key the last value counts, as for parsers that build a tree.
    @Test func theLastOfRepeatedKeysCounts() throws {
        let batch = try self.decode(
            #"{"time":1,"type":"profile_set","time":2,"distinct_id":"a","type":"profile_unset"}"#
        )
        #expect(batch.events.map(\.time) == [2] && batch.events.map(\.type) == [.profileUnset])
    }

    @Test func randomBytesNeverTrapTheDecoder() {
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"type\":\"track\"", "\"time\":", "17e11", "-1", "\"event\":\"e\"", "\"",
            "\"distinct_id\":\"a\"", "\"_id\":\"p-1\"", "\"identities\":{", "\\u12", "é", "\u{0}", "null",
        ]
        var seed: UInt64 = 7
        func next() -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33)
        }
        var decoded = 0
        for _ in 0..<5_000 {
            let body = "[" + (0..<next() % 24).map { _ in pieces[next() % pieces.count] }.joined()
            if let batch = try? self.decode(body) { decoded += batch.eventCount + batch.rejections.count }
        }
        #expect(decoded > 1_000)
    }
}
