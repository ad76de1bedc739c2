import SpoorWire

/// How fast bytes are encrypted, and records become packets and are records again; on one thread.
final class CodecSpeed {
    /// As long as a body of events that was compressed.
    private static let bodyBytes = 256 * 1024
    /// As many records as a Prism channel's limit of 1 MB a body lets through, with stacks.
    private static let recordCount = 20
    private static let leastSeconds = 0.4

    private let keys: PacketKeys
    private var line = FigureLine()

    init() throws { self.keys = try PacketKeys() }

    /// Measures and prints all figures; void where something does not come back as it went.
    func run() throws {
        try self.aes()
        try self.sealing()
        var made = MonitoringRecords(seed: 4)
        let records = made.make(Self.recordCount, hasStacks: true)
        for choice in [EncryptionChoice.none, .aes] {
            try self.packet("packet_v1", choice, records) {
                try $0.encodeV1(records, encryption: $1, into: &$2)
            } decode: {
                try $0.decodeV1($1)
            }
        }
        for choice in EncryptionChoice.allCases {
            try self.packet("packet_v2", choice, records) {
                try $0.encodeV2(records, encryption: $1, into: &$2)
            } decode: {
                try $0.decodeV2($1)
            }
        }
        self.line.show()
    }

    private func aes() throws {
        let plain = SystemRandom.bytes(Self.bodyBytes)
        var writer = ByteWriter(capacity: 2 * Self.bodyBytes)
        try self.rate("aes_encrypt_mb_s", plain.count) {
            writer.removeAll()
            try plain.withUnsafeBytes { try AESCBC.encrypt($0, key: self.keys.shared, into: &writer) }
        }
        let closed = writer.bytes
        try self.rate("aes_decrypt_mb_s", plain.count) {
            writer.removeAll()
            try closed.withUnsafeBytes { try AESCBC.decrypt($0, key: self.keys.shared, into: &writer) }
        }
        guard writer.bytes == plain else { throw BenchError("void: AES does not give back what went in") }
    }

    /// One agreement for each body, as it is made: the whole of what sealing costs.
    private func sealing() throws {
        let plain = SystemRandom.bytes(Self.bodyBytes)
        var writer = ByteWriter(capacity: 2 * Self.bodyBytes)
        var ephemeral: [UInt8] = []
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        try self.rate("seal_mb_s", plain.count) {
            writer.removeAll()
            let sealing = try Sealing(to: self.keys.opening.sealingKey)
            ephemeral = sealing.ephemeralKey
            try plain.withUnsafeBytes { try sealing.seal($0, block: 0, header: none, into: &writer) }
        }
        let closed = writer.bytes
        try self.rate("open_mb_s", plain.count) {
            writer.removeAll()
            let opening = try Sealing(from: ephemeral, with: self.keys.opening)
            try closed.withUnsafeBytes { try opening.open($0, block: 0, header: none, into: &writer) }
        }
        guard writer.bytes == plain else { throw BenchError("void: sealing does not give back what went in") }
        let seconds = try Self.seconds { _ = try Sealing(to: self.keys.opening.sealingKey) }
        self.line.add("seal_agreement_us", seconds * 1e6)
    }

    private func packet(
        _ name: String,
        _ choice: EncryptionChoice,
        _ records: [PacketRecord],
        encode: (PacketEncoder, Encryption, inout ByteWriter) throws -> Void,
        decode: (PacketDecoder, UnsafeRawBufferPointer) throws -> [PacketRecord]
    ) throws {
        let name = choice == .none ? name : "\(name)_\(choice.rawValue)"
        let bytes = records.reduce(0) { $0 + $1.meta.count + ($1.payload?.count ?? 0) }
        let encoder = PacketEncoder()
        let decoder = PacketDecoder(keyring: self.keys.keyring)
        let encryption = self.keys.encryption(choice)
        var writer = ByteWriter(capacity: 1 << 20)
        try self.rate("\(name)_encode_mb_s", bytes) {
            writer.removeAll()
            try encode(encoder, encryption, &writer)
        }
        let packet = writer.bytes
        var decoded: [PacketRecord] = []
        try self.rate("\(name)_decode_mb_s", bytes) { decoded = try packet.withUnsafeBytes { try decode(decoder, $0) } }
        guard decoded == records else { throw BenchError("void: \(name) does not give back what went in") }
    }

    private func rate(_ name: String, _ bytes: Int, _ work: () throws -> Void) throws {
        self.line.add(name, Double(bytes) / 1e6 / (try Self.seconds(work)))
    }

    /// CPU seconds of one round of the work, on this thread, after a first one that is not counted.
    private static func seconds(_ work: () throws -> Void) throws -> Double {
        try work()
        let start = Measures.threadCPU()
        var rounds = 0
        var spent = 0.0
        while spent < Self.leastSeconds {
            try work()
            rounds += 1
            spent = Double(Measures.threadCPU() - start) / 1e9
        }
        return spent / Double(rounds)
    }
}
