import Foundation
import SpoorSQLite
import SpoorWire
import Testing

@testable import CollectorCore

struct PayloadWorkerTests {
    /// A handler that tests hold and let go.
    private final class Held: PayloadHandler {
        let seen = Locked<[String]>([])
        let arrived = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)

        func handle(_ record: PayloadRecord, bytes: [UInt8]) throws -> PayloadFinding {
            self.seen.withLock { $0.append(record.reportID) }
            self.arrived.signal()
            self.release.wait()
            return PayloadFinding(kind: "held", facts: ["bytes": .integer(bytes.count)])
        }
    }

    /// Says which payloads are done, so that no test waits by the clock.
    private final class Telling: PayloadHandler {
        let done = DispatchSemaphore(value: 0)

        func handle(_ record: PayloadRecord, bytes: [UInt8]) throws -> PayloadFinding {
            defer { self.done.signal() }
            return try JSONPayloadHandler().handle(record, bytes: bytes)
        }
    }

    private static func record(_ id: String) -> PayloadRecord {
        PayloadRecord(
            id: 1,
            reportID: id,
            type: "appCrash",
            size: 0,
            received: 0,
            state: .waiting,
            reason: nil,
            kind: nil,
            facts: nil
        )
    }

    @Test(arguments: [
        (#"{"STACK_TRACE":"bWFpbg=="}"#, "stack", #"{"stackBytes":4}"#),
        (#" {"a":1,"b":2}"#, "object", #"{"members":["a","b"]}"#), ("[1,2,3]", "list", #"{"elements":3}"#),
        ("text", "bytes", "{}"), ("", "empty", "{}"),
    ])
    func payloadsAreTold(text: String, kind: String, facts: String) throws {
        let finding = try JSONPayloadHandler().handle(Self.record("p-1"), bytes: Array(text.utf8))
        #expect(finding.kind == kind)
        #expect(finding.json == facts)
    }

    @Test(arguments: [
        ("{\"a\":", "begins as JSON and is none"), (#"{"STACK_TRACE":7}"#, "no Base64"),
        (#"{"STACK_TRACE":"é"}"#, "no Base64"),
    ])
    func whatCannotBeReadSaysWhy(text: String, reason: String) {
        let fault = #expect(throws: PayloadFault.self) {
            try JSONPayloadHandler().handle(Self.record("p-1"), bytes: Array(text.utf8))
        }
        #expect(fault?.description.contains(reason) == true)
    }

    @Test func payloadsAreHandledBehindTheAnswer() throws {
        let handler = Telling()
        let fixture = try StoreFixture { $0.payloadHandler = handler }
        let records = [
            Records.record("p-1", payload: Records.stack("main")), Records.record("p-2", payload: "{broken"),
        ]
        _ = try fixture.send(records)
        for _ in records { handler.done.wait() }
        fixture.close()
        try fixture.open()
        let payloads = try fixture.current.payloads(project: "default")
        let found = try payloads.list(state: nil, before: nil, limit: 10)
        #expect(found.map(\.reportID) == ["p-2", "p-1"])
        #expect(found.map(\.state) == [.failed, .handled])
        #expect(found[0].reason?.contains("is none") == true)
        #expect(found[1].kind == "stack")
        #expect(found[1].facts == #"{"stackBytes":4}"#)
        #expect(try payloads.counts() == [.handled: 1, .failed: 1])
        #expect(try payloads.list(state: .failed, before: nil, limit: 10).map(\.reportID) == ["p-2"])
        #expect(try payloads.list(state: nil, before: found[0].id, limit: 10).map(\.reportID) == ["p-1"])
    }

    /// The queue is the file: what waits at an end is handled after the next start.
    @Test func theQueueSurvivesARestart() throws {
        let held = Held()
        let fixture = try StoreFixture { $0.payloadHandler = held }
        _ = try fixture.send([Records.record("p-1", payload: "one")])
        held.arrived.wait()
        _ = try fixture.send([Records.record("p-2", payload: "two")])
        let payloads = try fixture.current.payloads(project: "default")
        #expect(try payloads.counts() == [.waiting: 2])
        // The copy handles by another handler what this one never ended.
        let copy = try fixture.killed()
        let path = "\(copy.folder)/projects/default/payloads.sqlite"
        copy.close()
        for _ in 0..<2 { held.release.signal() }
        let telling = Telling()
        let file = try PayloadFile(path: path, busyTimeoutMilliseconds: 100)
        let already = try file.counts()[.handled] ?? 0
        file.close()
        try copy.open { $0.payloadHandler = telling }
        for _ in already..<2 { telling.done.wait() }
        copy.close()
        #expect(try PayloadFile(path: path, busyTimeoutMilliseconds: 100).counts() == [.handled: 2])
    }

    /// A payload that ends the process each time is given up, alone, and the others are handled.
    @Test func aPayloadThatEndsTheProcessIsGivenUp() throws {
        let folder = NSTemporaryDirectory() + "spoor-payloads-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try PayloadFile(path: "\(folder)/payloads.sqlite", busyTimeoutMilliseconds: 100)
        let received = ["poison", "a", "b"].map {
            (received: Int64(1), payload: ReceivedPayload(reportID: $0, type: "t", bytes: [1]))
        }
        #expect(try file.store(received) {} == 3)
        // Taken, and never finished, as by a process that ends.
        #expect(try file.take(limit: 8).map(\.record.reportID) == ["poison", "a", "b"])
        #expect(try file.store([(1, ReceivedPayload(reportID: "new", type: "t", bytes: [1]))]) {} == 1)
        #expect(try file.take(limit: 8).map(\.record.reportID) == ["new"])
        // From now on one at a time; all but one are handled in the end.
        var order: [String] = []
        while let next = try file.take(limit: 8).first {
            order.append(next.record.reportID)
            guard next.record.reportID != "poison" else { continue }
            try file.finish([(id: next.record.id, result: .success(PayloadFinding(kind: "bytes")))])
        }
        #expect(order == ["poison", "a", "b", "new", "poison"])
        #expect(try file.counts() == [.handled: 3, .failed: 1])
        #expect(try file.record(reportID: "poison")?.reason?.contains("was tried 3 times") == true)
    }

    @Test func payloadsAreRemovedAfterTheirTime() throws {
        let folder = NSTemporaryDirectory() + "spoor-payloads-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try PayloadFile(path: "\(folder)/payloads.sqlite", busyTimeoutMilliseconds: 100)
        let received = (1...5).map {
            (received: Int64($0), payload: ReceivedPayload(reportID: "r\($0)", type: "t", bytes: [1]))
        }
        _ = try file.store(received) {}
        #expect(try file.remove(receivedBefore: 4, limit: 2) == 2)
        #expect(try file.remove(receivedBefore: 4, limit: 2) == 1)
        #expect(try file.remove(receivedBefore: 4, limit: 2) == 0)
        #expect(try file.list(state: nil, before: nil, limit: 10).map(\.reportID) == ["r5", "r4"])
    }
}
