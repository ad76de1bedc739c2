import Foundation
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorChannel

/// Packets of version 1 go to two addresses, and one that fails is the fault of one.
struct TwoAddressesTests {
    /// An address, and what it answers.
    struct Fault: Sendable, CustomTestStringConvertible {
        let path: String
        let status: Int
        var headers: [String: String] = [:]

        var testDescription: String { "\(self.path) \(self.status) \(self.headers)" }

        /// The requests to both addresses.
        func count(_ requests: [UploadRequest]) -> (failing: Int, other: Int) {
            let failing = requests.filter { TwoAddressesTests.path(of: $0) == self.path }.count
            return (failing, requests.count - failing)
        }

        static let all: [Fault] = ["meta", "detail"].flatMap { path in
            [400, 404, 413, 422, 500, 503, 0].map { Fault(path: path, status: $0) }
                + [Fault(path: path, status: 503, headers: ["Retry-After": "0"])]
        }
    }

    static func path(of request: UploadRequest) -> String {
        String(request.url.prefix { $0 != "?" }.split(separator: "/").last ?? "")
    }

    private static func script(_ fault: Fault) -> @Sendable (UploadRequest, Int) -> UploadAnswer? {
        { request, _ in
            guard Self.path(of: request) == fault.path else { return nil }
            guard fault.status > 0 else { return .failure("nobody is there") }
            return .response(UploadResponse(status: fault.status, headers: fault.headers))
        }
    }

    private static var configuration: ChannelConfiguration {
        var configuration = EncodingBench.configuration(.packetV1)
        configuration.uploadInterval = .seconds(30)
        return configuration
    }

    @Test(
        "An address that fails for hours holds nothing of the other, and is asked once for each wait",
        arguments: Fault.all
    )
    func oneFails(fault: Fault) throws {
        let bench = try EncodingBench(Self.configuration, script: Self.script(fault))
        for number in 0..<6 { bench.report("net", "\"N\":\(number)", payload: number % 2 == 0 ? [1, 2] : []) }
        bench.report("appCrash", payload: [3])
        bench.report("appCrash", "\"N\":2,\"OWN\":1")
        bench.upload()
        let early = bench.transport.requests.filter { Self.path(of: $0) != fault.path }
        let arrived = try early.flatMap { try EncodingBench.records(of: $0).compactMap(\.number) }
        #expect(arrived == (fault.path == "meta" ? [7, 1, 3, 5] : [8, 2, 4, 6]))
        bench.scheduler.advance(by: .seconds(3 * 3600))
        let count = fault.count(bench.transport.requests)
        #expect(count.other == 1)
        // Waits grow to five minutes, of which chance takes half at most; the search for a bad record comes once.
        #expect((30...85).contains(count.failing), "\(count.failing) requests in three hours")
        #expect(bench.store.counts.records == 4 && bench.store.counts.deadLetters == 0)
    }

    @Test("Both addresses are asked at once: one that gives no answer keeps nothing of the other back")
    func neitherWaitsForTheOther() throws {
        let bench = try EncodingBench(EncodingBench.configuration(.packetV1), delay: .seconds(10))
        bench.report("appCrash", payload: [1])
        bench.report("appLag")
        bench.channel.worker.drain()
        bench.channel.worker.trigger(.flush)
        bench.scheduler.advance(by: .seconds(1))
        #expect(bench.transport.requests.map { Self.path(of: $0) } == ["detail", "meta"])
        bench.scheduler.advance(by: .seconds(10))
        #expect(bench.store.counts.records == 0 && bench.transport.requests.count == 2)
    }

    @Test(
        "A server that refused everything, once repaired, gets all but the record that it does refuse",
        arguments: 1...5
    )
    func repaired(bad: UInt64) throws {
        let isBroken = Locked(true)
        let bench = try EncodingBench(Self.configuration) { request, _ in
            let numbers = (try? EncodingBench.records(of: request).map(\.number)) ?? []
            let isRefused = isBroken.withLock { $0 } || numbers.contains(bad)
            return isRefused ? .response(UploadResponse(status: 400)) : nil
        }
        for _ in 1...5 { bench.report("net") }
        bench.upload(.seconds(1800))
        #expect(bench.store.counts.records == 5 && bench.store.counts.deadLetters == 0)
        isBroken.withLock { $0 = false }
        bench.scheduler.advance(by: .seconds(1800))
        #expect(bench.store.counts.records == 0)
        #expect(bench.channel.worker.deadLetters(limit: 9).map(\.id) == [bad])
    }

    @Test("A flush ends with the later of both, and says what failed", arguments: ["meta", "detail"])
    func flush(path: String) throws {
        let fault = Fault(path: path, status: 503)
        let bench = try EncodingBench(EncodingBench.configuration(.packetV1), script: Self.script(fault))
        bench.report("net", payload: [1])
        bench.report("appLag")
        let report = Locked<FlushReport?>(nil)
        bench.channel.worker.flush { answer in report.withLock { $0 = answer } }
        bench.scheduler.advance(by: .seconds(1))
        let found = try #require(report.withLock { $0 })
        #expect(found.delivered == 1 && found.remaining == 1)
        #expect(found.outcome == .failed(.overloaded(status: 503, wait: nil)))
    }

    @Test("Each address keeps its own wait over a restart", arguments: ["meta", "detail"])
    func restart(path: String) throws {
        let folder = NSTemporaryDirectory() + "spoor-lanes-" + UUID().uuidString
        let fault = Fault(path: path, status: 503, headers: ["Retry-After": "3600"])
        let configuration = EncodingBench.configuration(.packetV1)
        let first = try EncodingBench(configuration, folder: folder, script: Self.script(fault))
        for payload in [[1], []] as [[UInt8]] { first.report("net", payload: payload) }
        first.upload()
        #expect(first.transport.requests.count == 2 && first.store.counts.records == 1)
        first.channel.closeNow()
        let bench = try EncodingBench(configuration, folder: folder)
        for payload in [[1], []] as [[UInt8]] { bench.report("net", payload: payload) }
        bench.upload(.seconds(3000))
        #expect(bench.transport.requests.map { Self.path(of: $0) } == [path == "meta" ? "detail" : "meta"])
        bench.scheduler.advance(by: .seconds(700))
        #expect(bench.store.counts.records == 0)
        #expect(bench.transport.requests.last.map { Self.path(of: $0) } == path)
    }

    @Test("A change of the form leaves nothing behind, whatever was under way")
    func otherForm() throws {
        let fault = Fault(path: "detail", status: 400)
        let bench = try EncodingBench(EncodingBench.configuration(.packetV1), script: Self.script(fault))
        for _ in 0..<3 { bench.report("net", payload: [1]) }
        bench.upload(.milliseconds(500))
        bench.channel.applyNow(EncodingBench.configuration(.packet))
        bench.scheduler.advance(by: .seconds(30))
        #expect(bench.store.counts.records == 0 && bench.store.counts.deadLetters == 0)
        let sent = try bench.transport.requests.filter { $0.url.contains("/v1/packets") }
            .flatMap { try EncodingBench.records(of: $0).compactMap(\.number) }
        #expect(sent.sorted() == [1, 2, 3])
    }
}
