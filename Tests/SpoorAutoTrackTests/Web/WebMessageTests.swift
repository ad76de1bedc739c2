import SpoorAutoTrack
import SpoorWire
import Testing

@Suite("Messages of pages in web views")
struct WebMessageTests {
    private static let event = """
        {"callType":"app_h5_track","data":{"type":"track","event":"$WebClick","time":1700000000123,
        "_nocache":"0123","server_url":"https://collector.example.com/sa?project=shop","distinct_id":"cookie",
        "identities":{"$identity_cookie_id":"cookie","count":3},
        "lib":{"$lib":"js","$lib_method":"autoTrack","$lib_version":"1.26.1","$lib_detail":"buy"},
        "properties":{"$url":"https://shop.example.com/","price":19.5,"n":7,"big":18446744073709551615,"ok":true,
        "none":null,"sizes":["41","42"],"mixed":[1,"a"],"deep":{"a":1},"_nocache":"1","server_url":"x"}}}
        """

    @Test("An event keeps its time, its library and its properties, and loses what only its library needs")
    func event() throws {
        guard case .event(let event) = WebMessage(Self.event) else {
            Issue.record("no event")
            return
        }
        #expect(event.type == .track)
        #expect(event.name == "$WebClick")
        #expect(event.milliseconds == 1_700_000_000_123)
        #expect(
            [event.library, event.libraryVersion, event.method, event.detail] == ["js", "1.26.1", "autoTrack", "buy"]
        )
        #expect(event.distinctID == "cookie")
        #expect(event.identities == ["$identity_cookie_id": "cookie"])
        #expect(event.serverURL == "https://collector.example.com/sa?project=shop")
        let properties = event.properties
        #expect(properties["$url"] == .string("https://shop.example.com/"))
        #expect(properties["price"] == .number(19.5))
        #expect(properties["n"] == .integer(7))
        #expect(properties["ok"] == .boolean(true))
        #expect(properties["sizes"] == .list(["41", "42"]))
        #expect(properties["mixed"] == .list(["1", "a"]))
        #expect(properties["deep"] == .string(#"{"a":1}"#))
        #expect(properties["none"] == nil)
        #expect(properties["_nocache"] == nil)
        #expect(properties["server_url"] == nil)
    }

    @Test("An event as text within the text is read as well")
    func nested() {
        let inner = #"{\"type\":\"profile_set\",\"properties\":{\"plan\":\"gold\"}}"#
        guard case .event(let event) = WebMessage(#"{"callType":"app_h5_track","data":"\#(inner)"}"#) else {
            Issue.record("no event")
            return
        }
        #expect(event.type == .profileSet)
        #expect(event.properties == ["plan": "gold"])
        #expect(event.milliseconds == nil)
    }

    @Test(
        "What is no event is said, and never taken for one",
        arguments: [
            "", "{", "[]", "null", #"{"data":{}}"#, #"{"callType":"app_h5_track"}"#,
            #"{"callType":"app_h5_track","data":{"type":"nonsense"}}"#, #"{"callType":"app_h5_track","data":"{"}"#,
            #"{"callType":7,"data":{"type":"track"}}"#,
        ]
    )
    func malformed(text: String) {
        guard case .malformed(let reason) = WebMessage(text) else {
            Issue.record("taken: \(text)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("Other calls are told by their name", arguments: ["visualized_track", "page_info", "abtest", "app_alert"])
    func other(call: String) {
        guard case .other(call) = WebMessage(#"{"callType":"\#(call)","data":{}}"#) else {
            Issue.record("taken for an event")
            return
        }
    }

    @Test("A message beyond the limit is not read")
    func tooLong() {
        let text = #"{"callType":"app_h5_track","data":""# + String(repeating: "a", count: WebMessage.maxBytes) + #""}"#
        guard case .malformed = WebMessage(text) else {
            Issue.record("read")
            return
        }
    }
}

@Suite("Addresses that pages name")
struct WebAddressTests {
    @Test(
        "Host and project decide",
        arguments: [
            ("https://Collector.example.com/sa?project=shop", "collector.example.com", "shop"),
            ("https://collector.example.com", "collector.example.com", "default"),
            ("http://u:p@host:8080/x?a=1&project=b#project=c", "host:8080", "b"),
            ("//host/sa?project=", "host", "default"),
            ("host?project=p", "host", "p"),
        ]
    )
    func parts(text: String, host: String, project: String) {
        let address = WebAddress(text)
        #expect(address?.host == host)
        #expect(address?.project == project)
    }

    @Test("What has no host is no address", arguments: ["", "https://", "///x", "?project=a"])
    func none(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test("The script holds the address, and no text can end it")
    func script() {
        let endpoint = "https://collector.example.com/"
        let script = WebAddress(endpoint: endpoint, project: "shop")?.script(endpoint: endpoint) ?? ""
        #expect(script.contains("sensorsdata_app_server_url = 'https://collector.example.com/sa?project=shop';"))
        let evil = WebAddress(endpoint: endpoint, project: "a';</script>\n")?.script(endpoint: endpoint) ?? ""
        #expect(!evil.contains("</script>"))
        #expect(!evil.contains("project=a';"))
    }
}
