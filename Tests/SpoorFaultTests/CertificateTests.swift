import ChildPrograms
import Foundation
import Spoor
import SpoorChannel
import SpoorWire
import Testing

/// A server whose certificate is not good.
@Suite(.serialized)
struct CertificateTests {
    private static let flaws = TLSFront.Flaw.allCases.filter { $0 != .nothing }

    /// Carries requests as they are until the server is mended, and then past its TLS: the trust of a process is the
    /// system's, and cannot be changed from within on Linux.
    private struct MendableTransport: UploadTransport {
        let inner = URLSessionTransport()
        let isMended = Locked(false)
        let path: (from: String, to: String)

        func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
            var request = request
            if self.isMended.withLock({ $0 }) {
                request.url = request.url.replacingOccurrences(of: self.path.from, with: self.path.to)
            }
            self.inner.send(request, completion: completion)
        }
    }

    @Test("A certificate that is not good: nothing leaves, nothing is lost, the wait holds", arguments: Self.flaws)
    func aBadCertificateCostsNothing(flaw: TLSFront.Flaw) async throws {
        let front = try await TLSFront(flaw)
        let endpoint = "https://127.0.0.1:\(front.port)"
        let transport = MendableTransport(path: (from: endpoint, to: "http://\(front.server.address)"))
        let bench = try FaultBench(server: front.server, endpoint: endpoint, transport: transport)
        bench.track(["a", "b"])
        guard case .failed(.unreachable(let reason)) = await bench.flush().outcome else {
            Issue.record("the flush did not fail")
            return
        }
        #expect(reason.lowercased().contains("certificate"), "\(reason)")
        try #require(await RealTime.pass { front.refusals.count == 1 })
        // Neither more events nor time short of the wait's end bring another try.
        bench.track((1...200).map { "more\($0)" })
        bench.scheduler.advance(by: .milliseconds(900))
        #expect(await bench.tracker.inspectQueue().failures == 1)
        #expect(front.refusals.count == 1)
        bench.scheduler.advance(by: .milliseconds(200))
        await RealTime.pass { await bench.tracker.inspectQueue().failures == 2 }
        try #require(await RealTime.pass { front.refusals.count == 2 })
        var queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 202 && queue.deadLetters == 0 && queue.failures == 2)
        #expect(front.server.targets == [] && front.greetings == [])
        transport.isMended.withLock { $0 = true }
        await bench.recover()
        #expect(front.server.names == ["a", "b"] + (1...200).map { "more\($0)" } && front.server.duplicates == 0)
        queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 0 && queue.failures == 0)
        await bench.tracker.stop()
    }

    #if os(Linux)
    /// The same process meets a bad certificate, then a good one.
    ///
    /// It is run where an authority of the test's own is the one the system trusts. Skipped, visibly, where the machine lets nobody have a view of the files of its own.
    @Test(
        "The certificate is mended: delivery goes on, each event once",
        .enabled(if: Self.hasOwnView),
        arguments: Self.flaws
    )
    func aMendedCertificateGoesOn(flaw: TLSFront.Flaw) async throws {
        let front = try await TLSFront(flaw)
        let folder = NSTemporaryDirectory() + "spoor-tls-queue-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let command = #"mount --bind "$0" "$1" && shift && exec "$@""#
        let child = try ChildProcess(
            "unshare",
            ["-rm", "sh", "-c", command, front.authority, Self.trusted, ChildProcess.spoorPath]
                + ["cold", folder, "--endpoint", "https://127.0.0.1:\(front.port)", "--run", "1", "--limit", "120"],
            printsErrors: false
        )
        try #require(await RealTime.pass { front.refusals.count >= 2 })
        #expect(front.server.targets == [] && front.greetings == [] && child.isRunning)
        try await front.mend()
        #expect(await child.end() == 0)
        #expect(front.server.names.count == 120 && front.server.duplicates == 0)
        let numbers = front.server.events.compactMap { $0["properties"]?["mark"]?.stringValue }
        #expect(numbers == (1...120).map { "1-0-\($0)" })
        #expect(!front.greetings.isEmpty)
        // No two tries come closer than the shortest wait; the clocks of two processes and their load give or take.
        for (earlier, later) in zip(front.refusals, front.refusals.dropFirst()) { #expect(later - earlier > 0.8) }
    }

    /// Where this system keeps what it trusts.
    private static let trusted = "/etc/ssl/certs/ca-certificates.crt"

    private static let hasOwnView: Bool = {
        let script = "unshare -rm mount --bind \(trusted) \(trusted) 2>/dev/null"
        return (try? ChildProgram("/bin/sh", ["-c", script]))?.wait() == 0
    }()
    #endif
}
