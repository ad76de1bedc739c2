import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

struct PayloadAPITests {
    private final class Telling: PayloadHandler {
        let done = DispatchSemaphore(value: 0)

        func handle(_ record: PayloadRecord, bytes: [UInt8]) throws -> PayloadFinding {
            defer { self.done.signal() }
            return try JSONPayloadHandler().handle(record, bytes: bytes)
        }
    }

    private static func page(_ server: LiveServer, _ query: String) throws -> JSONValue {
        try JSONValue(parsing: try server.send("GET", "/api/v1/payloads?project=shop\(query)").body)
    }

    @Test func payloadsAreListedAndGivenOut() throws {
        let telling = Telling()
        let server = try LiveServer { $0.store.payloadHandler = telling }
        let records = (1...5).map { PacketBench.record("p-\($0)", payload: Array("[\($0)]".utf8), type: "appCrash") }
        _ = try server.send(.packetV2, .none, PacketV2.encode(records: records))
        for _ in records { telling.done.wait() }
        let first = try Self.page(server, "&limit=2")
        #expect(first["payloads"]?.arrayValue?.compactMap { $0["reportId"]?.stringValue } == ["p-5", "p-4"])
        #expect(first["payloads"]?[0]?["type"] == "appCrash")
        #expect(first["payloads"]?[0]?["size"] == 3)
        let next = try #require(first["next"]?.int64Value)
        let second = try Self.page(server, "&limit=500&before=\(next)")
        #expect(second["payloads"]?.arrayValue?.compactMap { $0["reportId"]?.stringValue } == ["p-3", "p-2", "p-1"])
        #expect(second["next"]?.isNull == true)
        #expect(try Self.page(server, "&state=failed")["payloads"] == [])
        let bytes = try server.send("GET", "/api/v1/payloads/p-3?project=shop")
        #expect(bytes.body == "[3]")
        #expect(bytes.headers["x-content-type-options"] == "nosniff")
        #expect(bytes.headers["content-type"] == "application/octet-stream")
    }

    @Test(arguments: [
        ("/api/v1/payloads/none?project=shop", 404), ("/api/v1/payloads?project=toys", 404),
        ("/api/v1/payloads?project=shop&state=odd", 400), ("/api/v1/payloads?project=shop&limit=0", 400),
        ("/api/v1/payloads?project=shop&colour=red", 400), ("/api/v1/payloads/p%2F1?project=shop", 200),
    ])
    func whatIsNotThereIsSaid(target: String, status: Int) throws {
        let server = try LiveServer()
        let record = PacketBench.record("p/1", payload: [7])
        _ = try server.send(.packetV2, .none, PacketV2.encode(records: [record]))
        #expect(try server.send("GET", target).status == status)
    }
}
