import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

struct CollectorClientTests {
    private struct Unreachable: Error {}

    @Test func parametersReachTheServerAsTheyAre() async throws {
        let asked = Locked("")
        let client = CollectorClient(server: "http://host:8106/") { url in
            asked.withLock { $0 = url.absoluteString }
            return (200, Array("{\"ok\":true}".utf8))
        }
        let answer = try await client.get(
            "/api/v1/trend",
            [QueryParameter("filter", "price > 10 & city = \"a+b\""), QueryParameter("event", "加入")]
        )
        #expect(answer["ok"] == true)
        #expect(
            asked.withLock { $0 }
                == "http://host:8106/api/v1/trend"
                + "?filter=price%20%3E%2010%20%26%20city%20%3D%20%22a%2Bb%22&event=%E5%8A%A0%E5%85%A5"
        )
    }

    @Test(arguments: [
        (404, "{\"error\":\"There is no project 'x': check the name.\"}", "There is no project 'x': check the name."),
        (502, "<html>", "http://host answered with status 502."),
        (200, "<html>", "What answers at http://host is no Spoor collector: name one by --server."),
    ])
    func failuresSayWhatToDo(status: Int, body: String, sentence: String) async {
        let client = CollectorClient(server: "http://host") { _ in (status, Array(body.utf8)) }
        let failure = await #expect(throws: CommandFailure.self) { try await client.get("/x", []) }
        #expect(failure?.description == sentence)
    }

    @Test func aCollectorThatIsNotThereIsNamed() async {
        let client = CollectorClient(server: "http://host") { _ in throw Unreachable() }
        let failure = await #expect(throws: CommandFailure.self) { try await client.get("/x", []) }
        #expect(
            failure?.description
                == "No collector answers at http://host: start one by 'spoor serve', or name it by --server."
        )
    }

    @Test(arguments: ["", "host:80", "ftp://host", "http://", "no address"])
    func anAddressThatIsNoneIsRefused(server: String) async {
        let client = CollectorClient(server: server) { _ in (200, []) }
        let failure = await #expect(throws: CommandFailure.self) { try await client.get("/x", []) }
        #expect(failure?.description.hasPrefix("'\(server)' is no address of a collector") == true)
    }
}
