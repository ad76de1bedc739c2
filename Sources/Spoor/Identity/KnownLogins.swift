import SpoorWire

/// The people who ever logged in on this device, so that none is bound to another by hand (bug case O-30).
///
/// Only hashes are kept, of the newest ones: enough to warn where the mistake is made. The receiver refuses what this
/// does not see.
struct KnownLogins: Equatable, Sendable {
    /// The most hashes that are kept; a person has one or two.
    static let limit = 128

    private(set) var hashes: [UInt64] = []

    /// Whether this was somebody's login id.
    func contains(_ id: String) -> Bool { self.hashes.contains(Self.hash(id)) }

    /// Takes note of a person.
    ///
    /// - Returns: whether that is new.
    mutating func note(_ login: Identity.Login) -> Bool {
        var isNew = false
        for hash in [Self.hash(login.value), Self.hash(login.wireID)] where !self.hashes.contains(hash) {
            self.hashes.append(hash)
            isNew = true
        }
        self.hashes.removeFirst(max(0, self.hashes.count - Self.limit))
        return isNew
    }

    /// The hashes as the state file keeps them.
    var json: JSONValue { .array(self.hashes.map { .string(String($0, radix: 16)) }) }

    init() {}

    /// Reads what ``json`` wrote; what does not fit is skipped.
    init(_ json: JSONValue?) {
        self.hashes = (json?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { UInt64($0, radix: 16) } }
    }

    /// FNV-1a with 64 bits.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    }
}
