/// The native JSON body, compressed and encrypted behind a small header.
///
/// For collectors that are reached through what can look into TLS; the receiver decrypts it and goes on as if the JSON
/// had come as it was.
public enum EncryptedBody {
    /// The content type of the request.
    public static let contentType = "application/vnd.spoor.encrypted"

    /// Makes a body of JSON.
    ///
    /// - Parameters:
    ///   - json: The array of events.
    ///   - encryption: How it is encrypted; not `.none`.
    ///   - random: Where the initialisation vector or the ephemeral key comes from.
    /// - Returns: The body.
    /// - Throws: ``PacketError``.
    public static func encode(
        json: [UInt8],
        encryption: Encryption,
        random: @escaping RandomBytes = SystemRandom.bytes
    ) throws(PacketError) -> [UInt8] {
        var writer = ByteWriter(capacity: json.count / 4 + 256)
        let encoder = PacketEncoder(random: random)
        try json.withUnsafeBufferPointer { buffer throws(PacketError) in
            try encoder.encodeBody(UnsafeRawBufferPointer(buffer), encryption: encryption, into: &writer)
        }
        return writer.bytes
    }

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - keyring: The keys to open it with.
    ///   - limits: What is accepted.
    /// - Returns: The JSON.
    /// - Throws: ``PacketError`` with a sentence for the sender.
    public static func decode(
        bytes: [UInt8],
        keyring: Keyring,
        limits: PacketLimits = PacketLimits()
    ) throws(PacketError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { buffer throws(PacketError) in
            try PacketDecoder(keyring: keyring, limits: limits).decodeBody(UnsafeRawBufferPointer(buffer))
        }
    }
}

extension PacketEncoder {
    /// Makes an encrypted body of JSON onto the end of `writer`.
    ///
    /// - Parameters:
    ///   - json: The array of events.
    ///   - encryption: How it is encrypted; not `.none`.
    ///   - writer: Gets the body; nothing on an error.
    /// - Throws: ``PacketError``.
    public func encodeBody(
        _ json: UnsafeRawBufferPointer,
        encryption: Encryption,
        into writer: inout ByteWriter
    ) throws(PacketError) {
        let closer = try PacketError.wrap { () throws(CryptoError) in
            guard encryption != .none else { throw CryptoError(fault: .noEncryption) }
            return try BlockCloser(encryption, random: self.random)
        }
        let start = writer.count
        self.header.removeAll()
        Envelope.append(closer, to: &self.header)
        try self.closeBody(json, with: closer, into: &writer)
        let checksum = writer.withBytes { PacketBytes.checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        writer.append(bigEndian: checksum)
    }
}

extension PacketDecoder {
    /// Reads an encrypted body.
    ///
    /// - Parameter bytes: The body.
    /// - Returns: The JSON.
    /// - Throws: ``PacketError`` with a sentence for the sender.
    public func decodeBody(_ bytes: UnsafeRawBufferPointer) throws(PacketError) -> [UInt8] {
        try self.reading(bytes) { reader throws(PacketError) in
            guard Envelope.isAtStart(of: bytes) else {
                throw PacketError(fault: .crypto(CryptoError(fault: .notEncrypted)))
            }
            let end = bytes.count - PacketBytes.checksumCount
            guard end >= 6 else { throw PacketError(fault: .crypto(CryptoError(fault: .truncated))) }
            try PacketBytes.verifyChecksum(bytes)
            let opener = try Envelope.read(from: &reader, keyring: self.keyring)
            let header = reader.done
            guard reader.position <= end else { throw PacketError(fault: .crypto(CryptoError(fault: .truncated))) }
            try self.inflate(try reader.take(end - reader.position), .packet, header: header, opener: opener)
            return self.inflatedBytes
        }
    }
}
