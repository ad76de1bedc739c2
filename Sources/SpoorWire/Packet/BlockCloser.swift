/// How the blocks of a packet or body are encrypted, as its header says it.
enum EncryptionKind: UInt8 {
    case none = 0
    case aes128CBC = 1
    case sealed = 2
}

/// Closes the blocks of one packet or body.
struct BlockCloser {
    private enum Mode {
        case none
        case aes128CBC(SharedKey)
        case sealed(Sealing)
    }

    private let mode: Mode
    private let keyID: String
    private let random: RandomBytes

    init(_ encryption: Encryption, random: @escaping RandomBytes) throws(CryptoError) {
        self.random = random
        self.keyID = encryption.keyID ?? ""
        switch encryption {
        case .none: self.mode = .none
        case .aes128CBC(let key): self.mode = .aes128CBC(key)
        case .sealed(let key): self.mode = .sealed(try Sealing(to: key, random: random))
        }
    }

    var kind: EncryptionKind {
        switch self.mode {
        case .none: .none
        case .aes128CBC: .aes128CBC
        case .sealed: .sealed
        }
    }

    /// How many bytes a block of `count` has when it is closed.
    func closedCount(_ count: Int) -> Int {
        switch self.mode {
        case .none: count
        case .aes128CBC: AESCBC.encryptedCount(count)
        case .sealed: count + Sealing.tagCount
        }
    }

    /// Writes what the receiver needs to find the key: nothing without encryption.
    func appendKey(to writer: inout ByteWriter) {
        guard self.kind != .none else { return }
        writer.append(byte: UInt8(truncatingIfNeeded: self.keyID.utf8.count))
        writer.append(utf8: self.keyID)
        if case .sealed(let sealing) = self.mode { writer.append(bytes: sealing.ephemeralKey) }
    }

    /// Closes a block onto the end of `writer`.
    func close(
        _ bytes: UnsafeRawBufferPointer,
        block: UInt32,
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) throws(CryptoError) {
        switch self.mode {
        case .none: writer.append(bytes: bytes)
        case .aes128CBC(let key): try AESCBC.encrypt(bytes, key: key, random: self.random, into: &writer)
        case .sealed(let sealing): try sealing.seal(bytes, block: block, header: header, into: &writer)
        }
    }
}
