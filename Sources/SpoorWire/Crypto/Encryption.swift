/// How what leaves the device is encrypted, beneath whatever TLS does.
public enum Encryption: Hashable, Sendable {
    /// Not at all.
    case none

    /// AES-128 in CBC mode under a key that both ends hold, as older Prism receivers expect it.
    ///
    /// It hides the bytes, but does not prove that nobody changed them; prefer ``sealed(_:)``.
    case aes128CBC(SharedKey)

    /// To the collector's public key: a fresh P-256 key for each body, then AES-256-GCM.
    ///
    /// What is in the app opens nothing, and a changed byte is always noticed.
    case sealed(SealingKey)

    /// The id of the key, if there is one.
    public var keyID: String? {
        switch self {
        case .none: nil
        case .aes128CBC(let key): key.id
        case .sealed(let key): key.id
        }
    }
}
