public import SpoorWire

/// Says whether a configuration was signed by a key that is built into the app.
public struct SignatureCheck: Sendable {
    /// The header field that carries the signature: `<key id>:<base64 of the 64 bytes>`.
    public static let header = "Spoor-Signature"

    /// The keys that are known.
    public var keyIDs: Set<String>

    /// Whether a key, by its id, made this signature (64 bytes) over these bytes.
    public var verifies: @Sendable (_ keyID: String, _ signature: [UInt8], _ body: [UInt8]) -> Bool

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - keyIDs: the keys that are known.
    ///   - verifies: whether a key made a signature over the bytes of a body.
    public init(
        keyIDs: Set<String>,
        verifies: @escaping @Sendable (_ keyID: String, _ signature: [UInt8], _ body: [UInt8]) -> Bool
    ) {
        self.keyIDs = keyIDs
        self.verifies = verifies
    }

    /// A check by keys that are built into the app.
    ///
    /// - Parameter keys: the keys; several let the collector change from one to another.
    public init(_ keys: [VerifyingKey]) {
        let known = Dictionary(keys.map { ($0.id, $0) }) { _, last in last }
        self.init(keyIDs: Set(known.keys)) { known[$0]?.isValid(signature: $1, of: $2) ?? false }
    }

    /// A check that knows no key: every document counts as unsigned.
    public static let none = SignatureCheck(keyIDs: []) { _, _, _ in false }

    /// What a header's value says of a body.
    enum Finding: Equatable {
        /// A known key made it.
        case signed
        /// There is none, or none by a known key; the text says which, where there is something to say.
        case unsigned(String?)
        /// A known key did not make it: the bytes were changed, or somebody pretends.
        case wrong(keyID: String)
    }

    func find(_ header: String?, of body: [UInt8]) -> Finding {
        guard !self.keyIDs.isEmpty else { return .unsigned(nil) }
        guard let header, !header.isEmpty else { return .unsigned("it has no signature") }
        guard let colon = header.lastIndex(of: ":") else { return .unsigned("its signature names no key") }
        let keyID = String(header[..<colon]).trimmedSpaces
        guard self.keyIDs.contains(keyID) else {
            return .unsigned("its key '\(keyID.prefix(60))' is not one that the app knows")
        }
        let text = Array(String(header[header.index(after: colon)...]).trimmedSpaces.utf8)
        guard let signature = text.withUnsafeBytes({ Base64.decode($0) }), signature.count == 64,
            self.verifies(keyID, signature, body)
        else { return .wrong(keyID: keyID) }
        return .signed
    }
}
