import SpoorWire
import Testing

struct EventCheckTests {
    private func check(_ text: String) -> EventCheck.Verdict {
        Array(text.utf8).withUnsafeBytes { bytes in
            let scanner = JSONScanner(bytes)
            guard let slice = try? scanner.value() else { return .refused([]) }
            return EventCheck.check(scanner, slice)
        }
    }

    private func event(_ fields: String = "", type: String = #""track""#, name: String = #""view""#) -> String {
        #"{"type":\#(type),"event":\#(name),"time":1700000000000,"distinct_id":"a"\#(fields)}"#
    }

    @Test func allFieldsAreFound() {
        let text = self.event(
            #","_id":"p-1","_seq":1,"_track_id":9,"_flush_time":2,"_clock_offset":-3,"_session":"s","_install":"i","#
                + #""anonymous_id":"b","login_id":"c","original_id":"d","identities":{},"lib":{},"project":"p","#
                + #""token":"t","properties":{"x":1},"time_free":true"#
        )
        guard case .accepted(let fields) = self.check(text) else {
            Issue.record("refused")
            return
        }
        #expect(fields.type == .track && fields.time == 1_700_000_000_000)
        #expect(fields.sequence == 1 && fields.trackID == 9 && fields.flushTime == 2 && fields.clockOffset == -3)
        let slices = [
            fields.name, fields.distinctID, fields.anonymousID, fields.loginID, fields.originalID, fields.identities,
            fields.properties, fields.lib, fields.id, fields.session, fields.install, fields.project, fields.token,
        ]
        #expect(slices.allSatisfy { $0 != nil })
        #expect(fields.repairs.isEmpty)
    }

    // O-35 and O-31: each odd event is refused for a reason that names the field.
    @Test(arguments: [
        (#"["a"]"#, ""), (#"{"type":"trakc","event":"e","time":1,"distinct_id":"a"}"#, "type"),
        (#"{"event":"e","time":1,"distinct_id":"a"}"#, "type"),
        (#"{"type":"track","event":"e","distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":"1","distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":-1,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":1.5,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":1e400,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":18446744073709551615,"distinct_id":"a"}"#, "time"),
        (#"{"type":"track","event":"e","time":1}"#, "distinct_id"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":""}"#, "distinct_id"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":"  "}"#, "distinct_id"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":7}"#, "distinct_id"),
        (#"{"type":"track","event":"","time":1,"distinct_id":"a"}"#, "event"),
        (#"{"type":"track","event":"   ","time":1,"distinct_id":"a"}"#, "event"),
        (#"{"type":"track","event":null,"time":1,"distinct_id":"a"}"#, "event"),
        (#"{"type":"track","event":12,"time":1,"distinct_id":"a"}"#, "event"),
        (#"{"type":"track","time":1,"distinct_id":"a"}"#, "event"),
        (#"{"type":"track","event":"e","time":1,"distinct_id":"a","properties":[]}"#, "properties"),
        (#"{"type":"item_set","time":1,"item_type":"book"}"#, "item_id"),
        (#"{"type":"item_set","time":1,"item_id":"1"}"#, "item_type"),
    ])
    func oddEventsAreRefusedWithTheField(text: String, field: String) {
        guard case .refused(let faults) = self.check(text) else {
            Issue.record("accepted")
            return
        }
        #expect(faults.map(\.field) == [field])
        #expect(faults.allSatisfy { $0.description.hasSuffix(".") && $0.description.utf8.count < 400 })
    }

    @Test func endlessNamesAndEventsAreRefused() {
        let long = String(repeating: "a", count: 100_000)
        for text in [self.event(name: "\"\(long)\""), self.event(#","x":"\#(long)\#(long)\#(long)""#)] {
            guard case .refused(let faults) = self.check(text) else {
                Issue.record("accepted")
                continue
            }
            #expect(faults.count == 1 && (faults.first?.description.utf8.count ?? 1000) < 400)
        }
    }

    // O-35: these cost only themselves; the event is kept, and what is not used is named.
    @Test(
        arguments: [
            (#""":1"#, ""), (#""1abc":1"#, "1abc"), (#""名前":1"#, "名前"), (#""a b":1"#, "a b"), (#""time":1"#, "time"),
            (#""huge":1e400"#, "huge"), (#""ok":18446744073709551615"#, nil), (#""$lib":"x""#, nil),
            (#""event_duration":-0.5"#, nil), (#""nul":"a\u0000b""#, nil), (#""lone":"\ud800""#, nil),
            (#""n":null"#, nil),
        ] as [(String, String?)]
    )
    func oddPropertiesCostOnlyThemselves(property: String, repaired: String?) {
        guard case .accepted(let fields) = self.check(self.event(#","properties":{\#(property),"ok2":1}"#)) else {
            Issue.record("refused")
            return
        }
        #expect(fields.repairs.map(\.field) == (repaired.map { [$0] } ?? []))
    }

    @Test(arguments: [#""_id":7"#, #""_id":"""#, #""login_id":[]"#, #""lib":1"#, #""_seq":"1""#, #""project":{}"#])
    func unusableOptionalFieldsAreNamed(field: String) {
        guard case .accepted(let fields) = self.check(self.event("," + field)) else {
            Issue.record("refused")
            return
        }
        #expect(fields.repairs.count == 1)
    }

    @Test(arguments: EventType.allCases)
    func eachTypeNeedsItsOwnSubject(type: EventType) {
        let name = type.isTracked ? #","event":"e""# : ""
        let subject = type.isItem ? #","item_type":"book","item_id":"1""# : #","distinct_id":"a""#
        let verdict = self.check(#"{"type":"\#(type.rawValue)","time":1.7e12\#(name)\#(subject),"properties":null}"#)
        guard case .accepted(let fields) = verdict else {
            Issue.record("refused")
            return
        }
        #expect(fields.type == type && fields.time == 1_700_000_000_000 && fields.properties == nil)
    }
}
