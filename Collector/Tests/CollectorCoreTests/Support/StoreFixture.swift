import Foundation
import SpoorWire

@testable import CollectorCore

/// An embedded store in a folder of its own, with a clock and a gate that tests hold.
final class StoreFixture: Sendable {
    static let start: Int64 = 1_790_000_000_000

    let folder: String
    let clock = Locked<Int64>(StoreFixture.start)
    let gate = Locked<CommitGate>({ _ in })
    let store: Locked<EmbeddedStore?> = Locked(nil)

    init(configure: (inout StoreSettings) -> Void = { _ in }) throws {
        self.folder = NSTemporaryDirectory() + "spoor-store-" + UUID().uuidString
        try self.open(configure)
    }

    deinit {
        self.close()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    func open(_ configure: (inout StoreSettings) -> Void = { _ in }) throws {
        let clock = self.clock
        let gate = self.gate
        var settings = StoreSettings(
            folder: self.folder,
            timeZone: .gmt,
            now: { clock.withLock { $0 } },
            gate: { stage in try gate.withLock { $0 }(stage) }
        )
        settings.busyTimeoutMilliseconds = 20
        configure(&settings)
        let opened = try EmbeddedStore(settings: settings)
        self.store.withLock { $0 = opened }
    }

    func close() {
        self.store.withLock { store in
            store?.stop()
            store = nil
        }
    }

    /// Goes on as after a sudden end: the files are copied as they are, and opened anew.
    func killed() throws -> StoreFixture {
        let other = try StoreFixture(copying: self.folder)
        return other
    }

    private init(copying folder: String) throws {
        self.folder = NSTemporaryDirectory() + "spoor-store-" + UUID().uuidString
        let files = FileManager.default
        for name in try files.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                try files.createDirectory(atPath: "\(self.folder)/\(name)", withIntermediateDirectories: true)
            } else {
                // The indexer goes on meanwhile: what it takes away is built anew.
                try? files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(self.folder)/\(name)")
            }
        }
        try self.open()
    }

    var current: EmbeddedStore {
        get throws {
            guard let store = self.store.withLock({ $0 }) else { throw IngestFailure.stopping }
            return store
        }
    }

    /// Sends a body and waits for the answer.
    func send(_ json: String, project: String = "default") throws -> IngestReceipt {
        try self.send(bytes: Array(json.utf8), encoding: .identity, project: project)
    }

    func send(
        bytes: [UInt8],
        encoding: IngestRequest.Encoding,
        project: String = "default"
    ) throws -> IngestReceipt {
        let request = IngestRequest(project: project, source: "/v1/events", body: ByteBlock(bytes), encoding: encoding)
        let batch = try self.current.decode(request)
        let answer = Locked<Result<IngestReceipt, IngestFailure>?>(nil)
        let answered = DispatchSemaphore(value: 0)
        try self.current.ingest(batch) { result in
            answer.withLock { $0 = result }
            answered.signal()
        }
        answered.wait()
        guard let result = answer.withLock({ $0 }) else { throw IngestFailure.stopping }
        return try result.get()
    }

    func facts(_ project: String = "default") throws -> any FactSource { try self.current.facts(project: project) }

    /// All persons with the names of their events in order.
    func histories(project: String = "default") throws -> [[String]: [String]] {
        let facts = try self.facts(project)
        var found: [[String]: [String]] = [:]
        try facts.forEachPerson(in: 0..<Int64.max, names: nil) { person, events in
            let identifiers = try facts.identifiers(of: person).sorted()
            found[identifiers] = events.map { facts.name($0.name) ?? "?" }
            return true
        }
        return found
    }
}

/// Builds events as JSON text.
enum Sample {
    static func event(
        _ name: String = "view",
        id: String? = nil,
        time: Int64 = StoreFixture.start,
        user: String = "u1",
        more: String = ""
    ) -> String {
        let id = id.map { "\"_id\":\"\($0)\"," } ?? ""
        let more = more.isEmpty ? "" : ",\(more)"
        return """
            {\(id)"type":"track","event":"\(name)","time":\(time),"distinct_id":"\(user)"\(more),"properties":{"a":1}}
            """
    }

    static func batch(_ events: [String]) -> String { "[\(events.joined(separator: ","))]" }
}
