import Foundation
import Spoor
import SpoorChannel
import Testing

/// Header fields of the app's own, over a real connection.
@Suite(.serialized)
struct HeaderTests {
    private static let bad: [String: String] = [
        "X-Injected": "a\r\nContent-Length: 0", "X-Line": "token\n", "Content-Length": "0", "Host": "evil.test",
        "Bad Name": "a", "": "a", "Content-Encoding": "identity", "content-type": "text/plain", "Spoor-Count": "9",
        "Transfer-Encoding": "chunked", "Expect": "nothing", "X-Nul": "a\u{0}b",
    ]

    @Test("A header field that breaks requests costs no event", arguments: Self.bad.keys.sorted())
    func aBadFieldCostsNoEvent(name: String) async throws {
        let value = try #require(Self.bad[name])
        let bench = try FaultBench(headers: [
            name: value, "Authorization": "Bearer abc", "X-Utf8": "schön", "X-None": "",
        ])
        bench.track(["a", "b"])
        #expect(await bench.flush().outcome == .complete)
        #expect(bench.server.names == ["a", "b"] && bench.server.duplicates == 0)
        let headers = try #require(bench.server.headers.first)
        #expect(headers["authorization"] == "Bearer abc" && headers["x-utf8"] == "schön")
        #expect(headers["spoor-count"] == "2" && headers["content-encoding"] == "gzip")
        #expect(headers["content-type"] == "application/json" && headers["host"] == bench.server.address)
        #expect(headers["x-injected"] == nil && headers["x-line"] == nil)
        #expect(bench.warnings.withLock { $0 }.filter { $0.contains("header field") }.count == 1)
        await bench.tracker.stop()
    }
}
