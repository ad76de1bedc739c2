import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

struct PacketRouteTests {
    /// Every form under every encryption: the receipt counts records, and a second sending finds them there.
    @Test(arguments: PacketBench.Form.allCases, PacketBench.Kind.allCases)
    func everyFormAndEncryptionIsTaken(form: PacketBench.Form, kind: PacketBench.Kind) throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        let body = try PacketBench.body(form, ["p-1", "p-2", "p-3"], bench.encryption(kind))
        let answer = try server.send(form, kind, body)
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.headers["spoor-receipt"] == "stored=3 duplicate=0")
        #expect(try server.send(form, kind, body).headers["spoor-receipt"] == "stored=0 duplicate=3")
        let facts = try server.collector.store.facts(project: "shop")
        #expect(facts.allNames().map(\.name) == ["appLag"])
        #expect(facts.allNames().map(\.count) == [3])
        let payload = try server.send("GET", "/api/v1/payloads/p-1?project=shop")
        let hasPayload = form == .packetV1 || form == .packetV2
        #expect(payload.status == (hasPayload ? 200 : 404))
        if hasPayload { #expect(payload.body == "payload of a report") }
    }

    @Test func theReceiptNamesRecordsByTheirPlaceInThePacket() throws {
        let server = try LiveServer()
        let bad = PacketRecord(reportID: "p-2", meta: Array(#"{"REPORT_ID":"p-2"}"#.utf8))
        let records = [PacketBench.record("p-1"), bad, PacketBench.record("p-3", payload: [1, 2]), bad]
        let body = try PacketV2.encode(records: [records[0], records[1], records[2]])
        let answer = try server.send(.packetV2, .none, body, query: "&namespace=prism")
        #expect(answer.headers["spoor-receipt"] == "stored=2 duplicate=0 rejected=1")
        #expect(answer.body.contains("no 'MONITOR_TYPE'"))
        let rejects = try server.rejects()
        #expect(rejects.map(\.index) == [1])
        #expect(rejects.map(\.source) == ["/v1/packets"])
        let facts = try server.collector.store.facts(project: "shop")
        let events = try facts.latest(limit: 10, name: nil, person: nil).map { try JSONValue(parsing: $0.json) }
        #expect(events.allSatisfy { $0["properties"]?["_namespace"] == "prism" && $0["distinct_id"] == "u1" })
        #expect(events.compactMap { $0["_id"]?.stringValue } == ["p-3", "p-1"])
    }

    /// Meta first, detail later, through the two endpoints of version 1, and the other way round.
    @Test(arguments: [[PacketBench.Form.metasV1, .packetV1], [.packetV1, .metasV1]])
    func theTwoEndpointsMeetInOneReport(order: [PacketBench.Form]) throws {
        let server = try LiveServer()
        for (index, form) in order.enumerated() {
            let answer = try server.send(form, .none, PacketBench.body(form, ["p-1"], .none))
            #expect(answer.headers["spoor-receipt"] == (index == 0 ? "stored=1 duplicate=0" : "stored=0 duplicate=1"))
        }
        #expect(try server.send("GET", "/api/v1/payloads/p-1?project=shop").body == "payload of a report")
    }

    /// A newer client that is pointed at the older endpoints is understood.
    @Test(arguments: ["/prism/metrics/meta", "/prism/metrics/detail"], PacketBench.Kind.allCases)
    func theOlderEndpointsTakeVersionTwo(path: String, kind: PacketBench.Kind) throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        let body = try PacketBench.body(.packetV2, ["p-1", "p-2"], bench.encryption(kind))
        let answer = try server.send("POST", "\(path)?project=shop", body: body)
        #expect(answer.headers["spoor-receipt"] == "stored=2 duplicate=0")
        #expect(try server.send("GET", "/api/v1/payloads/p-1?project=shop").body == "payload of a report")
    }

    /// Overload and a failing disk are 503 for payloads too, never 400 (O-32).
    @Test func aDiskThatTakesNoPayloadsIsARetry() throws {
        struct DiskFull: Error {}
        let server = try LiveServer()
        let body = try PacketBench.body(.packetV2, ["p-1"], .none)
        server.gate.withLock { $0 = { if $0 == .payloads { throw DiskFull() } } }
        let answer = try server.send(.packetV2, .none, body)
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] == "5")
        #expect(try server.send("GET", "/healthz").status == 503)
        server.gate.withLock { $0 = { _ in } }
        #expect(try server.send(.packetV2, .none, body).headers["spoor-receipt"] == "stored=1 duplicate=0")
        #expect(try server.send("GET", "/healthz").status == 200)
    }

    @Test(arguments: ["/v1/packets", "/prism/metrics/meta", "/prism/metrics/detail"])
    func theAddressIsJudgedAsForEvents(path: String) throws {
        let server = try LiveServer { $0.store.projects = ["shop"] }
        #expect(try server.send("POST", "\(path)?project=other", body: [1]).status == 404)
        #expect(try server.send("POST", "\(path)?project=a%20b", body: [1]).status == 404)
        #expect(try server.send("POST", "\(path)?project=shop&x=%", body: [1]).status == 400)
        #expect(try server.send("GET", "\(path)?project=shop").status == 405)
        let encoded = try server.send("POST", "\(path)?project=shop", headers: ["Content-Encoding": "gzip"], body: [1])
        #expect(encoded.status == 415)
        let type = ["Content-Encoding": "gzip", "Content-Type": EncryptedBody.contentType]
        #expect(try server.send("POST", "/v1/events?project=shop", headers: type, body: [1]).status == 415)
        let body = try PacketBench.body(.packetV2, ["p-1"], .none)
        let names = [
            String(repeating: "n", count: 65), "a/b%00c", ".x", "_odd", "-x", "Tracker", "a%20b", "%F0%9F%98%80",
        ]
        let rule =
            "is no namespace: a name has 1 to 64 ASCII letters, digits, '-', '_' or '.', the first a letter or a digit; "
            + "'tracker' stands in lower case only."
        for name in names {
            let answer = try server.send(.packetV2, .none, body, query: "&namespace=\(name)")
            #expect(answer.status == 400 && answer.body.contains(rule), "\(name)")
        }
        #expect(try server.rejects().isEmpty)
        #expect(try server.collector.store.facts(project: "shop").quality().stored == 0)
        for name in ["a.b-c_1", "1", "x-_.", "tracker", String(repeating: "n", count: 64)] {
            #expect(try server.send(.packetV2, .none, body, query: "&namespace=\(name)").status == 200, "\(name)")
        }
    }

    @Test func metricsCountWhatPacketsBring() throws {
        let server = try LiveServer()
        let bench = try PacketBench(data: server.folder)
        _ = try server.send(.packetV2, .none, PacketBench.body(.packetV2, ["p-1", "p-2", "p-3"], .none))
        _ = try server.send(.metasV1, .none, PacketBench.body(.metasV1, ["p-4"], .none))
        let stranger = try OpeningKey.generate(id: "nobody")
        _ = try server.send(.packetV2, .sealed, PacketBench.body(.packetV2, ["p-5"], .sealed(stranger.sealingKey)))
        _ = try server.send(.events, .sealed, PacketBench.body(.events, ["p-6"], bench.encryption(.sealed)))
        _ = try server.send(.packetV2, .none, [1, 2, 3, 4, 5])
        let text = try server.send("GET", "/metrics").body
        for line in [
            #"packets_total{form="v2"} 1"#, #"packets_total{form="v1_meta"} 1"#,
            #"packets_total{form="encrypted_events"} 1"#, "records_total 4", "payload_bytes_total 38",
            #"unopened_bodies_total{reason="unknown_key"} 1"#, #"unopened_bodies_total{reason="no_packet"} 1"#,
        ] {
            #expect(text.contains("spoor_collector_\(line)\n"), "\(line)")
        }
    }
}
