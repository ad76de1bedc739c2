import SpoorWire

/// The forms in which records or JSON are sent encrypted, so that a test runs over all of them.
enum PacketForm: String, Decodable, CaseIterable, Sendable {
    case v2, v1, v1Metas, body

    func encode(_ records: [PacketRecord], _ encryption: Encryption, with encoder: PacketEncoder) throws -> [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .v2: try encoder.encodeV2(records, encryption: encryption, into: &writer)
        case .v1: try encoder.encodeV1(records, encryption: encryption, into: &writer)
        case .v1Metas: try encoder.encodeV1Metas(records, encryption: encryption, into: &writer)
        case .body:
            try Self.json(of: records).withUnsafeBytes {
                try encoder.encodeBody($0, encryption: encryption, into: &writer)
            }
        }
        return writer.bytes
    }

    /// The records; of a body one that holds the JSON as its meta.
    func decode(
        _ bytes: [UInt8],
        _ keyring: Keyring,
        _ limits: PacketLimits = PacketLimits()
    ) throws(PacketError) -> [PacketRecord] {
        switch self {
        case .v2: try PacketV2.decode(bytes: bytes, keyring: keyring, limits: limits)
        case .v1: try PacketV1.decode(bytes: bytes, keyring: keyring, limits: limits)
        case .v1Metas: try PacketV1.decodeMetas(bytes: bytes, keyring: keyring, limits: limits)
        case .body:
            [
                PacketRecord(
                    reportID: "",
                    meta: try EncryptedBody.decode(bytes: bytes, keyring: keyring, limits: limits)
                )
            ]
        }
    }

    /// Those of the records that this form can carry, as they come out again.
    func carried(_ records: [PacketRecord]) -> [PacketRecord] {
        switch self {
        case .v2: records
        case .v1: records.filter { $0.payload != nil }
        case .v1Metas: records.map { PacketRecord(reportID: $0.reportID, meta: $0.meta) }
        case .body: [PacketRecord(reportID: "", meta: Self.json(of: records))]
        }
    }

    static func json(of records: [PacketRecord]) -> [UInt8] {
        Array("[".utf8) + records.map(\.meta).joined(separator: Array(",".utf8)) + Array("]".utf8)
    }
}

/// Keys, and records made of a seed.
struct PacketWorld {
    let opening: OpeningKey
    let shared: SharedKey
    let keyring: Keyring

    init() throws {
        self.opening = try OpeningKey.generate(id: "k1")
        self.shared = try SharedKey.generate(id: "s1")
        self.keyring = Keyring(opening: [self.opening], shared: [self.shared])
    }

    var encryptions: [Encryption] { [.none, .aes128CBC(self.shared), .sealed(self.opening.sealingKey)] }

    /// Each form with each encryption that it has.
    var all: [(form: PacketForm, encryption: Encryption)] {
        PacketForm.allCases.flatMap { form in
            self.encryptions.filter { form != .body || $0 != .none }.map { (form, $0) }
        }
    }

    static func record(_ id: String, _ more: String = "", payload: [UInt8]? = nil) -> PacketRecord {
        PacketRecord(reportID: id, meta: Array("{\"REPORT_ID\":\"\(id)\",\"CREATE_TIME\":1\(more)}".utf8), payload: payload)
    }

    static func records(_ count: Int, using random: inout SeededRandom) -> [PacketRecord] {
        (0..<count).map { index in
            let text = String(repeating: ["北京", "a\\n", "x", "{\\\"REPORT_ID\\\""].randomElement(using: &random) ?? "", count: Int.random(in: 0...20, using: &random))
            let payload: [UInt8]? =
                Bool.random(using: &random)
                ? (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) } : nil
            return self.record("p-\(index)", ",\"text\":\"\(text)\",\"n\":\(random.next())", payload: payload)
        }
    }
}

/// Numbers that are the same for the same seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { self.state = seed }

    mutating func next() -> UInt64 {
        self.state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
