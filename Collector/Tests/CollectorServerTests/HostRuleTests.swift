import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

/// A name that a stranger lets lead to the collector opens none of its pages (DNS rebinding).
struct HostRuleTests {
    private static let names = ["spoor.example.com", "Collector.internal.", "spoor_1"]

    private static func server() throws -> LiveServer {
        try LiveServer { configuration in
            configuration.hostNames = Self.names
            configuration.routes = { store in
                AnalysisAPI(store: store) { 0 }.routes + Dashboard(plotly: nil).routes
            }
        }
    }

    /// Asks without a socket, as a browser that was led here does.
    private static func ask(
        _ server: LiveServer,
        _ method: HTTPMethod,
        _ target: String,
        host: String,
        _ body: String = ""
    ) async -> HTTPResponse {
        let headers: HTTPHeaders = ["Host": host, "Origin": "http://\(host)", "Content-Type": "application/json"]
        let request = HTTPRequest(method: method, target: target, headers: headers, body: ByteBlock(Array(body.utf8)))
        return await withCheckedContinuation { continuation in
            server.collector.router.handle(request) { continuation.resume(returning: $0) }
        }
    }

    /// What a person's browser asks, and how: all but what apps and probes ask.
    private static let people: [(method: HTTPMethod, target: String)] = [
        (.get, "/"), (.head, "/"), (.get, "/dashboard/app.js"), (.get, "/dashboard/plotly.min.js"),
        (.get, "/api/v1/projects"), (.get, "/api/v1/events"), (.get, "/api/v1/payloads"),
        (.get, "/api/v1/payloads/p1-1"), (.get, "/api/v1/config/default"), (.get, "/api/v1/config/default/history"),
        (.get, "/api/v1/config/default/history/0"), (.put, "/api/v1/config/default"),
        (.post, "/api/v1/config/default/undo"), (.post, "/api/v1/config/default/check"),
    ]

    @Test(
        "A name that is not the collector's is refused by all pages and what they ask, with the option to use",
        arguments: [
            ("evil.example", "evil.example"), ("evil.example:8106", "evil.example"), ("127.0.0.1.evil.example", nil),
            ("localhost.evil.example", nil), ("127.0.0.1.nip.io:80", "127.0.0.1.nip.io"), ("xlocalhost", nil),
            ("spoor.example.com.evil.example", nil), ("example.com", nil), ("256.0.0.1", nil), ("1.2.3", nil),
            ("0x7f.0.0.1", nil), ("1.2.3.4.5", nil), ("127.0.0.1:80:80", "NAME"), ("127.0.0.1@evil.example", "NAME"),
            ("[::1", "NAME"), ("[::1]evil.example", "NAME"), ("evil.example:x", "NAME"), (":8106", "NAME"),
            (String(repeating: "x", count: 5_000), "NAME"), ("\"<script>", "NAME"),
        ] as [(String, String?)]
    )
    func strangers(host: String, named: String?) async throws {
        let server = try Self.server()
        for (method, target) in Self.people {
            let answer = await Self.ask(server, method, target, host: host, #"{"base":0,"document":{"namespaces":{}}}"#)
            #expect(answer.status == 421, "\(method) \(target)")
            let sentence = try #require(try JSONValue(parsing: answer.body)["error"]?.stringValue)
            #expect(sentence.contains("--host-name \(named ?? host)'"), "\(sentence)")
        }
        #expect(!ConfigurationStore(data: server.folder).has(project: "default"))
    }

    @Test(
        "By its address, localhost and its own names the collector is open, whatever the port",
        arguments: [
            "127.0.0.1", "127.0.0.1:8106", "10.1.2.3:80", "0.0.0.0", "[::1]", "[::1]:8106", "[fe80::1%25eth0]:8106",
            "localhost", "localhost:1", "LOCALHOST", "localhost.", "spoor.example.com", "Spoor.Example.COM:443",
            "spoor.example.com.", "collector.internal", "spoor_1:8106",
        ]
    )
    func own(host: String) async throws {
        let server = try Self.server()
        for (method, target) in Self.people where method == .get {
            #expect(await Self.ask(server, method, target, host: host).status != 421, "\(target)")
        }
        let body = #"{"base":0,"document":{"namespaces":{"prism":{"maxItem":5}}}}"#
        #expect(await Self.ask(server, .put, "/api/v1/config/default", host: host, body).status == 200)
    }

    @Test(
        "Apps and probes come by any name",
        arguments: ["evil.example", "collector", "collect.shop.example:443", "", "a b"]
    )
    func apps(host: String) async throws {
        let server = try Self.server()
        let event = #"[{"event":"a","distinct_id":"u"}]"#
        #expect(await Self.ask(server, .post, "/v1/events", host: host, event).status == 200)
        #expect(await Self.ask(server, .get, "/v1/config?project=default", host: host).status == 200)
        let targets: [(HTTPMethod, String)] = [
            (.post, "/v1/packets"), (.post, "/sa"), (.get, "/sa.gif"), (.post, "/debug"), (.get, "/healthz"),
            (.get, "/metrics"), (.post, "/prism/metrics/meta"), (.post, "/v1/rejects/replay"), (.options, "/v1/events"),
        ]
        for (method, target) in targets {
            let status = await Self.ask(server, method, target, host: host).status
            #expect(status != 421 && status != 404, "\(target): \(status)")
        }
    }

    /// What is told to listen by a name answers by it: this one leads to the loopback address.
    @Test func theNameThatIsListenedOnIsItsOwn() throws {
        let named = try LiveServer { $0.http.host = "127.1" }
        #expect(named.collector.address.hasPrefix("http://127.1:"))
        let other = try LiveServer()
        for (server, status) in [(named, 200), (other, 421)] {
            let answer = try server.send("GET", "/api/v1/config/default", headers: ["Host": "127.1:8106"])
            #expect(answer.status == status)
        }
    }

    @Test(arguments: [
        ("spoor.example.com", true), ("localhost", true), ("a", true), ("a_b-1", true), ("example.com.", true),
        ("http://a", false), ("a:80", false), ("", false), (".", false), ("a..b", false), (".a", false), ("*.a", false),
        ("a/b", false), ("a b", false), ("bücher.example", false), ("xn--bcher-kva.example", true),
        (String(repeating: "a", count: 254), false),
    ])
    func whatANameIs(text: String, isName: Bool) {
        #expect(CollectorConfiguration.isHostName(text) == isName)
    }
}
