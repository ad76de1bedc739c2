import Foundation
import Spoor
import SpoorChannel
import SpoorWire
import Testing

/// A real tracker with the real transport, a server that plays faults, and a folder of its own.
final class FaultBench: Sendable {
    let server: FaultServer
    let scheduler = SteppingScheduler()
    let tracker: Tracker
    /// What the tracker said.
    let warnings = Locked<[String]>([])
    private let folder: String

    /// A bench.
    ///
    /// - Parameters:
    ///   - server: the server; a new one where there is none.
    ///   - endpoint: where the tracker sends to; the server itself where there is none.
    ///   - timeout: how long a request may take.
    ///   - headers: what goes with each request.
    ///   - transport: what carries the requests.
    /// - Throws: where no server can listen.
    init(
        server: FaultServer? = nil,
        endpoint: String? = nil,
        timeout: Duration = .seconds(60),
        headers: [String: String] = [:],
        transport: any UploadTransport = URLSessionTransport()
    ) throws {
        self.server = try server ?? FaultServer()
        self.folder = NSTemporaryDirectory() + "spoor-fault-" + UUID().uuidString
        var configuration = TrackerConfiguration(endpoint: endpoint ?? "http://\(self.server.address)", project: "p")
        configuration.folder = self.folder
        configuration.startWait = .seconds(30)
        configuration.channel.requestTimeout = timeout
        configuration.channel.headers = headers
        configuration.log = { [warnings] message in warnings.withLock { $0.append(message.text) } }
        self.tracker = Tracker(
            configuration,
            environment: TrackerEnvironment(scheduler: self.scheduler, transport: transport)
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: self.folder) }

    func track(_ names: [String], bytes: Int = 0) {
        let properties = bytes > 0 ? Properties(["text": Self.noise(bytes)] as [String: Any]) : Properties()
        for name in names { #expect(self.tracker.track(name, properties).isRecorded) }
    }

    /// Text that gzip cannot shorten much.
    private static func noise(_ count: Int) -> [String] {
        (0..<count / 8_000).map { _ in
            String(decoding: (0..<8_000).map { _ in UInt8.random(in: 33...126) }, as: UTF8.self)
        }
    }

    /// Flushes; with `steps`, waits between requests end as soon as they begin.
    func flush(steps: Bool = false) async -> FlushReport {
        let done = Locked<FlushReport?>(nil)
        let tracker = self.tracker
        Task {
            let report = await tracker.flush()
            done.withLock { $0 = report }
        }
        await RealTime.pass {
            done.withLock { $0 } != nil
        } each: {
            if steps { await self.step() }
        }
        return done.withLock { $0 } ?? FlushReport(delivered: -1, rejected: -1, remaining: -1, outcome: .disabled)
    }

    /// Waits until no upload goes on: the last step of a flush may have begun another one before the flush was heard of.
    ///
    /// In many answers one after another, since what begins one takes several turns of the queue.
    func settle() async {
        var quietAnswers = 0
        await RealTime.pass {
            quietAnswers = await self.tracker.status().isUploading ? 0 : quietAnswers + 1
            return quietAnswers > 40
        } each: {
            self.scheduler.step(within: .seconds(2))
        }
    }

    /// Lets waits pass until the queue is empty.
    func recover() async {
        await RealTime.pass {
            await self.tracker.status().waiting == 0
        } each: {
            await self.step()
        }
    }

    /// Ends the wait that is on: a long one only while no request is under way, whose own time must not run out by it.
    private func step() async {
        let isUploading = await self.tracker.status().isUploading
        self.scheduler.step(within: isUploading ? .seconds(2) : .seconds(400))
    }
}
