import CollectorServer
import Foundation
import Testing

struct DashboardTests {
    @Test func everyFileThatThePagesNameIsServed() async throws {
        let router = Router(Dashboard(plotly: nil).routes)
        var known: Set<String> = []
        var waiting = ["/"]
        while let target = waiting.popLast() {
            guard known.insert(target).inserted else { continue }
            let response = await router.answer(target)
            #expect(response.status == 200, "\(target)")
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(!text.contains("http://") || text.contains("www.w3.org"), "\(target) reaches into the network")
            waiting += text.matches(of: /(?:from|href=|src=)\s?"(?:\.\/|\/dashboard\/)([a-z.-]+)"/).map {
                "/dashboard/\($0.1)"
            }
        }
        #expect(known.count >= 15)
        #expect(known.contains("/dashboard/page-funnel.js"))
    }

    @Test func anUnchangedFileIsNotSentAgain() async throws {
        let router = Router(Dashboard(plotly: nil).routes)
        let first = await router.answer("/dashboard/app.js")
        let tag = try #require(first.headers["ETag"])
        let second = await router.answer("/dashboard/app.js", ["If-None-Match": tag])
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        #expect(await router.answer("/dashboard/app.js", ["If-None-Match": "\"other\""]).status == 200)
    }

    @Test func theChartLibraryIsSentAsItsReaderTakesIt() async throws {
        let path = NSTemporaryDirectory() + "plotly-\(UUID().uuidString).js"
        defer { for suffix in ["", ".gz"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let router = Router(Dashboard(plotly: path).routes)
        #expect(await router.answer("/dashboard/plotly.min.js").status == 404)
        try Data("plain".utf8).write(to: URL(filePath: path))
        try Data("packed".utf8).write(to: URL(filePath: path + ".gz"))
        let plain = await router.answer("/dashboard/plotly.min.js")
        #expect(plain.body == Array("plain".utf8))
        #expect(plain.headers["Content-Encoding"] == nil)
        let packed = await router.answer("/dashboard/plotly.min.js", ["Accept-Encoding": "br, gzip"])
        #expect(packed.body == Array("packed".utf8))
        #expect(packed.headers["Content-Encoding"] == "gzip")
        #expect(packed.headers["Cache-Control"]?.contains("max-age=604800") == true)
    }

    @Test(arguments: ["/dashboard/nothing.js", "/dashboard/plotly.min.js", "/dashboard/..%2Fsecret"])
    func whatIsNotThereSaysWhatToDo(target: String) async {
        let response = await Router(Dashboard(plotly: nil).routes).answer(target)
        #expect(response.status == 404)
        #expect(String(decoding: response.body, as: UTF8.self).contains("error"))
    }
}

extension Router {
    /// The answer to a GET, also where it is given later on another thread.
    func answer(_ target: String, _ headers: HTTPHeaders = [:]) async -> HTTPResponse {
        await withCheckedContinuation { continuation in
            self.handle(HTTPRequest(method: .get, target: target, headers: headers)) {
                continuation.resume(returning: $0)
            }
        }
    }
}
