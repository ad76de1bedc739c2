import CollectorCore
import SpoorWire

/// A body that could not be opened: the answer, what to keep of it, and the reason by which it is counted.
struct UnopenedBody: Error {
    /// The header that tells a client to keep what it sent, although the answer is 400; its value is the reason.
    static let header = "Spoor-Unopened"

    let status: Int
    let sentence: String
    /// A word for metrics.
    let reason: String
    /// Whether the body goes to the rejects; not where the fault is the collector's, since the sender keeps it then.
    let isKept: Bool

    static func unknownKey(_ id: String, project: String) -> UnopenedBody {
        UnopenedBody(
            status: 403,
            sentence: "Project '\(project)' has no key '\(Limits.truncated(id, limit: 80))': keep the data, and have "
                + "the key put back, or send with another ('spoor keys create').",
            reason: "unknown_key",
            isKept: false
        )
    }

    /// Whether the same records may well be taken later: sent again, under the right key, or by a newer collector.
    ///
    /// A beginning that is no packet's, or another version's, may have been one before a byte changed on its way. Not where
    /// what was opened shows that the sender made it so, which no second sending changes.
    var isPassing: Bool { self.reason != "malformed" }

    init(status: Int, sentence: String, reason: String, isKept: Bool) {
        self.status = status
        self.sentence = sentence
        self.reason = reason
        self.isKept = isKept
    }

    /// Judges why a body could not be read (DESIGN, the table of answers).
    ///
    /// - Parameters:
    ///   - error: What the decoder says.
    ///   - project: The project.
    ///   - mayMissKey: Whether the sender's key may be none of those that were tried: it named none, or some key of the
    ///     project cannot be read now.
    init(_ error: PacketError, project: String, mayMissKey: Bool) {
        switch error.fault {
        case .crypto(let crypto): self.init(crypto, project: project)
        case .unopened(let keys) where keys == 0 || mayMissKey:
            self.init(
                status: 403,
                sentence: "The body is encrypted, or no packet, and project '\(project)' has no shared key that opens "
                    + "it (\(keys) tried): keep the data, and have the key put back, or one made ('spoor keys create "
                    + "--kind shared').",
                reason: "unknown_key",
                isKept: false
            )
        case .overLimit, .tooManyRecords:
            self.init(status: 413, sentence: error.description, reason: "too_large", isKept: true)
        case .memory: self.init(status: 503, sentence: error.description, reason: "memory", isKept: false)
        case .damaged(_, let gzip) where gzip.fault == .memory:
            self.init(status: 503, sentence: error.description, reason: "memory", isKept: false)
        case .version, .flags: self.init(bad: error, "unknown_version")
        case .truncated, .trailing: self.init(bad: error, "truncated")
        case .checksum, .damaged: self.init(bad: error, "damaged")
        case .unopened: self.init(bad: error, "wrong_key_or_changed")
        case .notPacket: self.init(bad: error, "no_packet")
        default: self.init(bad: error, "malformed")
        }
    }

    private init(bad error: PacketError, _ reason: String) {
        self.init(status: 400, sentence: error.description, reason: reason, isKept: true)
    }

    private init(_ error: CryptoError, project: String) {
        let sentence = error.description
        switch error.fault {
        case .unknownKey(let id): self = .unknownKey(id, project: project)
        case .system: self.init(status: 503, sentence: sentence, reason: "memory", isKept: false)
        case .tooLarge: self.init(status: 413, sentence: sentence, reason: "too_large", isKept: true)
        case .truncated: self.init(status: 400, sentence: sentence, reason: "truncated", isKept: true)
        case .unknownForm: self.init(status: 400, sentence: sentence, reason: "unknown_version", isKept: true)
        case .notEncrypted: self.init(status: 400, sentence: sentence, reason: "no_packet", isKept: true)
        case .wrongKeyOrChanged:
            self.init(status: 400, sentence: sentence, reason: "wrong_key_or_changed", isKept: true)
        default: self.init(status: 400, sentence: sentence, reason: "malformed", isKept: true)
        }
    }
}

/// Opens bodies with the keys of a project as they are at that moment.
struct PacketOpener {
    let keys: KeyStore

    /// Reads a body by a decoder that has the project's keys; of a sender that names its key, that key alone.
    func open<Result>(
        _ request: HTTPRequest,
        project: String,
        _ body: (PacketDecoder, UnsafeRawBufferPointer) throws(PacketError) -> Result
    ) throws(UnopenedBody) -> Result {
        // Under no key and in no form is nothing a body.
        guard !request.body.bytes.isEmpty else {
            let empty = PacketError(fault: .truncated(needed: 1, found: 0))
            throw UnopenedBody(empty, project: project, mayMissKey: false)
        }
        let keys = self.keys.keys(project: project)
        var keyring = keys.keyring
        var mayMissKey = true
        if let id = request.headers["Spoor-Key"] ?? request.query["key"], !id.isEmpty {
            guard let named = keys.keyring(naming: id) else { throw .unknownKey(id, project: project) }
            keyring = named
            mayMissKey = !keys.problems.isEmpty
        }
        let decoder = PacketDecoder(keyring: keyring)
        do throws(PacketError) {
            return try body(decoder, request.body.bytes)
        } catch {
            throw UnopenedBody(error, project: project, mayMissKey: mayMissKey)
        }
    }
}
