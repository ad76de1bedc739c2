import Foundation
import SpoorWire

/// How many bytes a thousand records are on the wire, in each encoding and encryption.
///
/// Counted are whole bodies in batches of one size for all encodings, and of the HTTP head the lines in which the
/// encodings differ; what an HTTP client adds to every request is not.
struct WireSizes {
    enum Encoding: String, CaseIterable {
        case json, form, packet1, packet2

        /// Forms have no place for encryption.
        func allows(_ choice: EncryptionChoice) -> Bool { self != .form || choice == .none }
    }

    enum Content: String, CaseIterable {
        case shop, metas, stacks, bytes

        var hasPayloads: Bool { self == .stacks || self == .bytes }

        /// What goes into one request: the SDK's first batch size; with stacks, what a limit of 1 MB lets through.
        var batch: Int { self.hasPayloads ? 20 : 50 }
    }

    static let count = 1_000

    private static let flushTime: Int64 = 1_790_000_123_456

    private let keys: PacketKeys
    private let clicks: String?
    private let native = GzipEncoder(level: 1)
    private let form = GzipEncoder(level: 6)
    private let packets = PacketEncoder()

    init(_ options: BenchOptions) throws {
        self.keys = try PacketKeys()
        self.clicks = options["clicks"]
    }

    /// The name of the figure of what there is to send: metas and payloads, not compressed.
    static func plainName(_ content: Content) -> String { "wire_\(content.rawValue)_plain" }

    /// The name of a figure.
    static func name(_ content: Content, _ encoding: Encoding, _ choice: EncryptionChoice) -> String {
        "wire_\(content.rawValue)_\(encoding.rawValue)" + (choice == .none ? "" : "_\(choice.rawValue)")
    }

    /// Counts and prints all figures.
    func run() async throws {
        var line = FigureLine()
        for content in Content.allCases {
            let records = try await self.records(content)
            let plain = records.reduce(0) { $0 + $1.meta.count + ($1.payload?.count ?? 0) }
            line.add(Self.plainName(content), Double(plain))
            for encoding in Encoding.allCases {
                for choice in EncryptionChoice.allCases where encoding.allows(choice) {
                    var total = 0
                    for start in stride(from: 0, to: records.count, by: content.batch) {
                        let batch = Array(records[start..<min(start + content.batch, records.count)])
                        total += try self.bytes(of: batch, content, encoding, choice)
                    }
                    line.add(Self.name(content, encoding, choice), Double(total))
                }
            }
        }
        line.show()
    }

    private func records(_ content: Content) async throws -> [PacketRecord] {
        switch content {
        case .shop:
            let events = try await ShopEvents(file: self.clicks, count: Self.count).json()
            return events.enumerated().map { PacketRecord(reportID: "e-\($0)", meta: $1) }
        case .metas, .stacks, .bytes:
            var made = MonitoringRecords(seed: 7)
            return made.make(Self.count, hasStacks: content.hasPayloads)
        }
    }

    private func bytes(
        of batch: [PacketRecord],
        _ content: Content,
        _ encoding: Encoding,
        _ choice: EncryptionChoice
    ) throws -> Int {
        let body = try self.body(of: batch, content, encoding, self.keys.encryption(choice))
        let head = Self.head(content, encoding, choice, count: batch.count, length: body.count)
        return head.reduce(body.count) { $0 + $1.utf8.count + 2 }
    }

    private func body(
        of batch: [PacketRecord],
        _ content: Content,
        _ encoding: Encoding,
        _ encryption: Encryption
    ) throws -> ByteWriter {
        var writer = ByteWriter(capacity: 1 << 20)
        switch encoding {
        case .packet1 where content.hasPayloads:
            try self.packets.encodeV1(batch, encryption: encryption, into: &writer)
        case .packet1: try self.packets.encodeV1Metas(batch, encryption: encryption, into: &writer)
        case .packet2: try self.packets.encodeV2(batch, encryption: encryption, into: &writer)
        case .json, .form:
            try Self.list(of: batch, content).withBytes { json in
                if encoding == .form {
                    SensorsForm.append(json: json, encoder: self.form, to: &writer)
                } else if encryption == .none {
                    self.native.compress(json, into: &writer)
                } else {
                    try self.packets.encodeBody(json, encryption: encryption, into: &writer)
                }
            }
        }
        return writer
    }

    /// An array of objects, each with the moment it is sent; a payload goes along as a text.
    private static func list(of batch: [PacketRecord], _ content: Content) -> ByteWriter {
        var writer = ByteWriter(capacity: 1 << 20)
        writer.append("[")
        for (index, record) in batch.enumerated() {
            if index > 0 { writer.append(",") }
            record.meta.withUnsafeBytes { writer.append(bytes: UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
            if let payload = record.payload {
                writer.append(",\"PAYLOAD\":")
                let isText = content == .stacks
                let text = isText ? String(decoding: payload, as: UTF8.self) : Data(payload).base64EncodedString()
                writer.append(jsonString: text)
            }
            writer.append(",\"_flush_time\":")
            writer.append(json: self.flushTime)
            writer.append("}")
        }
        writer.append("]")
        return writer
    }

    /// The lines of a request's head in which the encodings differ.
    private static func head(
        _ content: Content,
        _ encoding: Encoding,
        _ choice: EncryptionChoice,
        count: Int,
        length: Int
    ) -> [String] {
        let path =
            switch encoding {
            case .json: "/v1/events?project=shop"
            case .form: "/sa?project=shop"
            case .packet1: "/prism/metrics/\(content.hasPayloads ? "detail" : "meta")?project=shop&namespace=prism"
            case .packet2: "/v1/packets?project=shop&namespace=prism"
            }
        var lines = ["POST \(path) HTTP/1.1", "Content-Length: \(length)"]
        switch encoding {
        case .json where choice == .none: lines += ["Content-Type: application/json", "Content-Encoding: gzip"]
        case .json: lines.append("Content-Type: \(EncryptedBody.contentType)")
        case .form: return lines + ["Content-Type: application/x-www-form-urlencoded"]
        case .packet1: lines.append("Content-Type: \(PacketV1.contentType)")
        case .packet2: lines.append("Content-Type: \(PacketV2.contentType)")
        }
        if encoding == .packet1, choice == .aes { lines.append("Spoor-Key: s1") }
        return lines + ["Spoor-Count: \(count)"]
    }
}
