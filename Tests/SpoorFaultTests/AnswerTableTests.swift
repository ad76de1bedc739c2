import Foundation
import Spoor
import SpoorChannel
import SpoorWire
import Testing

/// Each row of the answer table, and answers that are not ours, over a real connection.
@Suite(.serialized)
struct AnswerTableTests {
    /// One answer that keeps everything: what the first request is answered, and as what it counts.
    struct Kept: Sendable, CustomTestStringConvertible {
        var status: Int
        var headers: [String: String] = [:]
        var body = ""
        var testDescription: String { "\(self.status) \(self.headers) \(self.body)" }
    }

    private static let html = ["Content-Type": "text/html"]
    private static let elsewhere = ["Location": "/elsewhere"]

    private static let kept: [Kept] = [
        // 2xx that our collector did not give: a proxy, a captive portal, a page that says hello.
        Kept(status: 200, headers: Self.html, body: "<html>Welcome to the hotel. Please accept our terms.</html>"),
        Kept(status: 200), Kept(status: 201, body: "{}"), Kept(status: 204),
        Kept(status: 200, headers: ["Spoor-Receipt": "stored=1 duplicate=0"]),
        Kept(status: 200, headers: ["Spoor-Receipt": "stored=4 duplicate=0"]),
        Kept(status: 200, headers: ["Spoor-Receipt": "stored=2 rejected=7"]),
        Kept(status: 200, headers: ["Spoor-Receipt": "hello"]),
        // Redirects, never followed.
        Kept(status: 301, headers: Self.elsewhere), Kept(status: 302, headers: Self.elsewhere),
        Kept(status: 303, headers: Self.elsewhere), Kept(status: 307, headers: Self.elsewhere),
        Kept(status: 308, headers: Self.elsewhere), Kept(status: 304), Kept(status: 300),
        Kept(status: 302, headers: ["Location": "http://captive.invalid/login"]),
        // We are not let in.
        Kept(status: 401), Kept(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]),
        Kept(status: 403), Kept(status: 404),
        // A proxy that is not ours.
        Kept(status: 407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""]),
        Kept(status: 511, headers: Self.html, body: "<html>Log in to the network</html>"),
        // Busy or broken.
        Kept(status: 408), Kept(status: 425), Kept(status: 429), Kept(status: 500), Kept(status: 502),
        Kept(status: 503, headers: ["Retry-After": "2"]), Kept(status: 504), Kept(status: 529),
        // Unlisted.
        Kept(status: 402), Kept(status: 405), Kept(status: 418), Kept(status: 451),
    ]

    @Test("Answer table: what keeps everything", arguments: Self.kept)
    func keptThenDelivered(answer: Kept) async throws {
        let bench = try FaultBench()
        bench.track(["a", "b", "c"])
        bench.server.play(.answer(answer.status, answer.headers, answer.body))
        guard case .failed(let verdict) = await bench.flush().outcome else {
            Issue.record("the flush did not fail")
            return
        }
        switch answer.status {
        case 401, 403, 404: #expect(verdict == .barred(status: answer.status))
        case 408, 425, 429, 500...:
            #expect(
                verdict
                    == .overloaded(status: answer.status, wait: answer.headers["Retry-After"].map { _ in .seconds(2) })
            )
        default: #expect(verdict == .foreign(status: answer.status))
        }
        #expect(bench.server.names == [])
        #expect(bench.server.targets == ["POST /v1/events?project=p HTTP/1.1"])
        let queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 3 && queue.deadLetters == 0 && queue.failures == 1)
        await bench.recover()
        #expect(bench.server.names == ["a", "b", "c"] && bench.server.duplicates == 0)
        #expect(bench.server.targets.count == 2)
        await bench.tracker.stop()
    }

    @Test("Answer table: 2xx with our receipt deletes, the named go to the dead letters")
    func receiptsDelete() async throws {
        let bench = try FaultBench()
        bench.track(["a", "bad", "b"])
        bench.server.play(.reject("bad"))
        let report = await bench.flush()
        #expect(report == FlushReport(delivered: 2, rejected: 1, remaining: 0, outcome: .complete))
        #expect(bench.server.names == ["a", "b"])
        let letters = await bench.tracker.deadLetters()
        #expect(letters.map { $0.json.contains("\"bad\"") } == [true])
        await bench.tracker.stop()
    }

    @Test("Answer table: 413 halves what was sent", arguments: [6, 1])
    func tooLarge(most: Int) async throws {
        let bench = try FaultBench()
        let names = (1...20).map { "e\($0)" }
        bench.track(names)
        bench.server.play(then: .takeAtMost(most))
        #expect(await bench.flush(steps: true).outcome == .complete)
        #expect(bench.server.names == names && bench.server.duplicates == 0)
        let queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 0 && queue.deadLetters == 0)
        await bench.tracker.stop()
    }

    @Test("Answer table: 413 to everything keeps everything, and says so", arguments: [2, 10, 60])
    func tooLargeForEverything(count: Int) async throws {
        let bench = try FaultBench()
        let names = (1...count).map { "e\($0)" }
        bench.track(names)
        bench.server.play(then: .takeAtMost(0))
        #expect(await bench.flush(steps: true).outcome == .failed(.tooLarge))
        let queue = await bench.tracker.inspectQueue()
        // The bench's time goes on until the flush is heard of, so that there may have been a second attempt.
        #expect(queue.count == count && queue.deadLetters == 0 && queue.failures >= 1)
        #expect(bench.warnings.withLock { $0 }.contains { $0.contains("413 to small single events") })
        bench.server.play()
        await bench.recover()
        #expect(Set(bench.server.names) == Set(names) && bench.server.names.count == count)
        #expect(await bench.tracker.status().deadLetters == 0)
        await bench.tracker.stop()
    }

    @Test("Answer table: 413 to one alone sets it aside, whatever its size", arguments: [0, 100_000])
    func oneTooLarge(bytes: Int) async throws {
        let bench = try FaultBench()
        bench.track(["a", "b"])
        bench.track(["bad"], bytes: bytes)
        bench.track(["c"])
        bench.server.play(then: .refuse(413, with: "bad"))
        #expect(await bench.flush(steps: true).outcome == .complete)
        #expect(bench.server.names == ["a", "b", "c"] && bench.server.duplicates == 0)
        let letters = await bench.tracker.deadLetters()
        #expect(letters.map(\.status) == [413])
        #expect(letters.first?.reason.contains("larger than the server takes") == true)
        await bench.tracker.stop()
    }

    @Test("Answer table: 400 and 422 isolate the bad one", arguments: [400, 422])
    func isolation(status: Int) async throws {
        let bench = try FaultBench()
        let names = (1...20).map { $0 == 7 ? "bad" : "e\($0)" }
        bench.track(names)
        bench.server.play(then: .refuse(status, with: "bad"))
        #expect(await bench.flush(steps: true).outcome == .complete)
        #expect(bench.server.names == names.filter { $0 != "bad" } && bench.server.duplicates == 0)
        let queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 0 && queue.deadLetters == 1)
        #expect(await bench.tracker.deadLetters().map(\.status) == [status])
        await bench.tracker.stop()
    }

    @Test("Answer table: two lone events refused in a row keep everything", arguments: [400, 422])
    func refusingEverything(status: Int) async throws {
        let bench = try FaultBench()
        let names = (1...10).map { "e\($0)" }
        bench.track(names)
        bench.server.play(then: .answer(status))
        #expect(await bench.flush(steps: true).outcome == .failed(.refused(named: [])))
        let queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 10 && queue.deadLetters == 0 && queue.failures >= 1)
        await bench.settle()
        bench.server.play()
        await bench.recover()
        #expect(bench.server.names == names && bench.server.duplicates == 0)
        await bench.tracker.stop()
    }
}
