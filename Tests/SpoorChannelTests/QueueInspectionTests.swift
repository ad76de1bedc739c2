import Foundation
import SpoorStore
import SpoorWire
import Testing

@testable import SpoorChannel

/// A queue folder seen from another process.
struct QueueInspectionTests {
    private let root = NSTemporaryDirectory() + "spoor-inspection-" + UUID().uuidString

    /// The moment at which bytes were sent and the folder is looked at.
    private static let moment = TrafficMeter.Moment(
        wallMilliseconds: 60_000,
        continuousTime: .zero,
        zone: SystemZone.shared
    )

    /// A closed queue with three records, one of them for the dead letters, and a wait of the server's.
    private func prepare(_ name: String) throws -> String {
        let folder = "\(self.root)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try ChannelStore.open(
            folder: folder,
            configuration: ChannelStoreConfiguration(provisioner: { $0() })
        )
        for number in 1...3 {
            let body = Array("{\"n\":\(number)}".utf8)
            _ = body.withUnsafeBytes {
                store.append(class: number == 3 ? .crash : .tracked, maxHead: 0, body: $0) { _, _ in
                    FrameHead(count: 0, recorded: Int64(number) * 1_000)
                }
            }
        }
        _ = store.setState(
            [SavedBackoff.stateKey: ["failures": 3, "end": 180_000, "length": 120_000, "asked": true]],
            recorded: 0
        )
        var meter = TrafficMeter(at: Self.moment)
        meter.begin(bytes: 4_000, on: .cellular)
        let kept = meter.save()
        _ = store.setState([TrafficMeter.stateKey: kept], recorded: 0)
        var limits = StoreLimits()
        limits.records = 2
        _ = try store.drain(limits: limits)
        store.close()
        return folder
    }

    @Test func everythingIsToldAsNumbersAndAsJSON() throws {
        defer { try? FileManager.default.removeItem(atPath: self.root) }
        let folder = try self.prepare("default")
        let scratch = "\(self.root)-scratch"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let found = try QueueInspection.read(folder: folder, scratch: scratch, wallMilliseconds: 60_000)
        #expect(found.count == 2 && found.waiting["crash"]?.count == 1 && found.waiting["tracked"]?.count == 1)
        #expect(found.bytes == 14 && found.oldestMilliseconds == 2_000 && found.problems.isEmpty)
        #expect(found.losses.values.reduce(0, +) == 1)
        #expect(found.failures == 3 && found.isWaitAskedByServer && found.backoff == .seconds(120))
        #expect(found.cellularBytes == 4_000 && found.types.isEmpty && found.payloadBytes == 0)
        let json = found.json
        #expect(json["cellular_bytes_today"] == .number("4000") && json["types"] == .object([]))
        #expect(json["count"] == .number("2") && json["waiting"]?["crash"]?["count"] == .number("1"))
        #expect(json["oldest"] == .number("2000") && json["losses"]?.objectValue?.count == 1)
        #expect(json["producer"]?.stringValue == found.producer && json["problems"] == .array([]))
    }

    @Test func theQueuesBelowAFolderAreFound() throws {
        defer { try? FileManager.default.removeItem(atPath: self.root) }
        let queues = [try self.prepare("a"), try self.prepare("b")]
        #expect(QueueInspection.folders(in: self.root).sorted() == queues)
        #expect(QueueInspection.folders(in: queues[0]) == [queues[0]])
        #expect(QueueInspection.channels(in: queues[0]) == [])
        let channels = [try self.prepare("a/channels/apm"), try self.prepare("a/channels/prism")]
        try FileManager.default.createDirectory(
            atPath: "\(queues[0])/channels/empty",
            withIntermediateDirectories: true
        )
        #expect(QueueInspection.channels(in: queues[0]) == channels)
        #expect(QueueInspection.folders(in: self.root).sorted() == queues)
        #expect(QueueInspection.folders(in: "/nowhere") == ["/nowhere"])
        #expect(throws: (any Error).self) {
            try QueueInspection.read(folder: self.root, scratch: NSTemporaryDirectory(), wallMilliseconds: 0)
        }
        #expect(QueueInspection().json["oldest"] == .null)
    }
}
