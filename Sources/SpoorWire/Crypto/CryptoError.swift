/// Why something could not be encrypted, opened, signed or read as a key.
public struct CryptoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Fault: Equatable, Sendable {
        /// The id of a key is not 1 to 64 letters, digits, `_`, `.` or `-`.
        case keyID(String)

        /// A key has another length than its kind.
        case keyLength(expected: Int, found: Int)

        /// The text of a key is no Base64, or a line of a key file is of another form.
        case keyText(line: Int?)

        /// The bytes are no key of the curve P-256.
        case invalidKey(id: String)

        /// The keyring has no key of this id.
        case unknownKey(id: String)

        /// The key is another one than it was closed with, or the bytes were changed on the way.
        case wrongKeyOrChanged(id: String)

        /// The bytes end before what was encrypted does.
        case truncated

        /// The bytes do not begin as an encrypted body does.
        case notEncrypted

        /// The encrypted body is of a version or kind that this reader does not know.
        case unknownForm(version: UInt8, kind: UInt8)

        /// More bytes than one operation takes.
        case tooLarge(bytes: Int)

        /// Something must be encrypted, but no encryption is set.
        case noEncryption

        /// The source of random bytes gave too few, or none that can be a key.
        case random

        /// The cryptographic library failed, for want of memory.
        case system
    }

    /// What went wrong.
    public let fault: Fault

    /// Creates an error.
    public init(fault: Fault) { self.fault = fault }

    /// What went wrong, and what to do.
    public var description: String {
        switch self.fault {
        case .keyID(let id):
            "The key id '\(Limits.truncated(id, limit: 80))' is not 1 to 64 letters, digits, '_', '.' or '-'; rename the key."
        case .keyLength(let expected, let found):
            "The key has \(found) bytes, but its kind has \(expected); copy it whole."
        case .keyText(nil):
            "The key's text is not Base64; copy it whole."
        case .keyText(let line?):
            "Line \(line) of the keys is not 'opening ID BASE64' or 'shared ID BASE64'; correct or remove it."
        case .invalidKey(let id):
            "The key '\(id)' is no key of the curve P-256; make a new one."
        case .unknownKey(let id):
            "There is no key '\(Limits.truncated(id, limit: 80))' here; add it to the keyring, or send with one that is."
        case .wrongKeyOrChanged(let id):
            "The bytes do not open with the key '\(id)': they were encrypted with another key, or changed on the way."
        case .truncated:
            "The encrypted bytes end too early; send them whole."
        case .notEncrypted:
            "The body does not begin as an encrypted one does; send it with the content type of what it is."
        case .unknownForm(let version, let kind):
            "The encrypted body has version \(version) and kind \(kind), which this reader does not know; update it."
        case .tooLarge(let bytes):
            "\(bytes) bytes are more than are encrypted in one piece; send smaller batches."
        case .noEncryption:
            "An encrypted body needs a key, but the encryption is none; set one, or send the body as it is."
        case .random:
            "The source of random bytes gave none that serve; check the one that was handed in."
        case .system:
            "The cryptographic library failed, probably for want of memory; try again later."
        }
    }
}
