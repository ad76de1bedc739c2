import Foundation
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorChannel

/// A Prism channel on virtual time, with a collector that opens what it sends.
final class EncodingBench: Sendable {
    let folder: String
    let scheduler = ManualScheduler()
    let log = Locked<[String]>([])
    let channel: Channel
    let store: ChannelStore
    let transport: ScriptedTransport

    static let opening = (try? OpeningKey.generate(id: "s1")) ?? EncodingBench.noKey()
    static let shared = (try? SharedKey(id: "a1", bytes: [UInt8](1...16))) ?? EncodingBench.noKey()
    static let keyring = Keyring(opening: [EncodingBench.opening], shared: [EncodingBench.shared])

    static let sealed = Encryption.sealed(EncodingBench.opening.sealingKey)
    static let aes = Encryption.aes128CBC(EncodingBench.shared)

    private static func noKey<Key>() -> Key { preconditionFailure("a key of the tests cannot be made") }

    init(
        _ configuration: ChannelConfiguration,
        folder: String? = nil,
        delay: Duration? = .zero,
        network: (any NetworkMonitor)? = nil,
        script: (@Sendable (UploadRequest, Int) -> UploadAnswer?)? = nil
    ) throws {
        self.folder = folder ?? NSTemporaryDirectory() + "spoor-encoding-" + UUID().uuidString
        let log = self.log
        self.transport = ScriptedTransport(scheduler: self.scheduler) { request, number in
            let answer = script?(request, number) ?? Self.receipt(request)
            return ScriptedTransport.Reply(delay == nil ? nil : answer, after: delay ?? .zero)
        }
        var environment = ChannelEnvironment(
            scheduler: self.scheduler,
            transport: self.transport,
            random: { 7 },
            log: { line in log.withLock { $0.append(line) } }
        )
        if let network { environment.network = network }
        self.channel = Channel(
            configuration: configuration,
            storage: ChannelStorage(folder: self.folder),
            environment: environment
        )
        guard case .opened(let store) = self.channel.open() else { throw BenchError() }
        self.store = store
        self.channel.begin()
    }

    struct BenchError: Error {}

    deinit {
        self.scheduler.forgetWork()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    static func receipt(_ request: UploadRequest) -> UploadAnswer {
        .response(
            UploadResponse(status: 200, headers: ["Spoor-Receipt": "stored=\(request.headers["Spoor-Count"] ?? "0")"])
        )
    }

    static func configuration(
        _ encoding: ChannelEncoding,
        _ encryption: Encryption = .none
    ) -> ChannelConfiguration {
        var configuration = ChannelConfiguration.prism(endpoint: "https://c.test", project: "shop")
        configuration.namespace = "prism"
        configuration.encoding = encoding
        configuration.encryption = encryption
        configuration.rules = [
            TypeRule(type: "appCrash", isRealtime: true, isUploadPayload: true),
            TypeRule(type: "net", isUploadPayload: true),
            TypeRule(type: "appLag"),
        ]
        return configuration
    }

    /// The same of a tracker's own channel.
    static func tracker(_ encoding: ChannelEncoding, _ encryption: Encryption = .none) -> ChannelConfiguration {
        var configuration = ChannelConfiguration(endpoint: "https://c.test", project: "shop")
        configuration.encoding = encoding
        configuration.encryption = encryption
        return configuration
    }

    /// Appends a record as a channel does.
    func report(_ type: String, _ fields: String = "\"N\":1", payload: [UInt8] = []) {
        let rest = Array("\(fields)}".utf8)
        _ = (rest + payload).withUnsafeBytes { body in
            self.store.appendReport(class: type == "appCrash" ? .crash : .monitoring, maxHead: 256, body: body) {
                sequence,
                room in
                let start = Array("{\"REPORT_ID\":\"\(self.store.producer)-\(sequence)\",\"CREATE_TIME\":5,".utf8)
                var head: [UInt8] = []
                withUnsafeBytes(of: UInt16(type.utf8.count).littleEndian) { head += $0 }
                head += type.utf8
                withUnsafeBytes(of: UInt32(start.count + rest.count).littleEndian) { head += $0 }
                room.copyBytes(from: head + start)
                return FrameHead(count: head.count + start.count, recorded: 5)
            }
        }
    }

    /// Uploads what waits.
    func upload(_ duration: Duration = .seconds(2)) {
        self.channel.worker.drain()
        self.channel.worker.trigger(.flush)
        self.scheduler.advance(by: duration)
    }

    /// What is in a request's body.
    static func records(of request: UploadRequest) throws -> [PacketRecord] {
        let path = request.url.split(separator: "?")[0]
        if path.hasSuffix("/meta") { return try PacketV1.decodeMetas(bytes: request.body, keyring: Self.keyring) }
        if path.hasSuffix("/detail") { return try PacketV1.decode(bytes: request.body, keyring: Self.keyring) }
        return try PacketV2.decode(bytes: request.body, keyring: Self.keyring)
    }

    func id(_ sequence: UInt64) -> String { "\(self.store.producer)-\(sequence)" }
}

extension PacketRecord {
    /// The number in the id that its meta names.
    var number: UInt64? {
        let text = (try? JSONValue(parsing: self.meta))?["REPORT_ID"]?.stringValue
        return text.flatMap { UInt64($0.split(separator: "-").last ?? "") }
    }
}
