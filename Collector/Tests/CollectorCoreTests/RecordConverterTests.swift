import SpoorWire
import Testing

@testable import CollectorCore

struct RecordConverterTests {
    private static func event(_ meta: String, id: String = "p-7", namespace: String? = nil) throws -> JSONValue {
        var writer = ByteWriter()
        let record = PacketRecord(reportID: id, meta: Array(meta.utf8))
        _ = try RecordConverter(namespace: namespace).append(record, to: &writer)
        return try JSONValue(parsing: writer.text)
    }

    private static func event(more: String, id: String = "p-7", namespace: String? = nil) throws -> JSONValue {
        try Self.event(
            #"{"REPORT_ID":"\#(id)","CREATE_TIME":12,"MONITOR_TYPE":"net",\#(more)}"#,
            id: id,
            namespace: namespace
        )
    }

    @Test func aRecordBecomesAnEvent() throws {
        let event = try Self.event(
            more: #""APP_UID":"u9","SYS_DEVICE_ID":"d1","size":3,"ok":true,"gone":null,"list":["a","b"]"#,
            namespace: "prism"
        )
        let expected: JSONValue = [
            "_id": "p-7", "type": "track", "event": "net", "time": 12, "distinct_id": "u9",
            "properties": [
                "_namespace": "prism", "APP_UID": "u9", "SYS_DEVICE_ID": "d1", "size": 3, "ok": true,
                "list": ["a", "b"],
            ],
        ]
        #expect(event == expected)
    }

    @Test(arguments: [
        (#""APP_UID":"u","_anonymous_id":"v","SYS_DEVICE_ID":"d""#, "p-7", "u"),
        (#""_anonymous_id":"v","SYS_DEVICE_ID":"d""#, "p-7", "v"),
        (#""_anonymous_id":"","SYS_DEVICE_ID":"d""#, "p-7", "d"),
        (#""APP_UID":"u","SYS_DEVICE_ID":"d""#, "p-7", "u"), (#""APP_UID":"","SYS_DEVICE_ID":"d""#, "p-7", "d"),
        (#""APP_UID":"  ","SYS_DEVICE_ID":"d""#, "p-7", "d"), (#""APP_UID":null,"SYS_DEVICE_ID":"d""#, "p-7", "d"),
        (#""APP_UID":42"#, "p-7", "42"), (#""APP_UID":{}"#, "p-7", "p"), (#""x":1"#, "p-7", "p"),
        (#""x":1"#, "no number", "no number"),
    ])
    func whoIsTheUserElseTheDeviceElseTheProducer(more: String, id: String, expected: String) throws {
        #expect(try Self.event(more: more, id: id)["distinct_id"]?.stringValue == expected)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a-b", "a_b"), ("a.b c", "a_b_c"), ("1st", "_1st"), ("", "_"), ("time", "_time"),
        ("ID", "_ID"), ("user_tag_x", "_user_tag_x"), ("größe", "gr__e"), ("$os", "$os"),
        (String(repeating: "x", count: 101), String(repeating: "x", count: 100)),
        (String(repeating: "9", count: 100), "_" + String(repeating: "9", count: 99)),
    ])
    func namesAreMadeLegal(name: String, expected: String) throws {
        let event = try Self.event(more: "\(JSONValue.string(name).jsonText):5")
        #expect(event["properties"]?.objectValue?.map(\.key) == [expected])
        #expect(Naming.check(name: expected) == nil)
    }

    /// Two fields never become one, and a name that is good as it is stays whoever comes first.
    @Test func namesThatFallTogetherStayApart() throws {
        let event = try Self.event(more: #""a-b":1,"a.b":2,"a_b":3,"_namespace":4"#, namespace: "n")
        let expected: JSONValue = ["_namespace": "n", "a_b_2": 1, "a_b_3": 2, "a_b": 3]
        #expect(event["properties"] == expected)
    }

    /// As many fields as fit that all fall together take no more time than as many others.
    @Test(.timeLimit(.minutes(1))) func manyNamesThatFallTogetherHoldUpNothing() throws {
        let fields = (0..<20_000).map { number in
            // Texts of two characters that no name may have.
            let first = String(UnicodeScalar(0x4E00 + UInt32(number / 150)) ?? "?")
            return "\"\(first)\(String(UnicodeScalar(0x3041 + UInt32(number % 150)) ?? "?"))\":1"
        }
        let event = try Self.event(more: fields.joined(separator: ","))
        let names = (event["properties"]?.objectValue ?? []).map(\.key)
        #expect(Set(names).count == 20_000)
        #expect(names.last == "___20000")
    }

    @Test func aMetaHasAnEnd() {
        let meta = #"{"REPORT_ID":"p-7","x":"\#(String(repeating: "y", count: Limits.maxEventBytes))"}"#
        #expect(throws: RecordFault.tooLarge(bytes: meta.utf8.count)) { try Self.event(meta) }
    }

    @Test func aRepeatedFieldCountsByItsLastValue() throws {
        #expect(try Self.event(more: #""a":1,"b":2,"a":3"#)["properties"] == ["a": 3, "b": 2])
    }

    @Test(arguments: [
        (#"{"b":[1,{"c":"d"}]}"#, #"{"b":[1,{"c":"d"}]}"#), ("[1,2]", "[1,2]"), (#"["a",1]"#, #"["a",1]"#),
        (#"{"q":"\"\\"}"#, #"{"q":"\"\\"}"#),
    ])
    func nestedValuesBecomeText(json: String, text: String) throws {
        #expect(try Self.event(more: "\"x\":\(json)")["properties"]?["x"] == .string(text))
    }

    /// A business type is `prefix-type`, which is no event name; what was sent stays as a property.
    @Test func aTypeThatIsNoNameIsKeptBeside() throws {
        let event = try Self.event(#"{"REPORT_ID":"p-1","CREATE_TIME":"17","MONITOR_TYPE":"shop-pay"}"#, id: "p-1")
        #expect(event["event"] == "shop_pay")
        #expect(event["time"] == 17)
        #expect(event["properties"] == ["MONITOR_TYPE": "shop-pay"])
    }

    @Test("O-33 a clock before 1970 costs no record", arguments: ["-1", "\"-3600000\"", "\(Int64.min)"])
    func aTimeBefore1970IsZero(time: String) throws {
        let event = try Self.event(#"{"REPORT_ID":"p-7","CREATE_TIME":\#(time),"MONITOR_TYPE":"a"}"#)
        #expect(event["time"] == 0)
    }

    @Test(arguments: [
        ("7", "is no JSON object"), ("[]", "is no JSON object"), ("{", "is no JSON"), ("{}x", "is no JSON"),
        (#"{"CREATE_TIME":1,"MONITOR_TYPE":"a"}"#, "no 'REPORT_ID'"),
        (#"{"REPORT_ID":"p-7","CREATE_TIME":1}"#, "no 'MONITOR_TYPE'"),
        (#"{"REPORT_ID":"p-7","CREATE_TIME":1,"MONITOR_TYPE":5}"#, "'MONITOR_TYPE' is no text"),
        (#"{"REPORT_ID":"p-7","MONITOR_TYPE":"a"}"#, "no 'CREATE_TIME'"),
        (#"{"REPORT_ID":"p-7","CREATE_TIME":"soon","MONITOR_TYPE":"a"}"#, "is no number of milliseconds"),
        (#"{"REPORT_ID":"p-7","CREATE_TIME":1.5,"MONITOR_TYPE":"a"}"#, "is no number of milliseconds"),
    ])
    func whatCannotBeAnEventSaysWhy(meta: String, reason: String) {
        let error = #expect(throws: RecordFault.self) { try Self.event(meta) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test(arguments: ["", String(repeating: "x", count: 257)])
    func aReportIDHasAnEnd(id: String) {
        #expect(throws: RecordFault.identifier("REPORT_ID")) {
            try Self.event(#"{"REPORT_ID":"x","CREATE_TIME":1,"MONITOR_TYPE":"a"}"#, id: id)
        }
    }
}
