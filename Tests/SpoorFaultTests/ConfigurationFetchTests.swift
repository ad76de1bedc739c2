import SpoorChannel
import SpoorWire
import Testing

/// What the real transport makes of a real server's answers to a GET.
struct ConfigurationFetchTests {
    private static let body = #"{"namespaces":{}}"#

    private func get(
        _ act: FaultServer.Act,
        headers: [String: String] = [:],
        limit: Int = 1 << 20
    ) async throws
        -> (answer: UploadAnswer, server: FaultServer)
    {
        let server = try FaultServer()
        server.play(act)
        let transport = URLSessionTransport()
        let request = UploadRequest.get(
            "http://\(server.address)/v1/config?project=p",
            headers: headers,
            timeout: .seconds(30),
            answerLimit: limit
        )
        let answer = await withCheckedContinuation { continuation in
            transport.send(request) { continuation.resume(returning: $0) }
        }
        return (answer, server)
    }

    private func http(
        _ status: String,
        _ fields: String = "",
        body: String = Self.body,
        length: Int? = nil
    ) -> FaultServer.Act {
        .raw(
            Array(
                "HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields)Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
                    .utf8
            )
        )
    }

    @Test func aDocumentComesWithItsHeadersAndTheRequestIsAGet() async throws {
        let (answer, server) = try await self.get(
            self.http("200 OK", "ETag: \"1\"\r\nSpoor-Signature: k1:AA==\r\n"),
            headers: ["If-None-Match": "\"0\""]
        )
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(response.status == 200 && response.body == Array(Self.body.utf8) && !response.isCut)
        #expect(response.headers["etag"] == "\"1\"" && response.headers["spoor-signature"] == "k1:AA==")
        #expect(server.targets == ["GET /v1/config?project=p HTTP/1.1"])
        #expect(server.heads.first?["if-none-match"] == "\"0\"")
    }

    @Test func notModifiedComesThrough() async throws {
        let (answer, _) = try await self.get(
            .raw(Array("HTTP/1.1 304 Not Modified\r\nConnection: close\r\nETag: \"1\"\r\n\r\n".utf8)),
            headers: ["If-None-Match": "\"1\""]
        )
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(response.status == 304 && response.body.isEmpty)
    }

    @Test(arguments: ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
    func aRedirectIsNotFollowed(_ status: String) async throws {
        let other = try FaultServer()
        let (answer, _) = try await self.get(self.http(status, "Location: http://\(other.address)/evil\r\n"))
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect("\(response.status)" == status.prefix(3))
        #expect(other.targets.isEmpty)
    }

    @Test func anOversizedAnswerIsBrokenOff() async throws {
        let body = String(repeating: "x", count: 3 << 20)
        let (answer, _) = try await self.get(self.http("200 OK", body: body), limit: 1000)
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(response.isCut && response.body.count == 1000)
    }

    @Test func anAnswerOfExactlyTheLimitIsWhole() async throws {
        let (answer, _) = try await self.get(self.http("200 OK"), limit: Self.body.utf8.count)
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(!response.isCut && response.body == Array(Self.body.utf8))
    }

    @Test func anAnswerThatIsCutOnItsWayIsAFailure() async throws {
        let (answer, _) = try await self.get(self.http("200 OK", length: 1000))
        guard case .failure = answer else { return #expect(Bool(false), "\(answer)") }
    }

    @Test(arguments: ["garbage\r\n\r\n", ""])
    func whatIsNoHTTPIsAFailure(_ text: String) async throws {
        let (answer, _) = try await self.get(.raw(Array(text.utf8)))
        guard case .failure = answer else {
            // The system may take it for an answer of HTTP/0.9.
            guard case .response(let response) = answer, text.hasPrefix("garbage") else {
                return #expect(Bool(false), "\(answer)")
            }
            return #expect(response.status == 200)
        }
    }

    @Test(arguments: [401, 407])
    func aPasswordIsNotGiven(_ status: Int) async throws {
        let field = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
        let (answer, _) = try await self.get(self.http("\(status) No", "\(field): Basic realm=\"x\"\r\n"))
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(response.status == status)
    }
}
