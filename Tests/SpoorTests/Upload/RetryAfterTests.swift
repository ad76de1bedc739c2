import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// O-10: how long the server asks to wait, whatever status says so.
struct RetryAfterTests {
    private let bench = TestBench()

    /// A header, and the seconds after which the next request may come.
    struct Wait: Sendable, CustomTestStringConvertible {
        var header: String?
        var seconds: ClosedRange<Int>
        var testDescription: String { self.header ?? "missing" }
    }

    /// The server's clock stands at 12:00:00 when it answers.
    private static let serverDate = "Thu, 05 Mar 2026 12:00:00 GMT"
    private static let waits = [
        Wait(header: "120", seconds: 120...120), Wait(header: "Thu, 05 Mar 2026 12:01:30 GMT", seconds: 90...90),
        Wait(header: "86400", seconds: 86_400...86_400), Wait(header: "99999999999999999999", seconds: 86_400...86_400),
        Wait(header: "Thu, 05 Mar 2099 12:01:30 GMT", seconds: 86_400...86_400),
        Wait(header: "Thu, 05 Mar 2026 11:00:00 GMT", seconds: 1...1), Wait(header: "0", seconds: 1...1),
        Wait(header: "-5", seconds: 1...1), Wait(header: "soon", seconds: 1...1), Wait(header: nil, seconds: 1...1),
    ]

    /// O-10/status-503, O-10/status-529, O-10/status-408, O-10/status-429, O-10/http-date, O-10/absurd, O-10/negative,
    /// O-10/unreadable, O-10/missing.
    @Test(
        "O-10 the asked wait is obeyed for each retryable status, in each form",
        arguments: [503, 529, 408, 429],
        waits
    )
    func theAskedWaitIsObeyed(status: Int, wait: Wait) async throws {
        try await self.play(status: status, wait: wait, clockError: 0)
    }

    /// O-10/wrong-clock.
    @Test("O-10 a phone clock two hours wrong changes nothing", arguments: [-7_200, 7_200], waits)
    func aWrongPhoneClockChangesNothing(clockError: Int, wait: Wait) async throws {
        try await self.play(status: 503, wait: wait, clockError: clockError)
    }

    private func play(status: Int, wait: Wait, clockError: Int) async throws {
        self.bench.scheduler.jumpWallClock(byMilliseconds: Int64(clockError) * 1000)
        var headers = ["Date": Self.serverDate]
        headers["Retry-After"] = wait.header
        let busy = UploadAnswer.response(UploadResponse(status: status, headers: headers))
        self.bench.collector.next(.answer(busy))
        let tracker = self.bench.start()
        self.bench.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.names == [])
        self.bench.scheduler.advance(by: .seconds(wait.seconds.upperBound + 20))
        #expect(self.bench.collector.names == ["a"])
        let distance = try #require(self.bench.distances.first)
        #expect(distance >= .seconds(wait.seconds.lowerBound))
        #expect(distance <= .seconds(wait.seconds.upperBound) + .milliseconds(1))
        await self.bench.stop(tracker)
    }

    /// O-10/manual-flush.
    @Test("O-10 a flush by hand does not break a wait that the server asked for, and says how long it lasts")
    func aFlushByHandWaits() async throws {
        self.bench.collector.next(.answer(.response(UploadResponse(status: 503, headers: ["Retry-After": "120"]))))
        let tracker = self.bench.start()
        self.bench.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        self.bench.scheduler.advance(by: .seconds(20))
        guard case .waiting(let remaining, askedByServer: true) = await self.bench.flush(tracker).outcome else {
            Issue.record("the flush broke the wait")
            return
        }
        #expect(remaining <= .seconds(100) && remaining >= .seconds(99))
        #expect(self.bench.transport.requests.count == 1)
        let inspection = try await self.bench.queue(of: tracker)
        #expect(inspection.failures == 1 && inspection.isWaitAskedByServer && inspection.count == 1)
        await self.bench.stop(tracker)
    }

    @Test("O-10 a flush by hand breaks a wait of our own: policy")
    func aFlushByHandBreaksOurOwnWait() async {
        self.bench.collector.next(.answer(.response(UploadResponse(status: 503))))
        let tracker = self.bench.start()
        self.bench.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    /// O-10/permanent-ignores.
    @Test("O-10 permanent statuses ignore the header", arguments: [400, 422, 413])
    func permanentStatusesIgnoreIt(status: Int) async throws {
        let answer = UploadResponse(status: status, headers: ["Retry-After": "86400"])
        self.bench.collector.next(.answer(.response(answer)))
        let tracker = self.bench.start()
        self.bench.track(["a", "b"], with: tracker)
        #expect(await self.bench.flush(tracker).outcome == .complete)
        #expect(self.bench.collector.names == ["a", "b"])
        #expect(self.bench.transport.requestTimes.last ?? .zero < .seconds(30))
        await self.bench.stop(tracker)
    }

    @Test(
        "O-10 the asked wait outlives a restart, and a clock that jumps meanwhile",
        arguments: [0, -400_000_000, 86_400]
    )
    func theWaitOutlivesARestart(jump: Int) async {
        self.bench.collector.next(.answer(.response(UploadResponse(status: 503, headers: ["Retry-After": "120"]))))
        var tracker = self.bench.start()
        self.bench.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        await self.bench.stop(tracker)
        self.bench.scheduler.jumpWallClock(byMilliseconds: Int64(jump) * 1000)
        tracker = self.bench.start()
        self.bench.scheduler.advance(by: .seconds(jump > 0 ? 0 : 100))
        // A clock set ahead ends the wait early; one set back never makes it longer than it was.
        #expect(self.bench.transport.requests.count == (jump > 0 ? 2 : 1))
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(self.bench.collector.names == ["a"])
        await self.bench.stop(tracker)
    }

    /// What the second start changes.
    private static let changes: [@Sendable (inout TrackerConfiguration) -> Void] = [
        { $0.channel.endpoint = "http://other.test/?key=s3cr3t" },
        { $0.channel.endpoint = "http://collector.test:8106/" },
        { $0.channel.project = "other" },
        {
            $0.channel.endpoint = "http://collector.test/sa"
            $0.channel.encoding = .sensorsForm
        },
    ]

    @Test("O-10 a day's wait holds for the address that asked for it, not for another one", arguments: 0..<4)
    func anotherAddressBeginsWithoutTheWait(change: Int) async throws {
        let busy = UploadAnswer.response(UploadResponse(status: 429, headers: ["Retry-After": "86400"]))
        self.bench.collector.always(.answer(busy))
        let first: (inout TrackerConfiguration) -> Void = { $0.channel.endpoint = "http://collector.test/?key=s3cr3t" }
        var tracker = self.bench.start(first)
        self.bench.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        await self.bench.stop(tracker)
        #expect(try self.filesWith("s3cr3t") == [])
        self.bench.collector.always(.store)
        // The same address waits on, and a look at it changes nothing.
        tracker = self.bench.start(first)
        self.bench.scheduler.advance(by: .seconds(600))
        #expect(self.bench.collector.names == [])
        await self.bench.stop(tracker)
        tracker = self.bench.start(Self.changes[change])
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(self.bench.collector.names == ["a"])
        let inspection = try await self.bench.queue(of: tracker)
        #expect(inspection.failures == 0 && inspection.backoff == .zero)
        await self.bench.stop(tracker)
        #expect(try self.filesWith("s3cr3t") == [])
    }

    @Test("O-10 another address has waits of its own, which outlive restarts as well")
    func anotherAddressHasItsOwnWait() async throws {
        let busy = UploadAnswer.response(UploadResponse(status: 503, headers: ["Retry-After": "86400"]))
        self.bench.collector.always(.answer(busy))
        var tracker = self.bench.start()
        self.bench.track(["a"], with: tracker)
        _ = await self.bench.flush(tracker)
        for _ in 0..<2 {
            await self.bench.stop(tracker)
            tracker = self.bench.start(Self.changes[1])
            self.bench.scheduler.advance(by: .seconds(60))
            // Asked once, at its first start.
            #expect(self.bench.transport.requests.count == 2)
            #expect(try await self.bench.queue(of: tracker).isWaitAskedByServer)
        }
        await self.bench.stop(tracker)
    }

    private func filesWith(_ text: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: self.bench.folder).filter { name in
            let data = FileManager.default.contents(atPath: self.bench.folder + "/" + name) ?? Data()
            return data.range(of: Data(text.utf8)) != nil
        }
    }
}
