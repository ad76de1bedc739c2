/// The packet of older Prism clients and receivers: lengths, metas, payloads; no magic, no checksum.
///
/// Records without a payload go to the meta endpoint as ``encodeMetas(records:encryption:random:)`` makes it; those with
/// one go to the detail endpoint as a packet, in which payloads and metas are matched by position.
public enum PacketV1 {
    /// The content type of the requests.
    public static let contentType = "application/octet-stream"

    /// The most bytes of the block of metas.
    public static let maxMetaBytes = Int(UInt16.max)

    /// The most payloads of a packet.
    public static let maxPayloads = Int(UInt8.max)

    /// Makes a packet of records that all have a payload.
    ///
    /// - Parameters:
    ///   - records: What is sent, in this order.
    ///   - encryption: How the blocks are encrypted.
    ///   - random: Where initialisation vectors and the ephemeral key come from.
    /// - Returns: The packet.
    /// - Throws: ``PacketError``; ask its ``PacketError/asksToSplit`` whether fewer records would do.
    public static func encode(
        records: [PacketRecord],
        encryption: Encryption = .none,
        random: @escaping RandomBytes = SystemRandom.bytes
    ) throws(PacketError) -> [UInt8] {
        var writer = ByteWriter(capacity: 4096)
        try PacketEncoder(random: random).encodeV1(records, encryption: encryption, into: &writer)
        return writer.bytes
    }

    /// Makes a body of the metas alone; payloads are left out.
    ///
    /// - Parameters:
    ///   - records: Whose metas are sent, in this order.
    ///   - encryption: How the body is encrypted.
    ///   - random: Where initialisation vectors and the ephemeral key come from.
    /// - Returns: The body.
    /// - Throws: ``PacketError``.
    public static func encodeMetas(
        records: [PacketRecord],
        encryption: Encryption = .none,
        random: @escaping RandomBytes = SystemRandom.bytes
    ) throws(PacketError) -> [UInt8] {
        var writer = ByteWriter(capacity: 4096)
        try PacketEncoder(random: random).encodeV1Metas(records, encryption: encryption, into: &writer)
        return writer.bytes
    }

    /// Reads a packet.
    ///
    /// - Parameters:
    ///   - bytes: The packet.
    ///   - keyring: The keys to open it with. The packet names no shared key, so each is tried.
    ///   - limits: What is accepted.
    /// - Returns: The records, in the packet's order.
    /// - Throws: ``PacketError`` with a sentence for the sender; nothing is decoded then.
    public static func decode(
        bytes: [UInt8],
        keyring: Keyring = Keyring(),
        limits: PacketLimits = PacketLimits()
    ) throws(PacketError) -> [PacketRecord] {
        try bytes.withUnsafeBufferPointer { buffer throws(PacketError) in
            try PacketDecoder(keyring: keyring, limits: limits).decodeV1(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Reads a body of metas alone.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - keyring: The keys to open it with. The body names no shared key, so each is tried.
    ///   - limits: What is accepted.
    /// - Returns: The records, without payloads.
    /// - Throws: ``PacketError`` with a sentence for the sender; nothing is decoded then.
    public static func decodeMetas(
        bytes: [UInt8],
        keyring: Keyring = Keyring(),
        limits: PacketLimits = PacketLimits()
    ) throws(PacketError) -> [PacketRecord] {
        try bytes.withUnsafeBufferPointer { buffer throws(PacketError) in
            try PacketDecoder(keyring: keyring, limits: limits).decodeV1Metas(UnsafeRawBufferPointer(buffer))
        }
    }
}

extension PacketEncoder {
    /// Makes a packet of version 1 onto the end of `writer`.
    ///
    /// - Parameters:
    ///   - records: What is sent, in this order; each has a payload.
    ///   - encryption: How the blocks are encrypted.
    ///   - writer: Gets the packet; nothing on an error.
    /// - Throws: ``PacketError``; ask its ``PacketError/asksToSplit`` whether fewer records would do.
    public func encodeV1(
        _ records: [PacketRecord],
        encryption: Encryption,
        into writer: inout ByteWriter
    ) throws(PacketError) {
        if let index = records.firstIndex(where: { $0.payload == nil }) {
            throw PacketError(fault: .noPayload(record: index))
        }
        guard records.count <= PacketV1.maxPayloads else {
            throw PacketError(fault: .tooManyPayloads(count: records.count, limit: PacketV1.maxPayloads))
        }
        try self.compress(records, withPayloads: true)
        try self.writeV1(encryption, hasHeader: true, into: &writer)
    }

    /// Makes a body of version 1 for the meta endpoint onto the end of `writer`; payloads are left out.
    ///
    /// - Parameters:
    ///   - records: Whose metas are sent, in this order.
    ///   - encryption: How the body is encrypted.
    ///   - writer: Gets the body; nothing on an error.
    /// - Throws: ``PacketError``.
    public func encodeV1Metas(
        _ records: [PacketRecord],
        encryption: Encryption,
        into writer: inout ByteWriter
    ) throws(PacketError) {
        try self.compress(records, withPayloads: false)
        try self.writeV1(encryption, hasHeader: false, into: &writer)
    }

    private func writeV1(
        _ encryption: Encryption,
        hasHeader: Bool,
        into writer: inout ByteWriter
    ) throws(PacketError) {
        let closer = try PacketError.wrap { () throws(CryptoError) in
            try BlockCloser(encryption, random: self.random)
        }
        // The form has no place for the sender's ephemeral key, so that stands in front of the first block.
        var envelope = ByteWriter(capacity: 160)
        if closer.kind == .sealed { Envelope.append(closer, to: &envelope) }
        self.header.removeAll()
        if hasHeader {
            self.header.append(bigEndian: try self.length(ofBlock: 0, closer, extra: envelope.count, as: UInt16.self))
            self.header.append(byte: UInt8(truncatingIfNeeded: self.blockCount - 1))
            for block in 1..<max(self.blockCount, 1) {
                self.header.append(bigEndian: try self.length(ofBlock: block, closer, as: UInt32.self))
            }
        }
        envelope.withBytes { self.header.append(bytes: $0) }
        try self.close(with: closer, into: &writer)
    }
}
