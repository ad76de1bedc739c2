import CollectorServer
import Testing

struct RouterTests {
    private let router = Router([
        Route(answering: .get, "/healthz") { _, answer in answer(.text("ok")) },
        Route(answering: .post, "/v1/events", allowsOtherOrigins: true) { _, answer in answer(.text("stored")) },
        Route(answering: .get, "/users/:id/events") { request, answer in
            answer(.text(request.parameters["id"] ?? ""))
        },
        Route(answering: .get, "/page/*") { request, answer in answer(.text(request.parameters["*"] ?? "")) },
    ])

    @Test(arguments: [
        (HTTPMethod.get, "/healthz", 200, "ok"),
        (.head, "/healthz?x=1", 200, "ok"),
        (.get, "/users/a%20b/events", 200, "a b"),
        (.get, "/page/css/style.css", 200, "css/style.css"),
        (.post, "/healthz", 405, "GET, HEAD"),
        (.get, "/nowhere", 404, "/nowhere"),
        (.options, "/v1/events", 204, ""),
        (.options, "/healthz", 405, "GET, HEAD"),
    ])
    func requestsFindTheirRoute(method: HTTPMethod, target: String, status: Int, body: String) {
        let response = self.answer(HTTPRequest(method: method, target: target))
        #expect(response.status == status)
        #expect(String(decoding: response.body, as: UTF8.self).contains(body))
    }

    @Test func otherOriginsAreNamed() {
        let request = HTTPRequest(method: .post, target: "/v1/events", headers: ["origin": "https://shop.example"])
        #expect(self.answer(request).headers["Access-Control-Allow-Origin"] == "https://shop.example")
        #expect(self.answer(HTTPRequest(method: .get, target: "/healthz")).headers["Vary"] == nil)
    }

    @Test func brokenPercentEncodingIsReported() {
        let query = HTTPQuery(parsing: "a=1&data=%b&c=x%2By+z&d")
        #expect(query.malformed == ["data"])
        #expect(query["c"] == "x+y z")
        #expect(query["d"] == "")
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let box = AnswerBox()
        self.router.handle(request) { box.response = $0 }
        return box.response ?? HTTPResponse(status: 0)
    }
}

/// Holds an answer that is given at once, on the same thread.
final class AnswerBox: @unchecked Sendable {
    var response: HTTPResponse?
}
