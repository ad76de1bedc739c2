/// What stands in front of encrypted bytes that are no packet of version 2: magic, version, kind, key.
enum Envelope {
    static let magic: StaticString = "SPOE"
    static let version: UInt8 = 1

    static func append(_ closer: BlockCloser, to writer: inout ByteWriter) {
        writer.append(self.magic)
        writer.append(byte: self.version)
        writer.append(byte: closer.kind.rawValue)
        closer.appendKey(to: &writer)
    }

    static func isAtStart(of bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 4 && PacketBytes.equal(UnsafeRawBufferPointer(rebasing: bytes[..<4]), self.magic)
    }

    static func read(from reader: inout PacketReader, keyring: Keyring) throws(PacketError) -> BlockOpener {
        guard PacketBytes.equal(try reader.take(4), self.magic) else {
            throw PacketError(fault: .crypto(CryptoError(fault: .notEncrypted)))
        }
        let version = try reader.integer(UInt8.self)
        let number = try reader.integer(UInt8.self)
        guard version == self.version, let kind = EncryptionKind(rawValue: number), kind != .none else {
            throw PacketError(fault: .crypto(CryptoError(fault: .unknownForm(version: version, kind: number))))
        }
        return try BlockOpener.read(kind, from: &reader, keyring: keyring)
    }
}
