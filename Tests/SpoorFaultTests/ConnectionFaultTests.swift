import Foundation
import Spoor
import SpoorChannel
import SpoorWire
import Testing

/// What a real network does to a real connection.
@Suite(.serialized)
struct ConnectionFaultTests {
    /// A fault, and whether the server has the events although the device cannot know.
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var act: FaultServer.Act
        var isStored: Bool
        var testDescription: String { self.name }
    }

    // An answer that ends within its head without a reset is missing: it ends the process in Linux's own Foundation.
    private static let faults = [
        Fault(name: "cut while sending", act: .cutWhileSending, isStored: false),
        Fault(name: "hung up", act: .hangUp, isStored: false),
        Fault(name: "cut before the answer", act: .cutBeforeAnswer, isStored: true),
        Fault(name: "cut within the head", act: .cutInHead, isStored: true),
        Fault(name: "cut within the body", act: .cutInBody, isStored: true),
        Fault(name: "silent until the time is over", act: .silence, isStored: true),
        Fault(name: "garbage", act: .garbage, isStored: true),
    ]

    @Test("A broken connection keeps the queue, and what arrives twice is stored once", arguments: Self.faults)
    func brokenConnections(fault: Fault) async throws {
        let bench = try FaultBench(timeout: fault.name.contains("silent") ? .seconds(1) : .seconds(60))
        let names = (1...12).map { "e\($0)" }
        // Some megabytes that do not compress: the connection breaks while they are under way.
        bench.track(names, bytes: 64_000)
        bench.server.play(fault.act)
        let outcome = await bench.flush().outcome
        guard case .failed(let verdict) = outcome else {
            Issue.record("the flush did not fail: \(outcome)")
            return
        }
        // Without a whole answer there is none; some systems hand over a head whose connection broke behind it.
        if case .unreachable = verdict {} else { #expect(verdict == .foreign(status: 200)) }
        #expect(bench.server.names == (fault.isStored ? names : []))
        var queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 12 && queue.deadLetters == 0 && queue.failures == 1)
        await bench.recover()
        #expect(bench.server.names == names)
        #expect(bench.server.duplicates == (fault.isStored ? 12 : 0))
        queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 0 && queue.deadLetters == 0 && queue.failures == 0)
        await bench.tracker.stop()
    }

    @Test("An answer longer than it says is taken by what it says")
    func anAnswerLongerThanItSays() async throws {
        let bench = try FaultBench()
        bench.track(["a"])
        bench.server.play(.lengthTooShort)
        #expect(await bench.flush().outcome == .complete)
        #expect(bench.server.names == ["a"] && bench.server.targets.count == 1)
        #expect(await bench.tracker.status().waiting == 0)
        await bench.tracker.stop()
    }

    @Test("A plain server behind an https address: nothing leaves, nothing is lost")
    func aTLSError() async throws {
        let server = try FaultServer()
        let bench = try FaultBench(server: server, endpoint: "https://\(server.address)")
        bench.track(["a", "b"])
        guard case .failed(.unreachable(let reason)) = await bench.flush().outcome else {
            Issue.record("the flush did not fail")
            return
        }
        #expect(!reason.isEmpty)
        #expect(bench.server.names == [] && bench.server.targets == [])
        let queue = await bench.tracker.inspectQueue()
        #expect(queue.count == 2 && queue.deadLetters == 0 && queue.failures == 1)
        await bench.tracker.stop()
    }

    @Test("Nobody listens: kept")
    func nobodyListens() async throws {
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:1", project: "p")
        configuration.folder = NSTemporaryDirectory() + "spoor-fault-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: configuration.folder ?? "") }
        configuration.startWait = .seconds(30)
        configuration.log = { _ in }
        let tracker = Tracker(
            configuration,
            environment: TrackerEnvironment(scheduler: SteppingScheduler(), transport: URLSessionTransport())
        )
        #expect(tracker.track("a").isRecorded)
        guard case .failed(.unreachable) = await tracker.flush().outcome else {
            Issue.record("the flush did not fail")
            return
        }
        #expect(await tracker.inspectQueue().count == 1)
        await tracker.stop()
    }

    /// Three faults in a row, then the answer: all arrive once, in order.
    @Test func faultsInARowCostNothing() async throws {
        let bench = try FaultBench()
        let names = (1...30).map { "e\($0)" }
        bench.track(names)
        bench.server.play(.cutBeforeAnswer, .answer(503), .cutInHead, .garbage, .answer(302, ["Location": "/x"]))
        _ = await bench.flush()
        await bench.recover()
        #expect(bench.server.names == names)
        #expect(bench.server.targets.count == 6)
        await bench.tracker.stop()
    }
}
