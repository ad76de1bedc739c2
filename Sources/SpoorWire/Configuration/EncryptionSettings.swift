/// How a document wants bodies to be encrypted; only a signed one is believed.
public enum EncryptionSettings: Equatable, Sendable {
    /// Not at all.
    case none

    /// By AES-128-CBC with a key of 16 bytes that both ends have.
    case aes128CBC(id: String, key: [UInt8])

    /// To the collector's public key: P-256, 65 bytes in the uncompressed form.
    case sealed(id: String, publicKey: [UInt8])

    /// The setting as JSON.
    public var json: JSONValue {
        switch self {
        case .none: ["kind": "none"]
        case .aes128CBC(let id, let key):
            ["kind": "aes128CBC", "id": .string(id), "key": .string(Self.base64(key))]
        case .sealed(let id, let publicKey):
            ["kind": "sealed", "id": .string(id), "publicKey": .string(Self.base64(publicKey))]
        }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.withUnsafeBytes { Base64.encode($0) }, as: UTF8.self)
    }
}
