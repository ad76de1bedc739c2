import Spoor
import SpoorTesting
import SpoorWire
import Testing

@Suite("Events of pages in web views")
struct WebEventTests {
    private let bench = TestBench()

    /// A message as a page's library writes it.
    private func message(_ event: String, server: String = "http://collector.test/sa?project=default") -> String {
        #"{"callType":"app_h5_track","data":{"server_url":"\#(server)",\#(event)}}"#
    }

    @Test("A page's event keeps its time and library and gets the app's person and device")
    func event() async throws {
        var facts = DeviceFacts()
        facts.os = "iOS"
        facts.appVersion = "2.1"
        let tracker = self.bench.start(facts: facts) { $0.webBridge = WebBridgeConfiguration() }
        tracker.login("user-42")
        tracker.registerSuperProperties(["plan": "gold", "theme": "dark"])
        let answer = tracker.trackWebMessage(
            self.message(
                #""type":"track","event":"$WebClick","time":1700000000123,"distinct_id":"cookie-1","login_id":"other","#
                    + #""identities":{"$identity_cookie_id":"cookie-1"},"_nocache":"1","#
                    + #""lib":{"$lib":"js","$lib_version":"1.26.1","$lib_method":"autoTrack"},"#
                    + #""properties":{"$url":"https://shop.test/","$os":"Windows","$lib":"js","#
                    + #""$lib_version":"1.26.1","$is_first_day":true,"theme":"light"}"#
            )
        )
        #expect(answer.isRecorded)
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.events("$WebClick").first)
        #expect(event["time"]?.int64Value == 1_700_000_000_123)
        #expect(event["distinct_id"]?.stringValue == "user-42")
        #expect(event["login_id"]?.stringValue == "user-42")
        #expect(event["identities"]?["$identity_cookie_id"] == nil)
        #expect(event["_nocache"] == nil && event["server_url"] == nil)
        let lib = event["lib"]
        #expect(lib?["$lib"]?.stringValue == "js" && lib?["$lib_version"]?.stringValue == "1.26.1")
        #expect(lib?["$lib_method"]?.stringValue == "autoTrack" && lib?["$app_version"]?.stringValue == "2.1")
        let properties = event["properties"]
        #expect(properties?["$os"]?.stringValue == "iOS")
        #expect(properties?["$lib"]?.stringValue == "js" && properties?["$lib_version"]?.stringValue == "1.26.1")
        #expect(properties?["$url"]?.stringValue == "https://shop.test/")
        #expect(properties?["theme"]?.stringValue == "light" && properties?["plan"]?.stringValue == "gold")
        // The event's time lies long before the first start here.
        #expect(properties?["$is_first_day"]?.boolValue == false)
        await self.bench.stop(tracker)
    }

    @Test("The app's own events keep their library beside a page's")
    func ownLibrary() async throws {
        var facts = DeviceFacts()
        facts.appVersion = "2.1"
        let tracker = self.bench.start(facts: facts)
        tracker.trackWebMessage(self.message(#""type":"track","event":"web","lib":{"$lib":"js"}"#))
        tracker.track("own")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.events("web").first?["lib"]?["$lib"]?.stringValue == "js")
        #expect(self.bench.events("web").first?["lib"]?["$lib_version"] == nil)
        let own = try #require(self.bench.events("own").first)
        #expect(own["lib"]?["$lib"]?.stringValue != "js" && own["lib"]?["$app_version"]?.stringValue == "2.1")
        #expect(self.bench.events("web").first?["time"] != nil)
        await self.bench.stop(tracker)
    }

    @Test("A login on the page logs in here, and its properties that only the page's library may set are left out")
    func login() async throws {
        let tracker = self.bench.start()
        let text = self.message(
            #""type":"track_signup","event":"$SignUp","distinct_id":"user-7","properties":{"$viewport_width":5,"via":"web"}"#
        )
        #expect(tracker.trackWebMessage(text).isRecorded)
        #expect(tracker.loginID == "user-7")
        #expect(tracker.trackWebMessage(text) == .dropped(.unchanged))
        _ = await self.bench.flush(tracker)
        let signUp = try self.bench.properties("$SignUp")
        #expect(signUp["via"]?.stringValue == "web" && signUp["$viewport_width"] == nil)
        #expect(self.bench.warnings("$viewport_width") == 0)
        await self.bench.stop(tracker)
    }

    @Test("Ids that a page binds are bound here, but for those of the page's own visitor")
    func bind() async {
        let tracker = self.bench.start()
        let ids = #""identities":{"$identity_cookie_id":"c","$identity_mobile":"123","$identity_email":"a@b.test"}"#
        tracker.trackWebMessage(self.message(#""type":"track_id_bind","event":"$BindID","# + ids))
        #expect(tracker.identities["$identity_mobile"] == "123")
        #expect(tracker.identities["$identity_email"] == "a@b.test")
        #expect(tracker.identities["$identity_cookie_id"] == nil)
        let one = #""identities":{"$identity_mobile":"123"}"#
        tracker.trackWebMessage(self.message(#""type":"track_id_unbind","event":"$UnbindID","# + one))
        #expect(tracker.identities["$identity_mobile"] == nil)
        await self.bench.stop(tracker)
    }

    @Test(
        "Profiles and things of a page are the app's",
        arguments: [
            #""type":"profile_set","properties":{"plan":"gold"}"#, #""type":"profile_set_once","properties":{"a":1}"#,
            #""type":"profile_increment","properties":{"n":2}"#, #""type":"profile_append","properties":{"l":["x"]}"#,
            #""type":"profile_unset","properties":{"plan":true}"#, #""type":"profile_delete","properties":{}"#,
            #""type":"item_set","item_type":"shoe","item_id":"7","properties":{"colour":"red"}"#,
            #""type":"item_delete","item_type":"shoe","item_id":"7""#,
        ]
    )
    func others(event: String) async {
        let tracker = self.bench.start()
        #expect(tracker.trackWebMessage(self.message(event)).isRecorded)
        _ = await self.bench.flush(tracker)
        let type = event.split(separator: "\"").dropFirst(2).first.map(String.init)
        #expect(self.bench.collector.events.last?["type"]?.stringValue == type)
        await self.bench.stop(tracker)
    }

    @Test(
        "A page that names another collector or project is not heard, and the log says so",
        arguments: [
            "https://elsewhere.test/sa?project=default", "http://collector.test/sa?project=other", "", "nonsense",
        ]
    )
    func foreign(server: String) async {
        let tracker = self.bench.start()
        let text = self.message(#""type":"track","event":"web""#, server: server)
        #expect(!tracker.trackWebMessage(text).isRecorded)
        #expect(self.bench.warnings("another collector or project") == 1)
        await self.bench.stop(tracker)
    }

    @Test("Without the check any page is heard")
    func unchecked() async {
        let tracker = self.bench.start {
            $0.webBridge = WebBridgeConfiguration()
            $0.webBridge?.checksAddress = false
        }
        #expect(
            tracker.trackWebMessage(#"{"callType":"app_h5_track","data":{"type":"track","event":"web"}}"#).isRecorded
        )
        await self.bench.stop(tracker)
    }

    @Test("A bad name costs the event, a message that is none costs nothing but a line of the log")
    func bad() async {
        let tracker = self.bench.start()
        guard case .dropped(.invalidName) = tracker.trackWebMessage(self.message(#""type":"track","event":"1 bad""#))
        else {
            Issue.record("taken")
            return
        }
        #expect(!tracker.trackWebMessage("nonsense").isRecorded)
        #expect(self.bench.warnings("web page") == 2)
        #expect(!tracker.trackWebMessage(#"{"callType":"page_info","data":{}}"#).isRecorded)
        #expect(self.bench.warnings("web page") == 2)
        await self.bench.stop(tracker)
    }

    @Test("The script names the app's collector and project")
    func script() async {
        let tracker = self.bench.start { $0.channel.project = "shop" }
        #expect(tracker.webBridgeScript?.contains("'http://collector.test/sa?project=shop'") == true)
        await self.bench.stop(tracker)
    }
}
