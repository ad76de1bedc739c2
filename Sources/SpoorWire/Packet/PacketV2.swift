/// The packet with names for its payloads and a checksum: what channels send unless told otherwise.
///
/// Metas with and without payloads mix; each payload finds its meta by the hash of its report id.
public enum PacketV2 {
    /// The content type of the request.
    public static let contentType = "application/vnd.spoor.packet"

    static let magic: StaticString = "SPOR"
    static let version: UInt8 = 2

    /// Makes a packet of records.
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
        try PacketEncoder(random: random).encodeV2(records, encryption: encryption, into: &writer)
        return writer.bytes
    }

    /// Reads a packet.
    ///
    /// - Parameters:
    ///   - bytes: The packet.
    ///   - keyring: The keys to open it with.
    ///   - limits: What is accepted.
    /// - Returns: The records, in the packet's order.
    /// - Throws: ``PacketError`` with a sentence for the sender; nothing is decoded then.
    public static func decode(
        bytes: [UInt8],
        keyring: Keyring = Keyring(),
        limits: PacketLimits = PacketLimits()
    ) throws(PacketError) -> [PacketRecord] {
        try bytes.withUnsafeBufferPointer { buffer throws(PacketError) in
            try PacketDecoder(keyring: keyring, limits: limits).decodeV2(UnsafeRawBufferPointer(buffer))
        }
    }
}

extension PacketEncoder {
    /// Makes a packet of version 2 onto the end of `writer`.
    ///
    /// - Parameters:
    ///   - records: What is sent, in this order.
    ///   - encryption: How the blocks are encrypted.
    ///   - writer: Gets the packet; nothing on an error.
    /// - Throws: ``PacketError``; ask its ``PacketError/asksToSplit`` whether fewer records would do.
    public func encodeV2(
        _ records: [PacketRecord],
        encryption: Encryption,
        into writer: inout ByteWriter
    ) throws(PacketError) {
        let payloads = records.reduce(0) { $1.payload == nil ? $0 : $0 + 1 }
        guard UInt16(exactly: payloads) != nil else {
            throw PacketError(fault: .tooManyPayloads(count: payloads, limit: Int(UInt16.max)))
        }
        if payloads > 0 { try self.checkReportIDs(records) }
        try self.compress(records, withPayloads: true)
        let closer = try PacketError.wrap { () throws(CryptoError) in
            try BlockCloser(encryption, random: self.random)
        }
        try self.writeHeaderV2(records, closer: closer)
        let start = writer.count
        try self.close(with: closer, into: &writer)
        let checksum = writer.withBytes { PacketBytes.checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        writer.append(bigEndian: checksum)
    }

    private func writeHeaderV2(_ records: [PacketRecord], closer: BlockCloser) throws(PacketError) {
        self.header.removeAll()
        self.header.append(PacketV2.magic)
        self.header.append(byte: PacketV2.version)
        self.header.append(byte: closer.kind.rawValue)
        self.header.append(bigEndian: try self.length(ofBlock: 0, closer, as: UInt32.self))
        self.header.append(bigEndian: UInt16(truncatingIfNeeded: self.blockCount - 1))
        closer.appendKey(to: &self.header)
        var block = 0
        for record in records where record.payload != nil {
            block += 1
            self.header.append(bigEndian: ReportID.hash(record.reportID))
            self.header.append(bigEndian: try self.length(ofBlock: block, closer, as: UInt32.self))
        }
    }
}
