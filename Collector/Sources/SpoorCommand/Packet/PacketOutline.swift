import CollectorCore
import SpoorWire

/// What a packet says of itself before anything is decrypted: its form, key and lengths.
struct PacketOutline {
    /// The forms that bodies of channels have.
    enum Form: Equatable {
        /// Version 2: names, checksum.
        case packetV2
        /// Version 1 with payloads: lengths in front.
        case packetV1
        /// Version 1 without payloads: no header at all.
        case metasV1
        /// Behind the magic `SPOE`: native events, or metas of version 1 that are sealed.
        case envelope
        /// Native events, compressed or plain: no packet.
        case nativeEvents
    }

    var form: Form
    var version: Int
    /// The number that says how blocks are encrypted; nil where nothing says it.
    var flags: UInt8?
    /// The key's id; nil where none is named.
    var keyID: String?
    /// Bytes of the block of metas as sent; nil where no header says it.
    var metaBytes: Int?
    /// Bytes of each payload as sent.
    var payloadBytes: [Int] = []
    /// Hash of each payload's report id; version 2 only.
    var reportHashes: [UInt64] = []

    var formText: String {
        switch self.form {
        case .packetV2: "packet of version 2"
        case .packetV1: "packet of version 1 (detail)"
        case .metasV1: "metas of version 1 (no header)"
        case .envelope: "encrypted body"
        case .nativeEvents: "native events for /v1/events, not encrypted (no packet)"
        }
    }

    var encryptionText: String {
        switch self.flags {
        case 0: "none"
        case 1: "AES-128-CBC"
        case 2: "sealed (P-256, AES-256-GCM)"
        case .some(let flags): "unknown (\(flags))"
        case nil: "not said"
        }
    }

    /// Recognises what bytes are, by their beginning, and by whether their lengths add up.
    init(of bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        switch bytes.prefix(4) {
        case ArraySlice("SPOR".utf8):
            self.init(form: .packetV2, version: Int(bytes.count > 4 ? bytes[4] : 0))
            reader.position = 5
            self.readV2(&reader)
        case ArraySlice("SPOE".utf8):
            self.init(form: .envelope, version: Int(bytes.count > 4 ? bytes[4] : 0))
            reader.position = 5
            self.flags = reader.number(1).map { UInt8(truncatingIfNeeded: $0) }
            self.keyID = reader.text()
        default:
            if let packet = Self.packetV1(&reader) {
                self = packet
            } else if Self.nativeEvents(bytes) != nil {
                self.init(form: .nativeEvents, version: 1)
                self.flags = 0
            } else {
                self.init(form: .metasV1, version: 1)
                self.metaBytes = bytes.count
                if bytes.starts(with: [0x1F, 0x8B]) { self.flags = 0 }
            }
        }
    }

    private init(form: Form, version: Int) {
        self.form = form
        self.version = version
    }

    /// The JSON of native events, inflated where it is compressed; nil where the bytes are something else.
    ///
    /// Metas are lines of objects that each have a REPORT_ID, which no native event has at its top.
    static func nativeEvents(_ bytes: [UInt8]) -> [UInt8]? {
        let isCompressed = bytes.starts(with: [0x1F, 0x8B])
        let json = isCompressed ? try? Gzip.decompress(bytes, limit: IngestLimits.maxInflatedBytes) : bytes
        guard let json, let value = try? JSONValue(parsing: json) else { return nil }
        if value.arrayValue != nil { return json }
        return value["REPORT_ID"] == nil && value["type"]?.stringValue != nil ? json : nil
    }

    private mutating func readV2(_ reader: inout Reader) {
        self.flags = reader.number(1).map { UInt8(truncatingIfNeeded: $0) }
        self.metaBytes = reader.number(4).map { Int($0) }
        let count = reader.number(2) ?? 0
        guard let flags = self.flags, flags <= 2 else { return }
        if flags > 0 { self.keyID = reader.text() }
        if flags == 2 { reader.position += Sealing.ephemeralCount }
        for _ in 0..<count {
            guard let hash = reader.number(8), let length = reader.number(4) else { return }
            self.reportHashes.append(hash)
            self.payloadBytes.append(Int(length))
        }
    }

    /// A packet of version 1 where the lengths in front give exactly what follows.
    private static func packetV1(_ reader: inout Reader) -> PacketOutline? {
        guard let metaLength = reader.number(2), let count = reader.number(1) else { return nil }
        var outline = PacketOutline(form: .packetV1, version: 1)
        outline.metaBytes = Int(metaLength)
        for _ in 0..<count {
            guard let length = reader.number(4) else { return nil }
            outline.payloadBytes.append(Int(length))
        }
        let total = outline.payloadBytes.reduce(Int(metaLength), +)
        guard reader.position + total == reader.bytes.count, metaLength > 0 else { return nil }
        let metas = reader.bytes[reader.position...]
        if metas.starts(with: [0x1F, 0x8B]) { outline.flags = 0 }
        if metas.starts(with: "SPOE".utf8) {
            reader.position += 5
            outline.flags = reader.number(1).map { UInt8(truncatingIfNeeded: $0) }
            outline.keyID = reader.text()
        }
        return outline
    }

    /// Reads big-endian numbers; nil beyond the end.
    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        mutating func number(_ count: Int) -> UInt64? {
            guard self.position + count <= self.bytes.count else { return nil }
            defer { self.position += count }
            return self.bytes[self.position..<self.position + count].reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// A text with its length in one byte in front.
        mutating func text() -> String? {
            guard let count = self.number(1), self.position + Int(count) <= self.bytes.count else { return nil }
            defer { self.position += Int(count) }
            return String(decoding: self.bytes[self.position..<self.position + Int(count)], as: UTF8.self)
        }
    }
}
