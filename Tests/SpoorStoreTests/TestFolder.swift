import Foundation
import SpoorWire
@testable import SpoorStore

/// A folder that goes with its test, and with it the copies made of it.
final class TestFolder: Sendable {
    let path: String
    private let copies = Locked<[TestFolder]>([])

    init() throws {
        self.path = FileManager.default.temporaryDirectory.appendingPathComponent("spoor-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: self.path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: self.path) }

    func names(_ sub: String = "") throws -> [String] { try Posix.names(in: self.path + "/" + sub) }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: self.path + "/" + name)))
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self.path + "/" + name))
    }

    /// A copy of everything, as a process that was killed now would leave it.
    func snapshot() throws -> TestFolder {
        let copy = try TestFolder()
        try FileManager.default.removeItem(atPath: copy.path)
        try FileManager.default.copyItem(atPath: self.path, toPath: copy.path)
        self.copies.withLock { $0.append(copy) }
        return copy
    }
}

extension Journal {
    /// Appends a record of text, whose head repeats the sequence number.
    @discardableResult
    func append(_ text: String, class recordClass: RecordClass = .tracked, recorded: Int64 = 0) -> AppendResult {
        Array(text.utf8).withUnsafeBytes { body in
            self.append(class: recordClass, maxHead: 24, body: body) { sequence, room in
                let head = Array("\(sequence):".utf8)
                room.copyBytes(from: head)
                return FrameHead(count: head.count, recorded: recorded)
            }
        }
    }

    /// Drains everything as text.
    func drainTexts(maxBytes: Int = 8 << 20) throws -> [String] {
        var texts: [String] = []
        repeat {
            var part: [String] = []
            let progress = try self.drain(maxBytes: maxBytes) { batch in
                try batch.forEachFrame { part.append(String(decoding: $0.payload, as: UTF8.self)) }
            }
            texts += part
            if !progress.hasMore { break }
        } while true
        return texts
    }
}

extension ChannelStore {
    @discardableResult
    func append(_ text: String, class recordClass: RecordClass = .tracked, recorded: Int64 = 0) -> AppendResult {
        self.journal.append(text, class: recordClass, recorded: recorded)
    }

    /// What is stored, as text in order, without marking it for good.
    func texts() throws -> [String] {
        try self.withRecords { records in
            let batch = try records.selectAndMark(maxCount: .max, maxBytes: .max)
            try records.release(batch: batch.id)
            return batch.rows.map { String(decoding: batch.payload(of: $0), as: UTF8.self) }
        }
    }
}

/// Configurations whose provisioning happens at once, on the caller's thread.
enum Fixture {
    static func journal(
        _ folder: TestFolder,
        segmentBytes: Int = 65_536,
        lastSequence: UInt64 = 0,
        files: any SegmentFiles = PosixSegmentFiles(),
        provisioner: @escaping Journal.Provisioner = { $0() },
        adjust: (inout JournalConfiguration) -> Void = { _ in },
        signal: @escaping @Sendable (JournalSignal) -> Void = { _ in },
        inherited: (JournalFrame) -> Void = { _ in }
    ) throws -> Journal {
        var configuration = JournalConfiguration()
        configuration.segmentBytes = segmentBytes
        adjust(&configuration)
        return try Journal(
            folder: folder.path,
            configuration: configuration,
            lastSequence: lastSequence,
            given: lastSequence,
            provisioner: provisioner,
            signal: signal,
            files: files,
            faults: .init(),
            inherited: inherited
        )
    }

    static func configuration(seed: UInt64 = 1, segmentBytes: Int = 65_536) -> ChannelStoreConfiguration {
        var configuration = ChannelStoreConfiguration(provisioner: { $0() }, random: { seed &* 0x9e37_79b9_7f4a_7c15 })
        configuration.journal.segmentBytes = segmentBytes
        return configuration
    }

    static func open(
        _ folder: TestFolder,
        adjust: (inout ChannelStoreConfiguration) -> Void = { _ in }
    ) throws -> ChannelStore {
        var configuration = Self.configuration()
        adjust(&configuration)
        return try ChannelStore.open(folder: folder.path, configuration: configuration)
    }
}
