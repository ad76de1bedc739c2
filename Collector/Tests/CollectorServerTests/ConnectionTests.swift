import CollectorServer
import Foundation
import Testing

/// Senders that take connections and send nothing whole.
struct ConnectionTests {
    private static let begun = Array("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n[".utf8)

    #if os(Linux)
    @Test func oneAddressCannotTakeAllConnections() throws {
        let server = try LiveServer { $0.http.maxConnectionsPerAddress = 3 }
        let slow = try (0..<3).map { _ in try server.connected(from: "127.0.0.2") }
        defer { for handle in slow { close(handle) } }
        for handle in slow { LiveServer.send(Self.begun, to: handle) }
        let fourth = try server.connected(from: "127.0.0.2")
        defer { close(fourth) }
        // Closed at once, while the three others are kept.
        #expect(LiveServer.rest(of: fourth).isEmpty)
        #expect(try server.send("GET", "/healthz").status == 200)
    }
    #endif

    /// Without an end of its own the test would wait for the longer time.
    @Test(.timeLimit(.minutes(5)), arguments: [[], Self.begun])
    func whoSendsNoWholeRequestIsLetGoSoon(bytes: [UInt8]) throws {
        let server = try LiveServer {
            $0.http.firstRequestSeconds = 1
            $0.http.idleSeconds = 600
        }
        #expect(try server.exchange(bytes).isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func whoHasSentOneMayTakeLonger() throws {
        let server = try LiveServer {
            $0.http.firstRequestSeconds = 600
            $0.http.idleSeconds = 1
        }
        let answer = try server.exchange(Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }

    @Test func aPortInUseIsNamedWithWhatToDo() throws {
        let server = try LiveServer()
        let port = server.collector.port
        let error = #expect(throws: HTTPServerError.self) { _ = try LiveServer { $0.http.port = port } }
        #expect(error?.description.hasPrefix("Port \(port) of 127.0.0.1 is in use: ") == true)
        #expect(error?.description.contains("port 0 takes a free one") == true)
    }

    @Test(arguments: [("192.0.2.1", "This machine has no address 192.0.2.1"), ("no host", "'no host' is no address")])
    func anAddressThatIsNotOursIsNamed(host: String, sentence: String) {
        let error = #expect(throws: HTTPServerError.self) { _ = try LiveServer { $0.http.host = host } }
        #expect(error?.description.hasPrefix(sentence) == true)
    }
}
