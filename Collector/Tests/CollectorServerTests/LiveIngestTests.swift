import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

struct LiveIngestTests {
    private static func event(_ id: Int, name: String = "view") -> String {
        #"{"_id":"p-\#(id)","type":"track","event":"\#(name)","time":1790000000000,"distinct_id":"u1","properties":{}}"#
    }

    @Test(arguments: [false, true], [false, true])
    func aBatchIsAnsweredWithItsReceipt(isCompressed: Bool, isChunked: Bool) throws {
        let server = try LiveServer()
        let json = Array("[\(Self.event(1)),7,\(Self.event(2)),\(Self.event(1))]".utf8)
        let body = isCompressed ? try #require(Gzip.compress(json)) : json
        let headers = isCompressed ? ["Content-Encoding": "gzip"] : [:]
        let answer = try server.send(
            "POST",
            "/v1/events?project=shop",
            headers: headers,
            body: body,
            isChunked: isChunked
        )
        #expect(answer.status == 200)
        #expect(answer.headers["spoor-receipt"] == "stored=2 duplicate=1 rejected=1")
        #expect(answer.body.hasPrefix(#"{"stored":2,"duplicate":1,"rejected":[{"index":1,"reason":""#))
        #expect(answer.body.hasSuffix(#","retry":false}]}"#))
        #expect(try server.collector.store.facts(project: "shop").allNames().map(\.count) == [2])
        let again = try server.send("POST", "/v1/events?project=shop", headers: headers, body: body)
        #expect(again.headers["spoor-receipt"] == "stored=0 duplicate=3 rejected=1")
    }

    /// A client gives up what is named only, so a long list must arrive whole.
    @Test func longListsOfRefusedEventsArriveWhole() throws {
        let server = try LiveServer()
        let body = Array("[\((0..<5_000).map(String.init).joined(separator: ","))]".utf8)
        let answer = try server.send("POST", "/v1/events", body: body)
        let places = try #require(answer.headers["spoor-receipt"]?.split(separator: "=").last)
        #expect(places.split(separator: ",").count == 5_000)
    }

    /// O-31, O-32: each refusal has its own status, and a sentence that says what to do.
    @Test(arguments: [
        ("POST", "/v1/events", "null", 400), ("POST", "/v1/events", "", 400),
        ("POST", "/nowhere", "[]", 404), ("GET", "/v1/events", "", 405), ("DELETE", "/v1/events", "", 405),
        ("PATCH", "/v1/events", "", 501), ("POST", "/sa", "data=%b", 400), ("POST", "/sa", "gzip=1", 400),
        ("POST", "/sa", "gzip=9&data_list=abc", 400), ("GET", "/sa.gif?data=%b", "", 400),
        ("POST", "/sa", "crc=1&data_list=W3siZXZlbnQiOiJ0ZXN0In1d", 400),
    ])
    func refusalsSayWhatToDo(method: String, target: String, body: String, status: Int) throws {
        let server = try LiveServer()
        let answer = try server.send(method, target, body: Array(body.utf8))
        #expect(answer.status == status)
        #expect(answer.body.hasPrefix(#"{"error":""#))
        if status == 400 {
            // Something behind it in the queue shows that the record is written.
            _ = try server.send("POST", "/v1/events", body: Array("[]".utf8))
            #expect(try server.collector.store.facts(project: "default").rejects(limit: 5, offset: 0).count == 1)
        }
    }

    /// Sensors clients: one event and lists, plain and compressed, form and picture, negative checksums.
    @Test func sensorsFormsAreTaken() throws {
        let server = try LiveServer()
        var writer = ByteWriter()
        let list = "[\(Self.event(1)),\(Self.event(2))]"
        Array(list.utf8).withUnsafeBytes { json in
            _ = SensorsForm.append(json: json, encoder: GzipEncoder(), to: &writer)
        }
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        var answer = try server.send("POST", "/sa?project=default", headers: form, body: writer.bytes)
        #expect(answer.status == 200)
        #expect(answer.headers["spoor-receipt"] == "stored=2 duplicate=0")

        writer.removeAll()
        Array(Self.event(3).utf8).withUnsafeBytes { json in
            _ = SensorsForm.append(json: json, isList: false, encoder: nil, to: &writer)
        }
        answer = try server.send("GET", "/sa.gif?\(writer.text)", headers: ["Origin": "https://shop.example"])
        #expect(answer.status == 200)
        #expect(answer.body.hasPrefix("GIF89a"))
        #expect(answer.headers["access-control-allow-origin"] == "https://shop.example")
        #expect(try server.send("HEAD", "/sa.gif?\(writer.text)").body.isEmpty)
        #expect(try server.collector.store.facts(project: "default").quality().duplicates == 0)
        #expect(try server.send("OPTIONS", "/sa", headers: ["Origin": "https://shop.example"]).status == 204)
    }

    @Test func debugChecksWithoutStoring() throws {
        let server = try LiveServer()
        func form(_ json: String) -> [UInt8] {
            var writer = ByteWriter()
            Array(json.utf8).withUnsafeBytes {
                _ = SensorsForm.append(json: $0, isList: false, encoder: nil, to: &writer)
            }
            return writer.bytes
        }
        let dry = ["Dry-Run": "true"]
        #expect(try server.send("POST", "/debug", headers: dry, body: form(Self.event(1))).body.contains(#""valid":1"#))
        #expect(try server.send("POST", "/debug", headers: dry, body: form(#"{"type":"trakc"}"#)).status == 400)
        #expect(try server.collector.store.facts(project: "default").quality().stored == 0)
        #expect(try server.send("POST", "/debug", body: form(Self.event(1))).status == 200)
        #expect(try server.collector.store.facts(project: "default").quality().stored == 1)
    }

    /// O-32, O-35: 503 with a time while the store fails, health tells, and everything goes on afterwards.
    @Test func aFailingStoreIsARetry() throws {
        struct DiskFull: Error {}
        let server = try LiveServer()
        let body = Array("[\(Self.event(1))]".utf8)
        server.gate.withLock { $0 = { _ in throw DiskFull() } }
        let answer = try server.send("POST", "/v1/events", body: body)
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        #expect(try server.send("GET", "/healthz").status == 503)
        server.gate.withLock { $0 = { _ in } }
        #expect(try server.send("POST", "/v1/events", body: body).headers["spoor-receipt"] == "stored=1 duplicate=0")
        let health = try server.send("GET", "/healthz")
        #expect(health.status == 200)
        #expect(health.body.contains(#""status":"ok""#))
        let metrics = try server.send("GET", "/metrics").body
        for line in [
            "# TYPE spoor_collector_events_stored_total counter", "spoor_collector_events_stored_total 1",
            #"spoor_collector_requests_total{route="/v1/events",status="503"} 1"#, "spoor_collector_healthy 1",
        ] {
            #expect(metrics.contains(line + "\n"))
        }
    }

    @Test func tooLargeBodiesAreReadToTheirEndAndRefused() throws {
        let server = try LiveServer { $0.http.maxBodyBytes = 10_000 }
        let body = [UInt8](repeating: 32, count: 40_000)
        #expect(try server.send("POST", "/v1/events", body: body).status == 413)
        #expect(try server.send("POST", "/v1/events", body: body, isChunked: true).status == 413)
        #expect(try server.send("GET", "/sa?x=\(String(repeating: "y", count: 60_000))").status == 400)
    }

    /// What was accepted is answered before the server ends.
    @Test func stoppingFinishesWhatWasAccepted() throws {
        let server = try LiveServer()
        let isHeld = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        server.gate.withLock {
            $0 = { stage in
                guard case .day = stage else { return }
                isHeld.signal()
                release.wait()
            }
        }
        let status = Locked(0)
        let answered = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let answer = try? server.send("POST", "/v1/events", body: Array("[\(Self.event(1))]".utf8))
            status.withLock { $0 = answer?.status ?? -1 }
            answered.signal()
        }
        isHeld.wait()
        Thread.detachNewThread { server.collector.stop() }
        release.signal()
        answered.wait()
        #expect(status.withLock { $0 } == 200)
    }
}
