import Spoor
import SpoorChannel
import SpoorWire
import Testing

/// Answers that have no end, over a real connection: bounded in memory and in time, whatever is asked.
@Suite(.serialized)
struct EndlessAnswerTests {
    private func request(
        _ method: UploadMethod,
        to server: FaultServer,
        timeout: Duration = .seconds(60)
    ) -> UploadRequest {
        var request = UploadRequest(url: "http://\(server.address)/v1/events", headers: [:], body: [], timeout: timeout)
        request.method = method
        if method == .post { request.body = Array("[]".utf8) }
        return request
    }

    @Test(arguments: [UploadMethod.get, .post])
    func isBrokenOffAtTheLimit(_ method: UploadMethod) async throws {
        let server = try FaultServer()
        server.play(.endless)
        let transport = URLSessionTransport()
        let request = self.request(method, to: server)
        let answer = await withCheckedContinuation { continuation in
            transport.send(request) { continuation.resume(returning: $0) }
        }
        guard case .response(let response) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(response.status == 200 && response.isCut && response.body.count == 1 << 20)
        #expect(await RealTime.pass { server.endings == 1 })
        #expect(server.bodyBytes < 64 << 20)
    }

    @Test(arguments: [UploadMethod.get, .post])
    func aSlowOneEndsWithTheWholeTime(_ method: UploadMethod) async throws {
        let server = try FaultServer()
        server.play(.drip)
        let transport = URLSessionTransport()
        var request = self.request(method, to: server, timeout: .seconds(1))
        request.grace = .milliseconds(500)
        let sent = request
        let answer = await withCheckedContinuation { continuation in
            transport.send(sent) { continuation.resume(returning: $0) }
        }
        guard case .failure(let reason) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(reason.contains("whole time"))
        #expect(server.bodyBytes > 0)
        #expect(await RealTime.pass { server.endings == 1 })
    }

    @Test(arguments: [UploadMethod.get, .post])
    func whatIsCalledOffEndsAndAnswersOnce(_ method: UploadMethod) async throws {
        let server = try FaultServer()
        server.play(.drip)
        let transport = URLSessionTransport()
        let answers = Locked<[UploadAnswer]>([])
        let cancellation = transport.begin(self.request(method, to: server)) { answer in
            answers.withLock { $0.append(answer) }
        }
        #expect(await RealTime.pass { server.bodyBytes > 0 })
        cancellation.cancel()
        cancellation.cancel()
        #expect(await RealTime.pass { server.endings == 1 })
        #expect(answers.withLock { $0 } == [.failure("the request was called off")])
    }

    @Test("A collector that never stops talking: the batch is kept, and arrives once")
    func theBatchIsKept() async throws {
        let bench = try FaultBench()
        bench.track(["a", "b"])
        bench.server.play(.endless)
        guard case .failed(.unreachable(let reason)) = await bench.flush().outcome else {
            Issue.record("the flush did not fail")
            return
        }
        #expect(reason.contains("broken off"))
        #expect(await bench.tracker.status().waiting == 2)
        await bench.recover()
        #expect(bench.server.names == ["a", "b"] && bench.server.duplicates == 0)
        await bench.tracker.stop()
    }
}
