/// Opens the blocks of one packet or body.
enum BlockOpener {
    case none
    case aes128CBC(SharedKey)
    case sealed(Sealing)

    /// Reads from a header which key is asked for, and takes it from the keyring.
    static func read(
        _ kind: EncryptionKind,
        from reader: inout PacketReader,
        keyring: Keyring
    ) throws(PacketError) -> BlockOpener {
        guard kind != .none else { return .none }
        let length = try reader.integer(UInt8.self)
        let id = String(decoding: try reader.take(Int(length)), as: UTF8.self)
        do throws(CryptoError) {
            guard KeyRules.isValid(id: id) else { throw CryptoError(fault: .keyID(id)) }
            guard kind == .sealed else { return .aes128CBC(try keyring.sharedKey(id)) }
            let key = try keyring.openingKey(id)
            guard reader.left >= Sealing.ephemeralCount else { throw CryptoError(fault: .truncated) }
            let ephemeral = try Self.ephemeral(from: &reader)
            return .sealed(try Sealing(from: ephemeral, with: key))
        } catch {
            throw PacketError(fault: .crypto(error))
        }
    }

    private static func ephemeral(from reader: inout PacketReader) throws(CryptoError) -> [UInt8] {
        do throws(PacketError) {
            return Array(try reader.take(Sealing.ephemeralCount))
        } catch {
            throw CryptoError(fault: .truncated)
        }
    }

    /// Opens a block onto the end of `writer`.
    func open(
        _ bytes: UnsafeRawBufferPointer,
        block: UInt32,
        header: UnsafeRawBufferPointer,
        into writer: inout ByteWriter
    ) throws(CryptoError) {
        switch self {
        case .none: writer.append(bytes: bytes)
        case .aes128CBC(let key): try AESCBC.decrypt(bytes, key: key, into: &writer)
        case .sealed(let sealing): try sealing.open(bytes, block: block, header: header, into: &writer)
        }
    }

    /// What a block that opened but does not inflate means.
    ///
    /// CBC does not notice a wrong key by itself. One answer for padding and content alike tells nobody which it was.
    func failure(_ error: GzipError, of part: PacketError.Part) -> PacketError {
        if case .tooLarge(let limit) = error.fault { return PacketError(fault: .overLimit(part, limit: limit)) }
        if case .aes128CBC(let key) = self, error.fault != .memory {
            return PacketError(fault: .crypto(CryptoError(fault: .wrongKeyOrChanged(id: key.id))))
        }
        return PacketError(fault: .damaged(part, error))
    }
}
