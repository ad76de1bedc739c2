extension PacketDecoder {
    /// Reads a packet of version 2.
    ///
    /// - Parameter bytes: The packet.
    /// - Returns: The records, in the packet's order.
    /// - Throws: ``PacketError`` with a sentence for the sender; nothing is decoded then.
    public func decodeV2(_ bytes: UnsafeRawBufferPointer) throws(PacketError) -> [PacketRecord] {
        try self.reading(bytes) { reader throws(PacketError) in
            let header = try PacketHeaderV2.read(from: &reader, keyring: self.keyring)
            let aad = reader.done
            let metas = try reader.take(header.metaLength)
            try self.inflate(metas, .metas, header: aad, opener: header.opener)
            var records = try self.records()
            let places = try Self.places(of: header.payloads, in: records)
            for (index, payload) in header.payloads.enumerated() {
                let block = try reader.take(payload.length)
                try self.inflate(block, .payload(index), header: aad, opener: header.opener)
                records[places[index]].payload = self.inflatedBytes
            }
            return records
        }
    }

    /// The record of each payload.
    private static func places(
        of payloads: [PacketHeaderV2.Payload],
        in records: [PacketRecord]
    ) throws(PacketError) -> [Int] {
        guard !payloads.isEmpty else { return [] }
        let taken = -1
        let repeated = -2
        var found: [UInt64: Int] = [:]
        found.reserveCapacity(records.count)
        for (index, record) in records.enumerated() where !record.reportID.isEmpty {
            let hash = ReportID.hash(record.reportID)
            found[hash] = found[hash] == nil ? index : repeated
        }
        var places: [Int] = []
        places.reserveCapacity(payloads.count)
        for (index, payload) in payloads.enumerated() {
            guard let place = found.updateValue(taken, forKey: payload.hash) else {
                throw PacketError(fault: .unmatchedPayload(index))
            }
            guard place >= 0 else { throw PacketError(fault: .ambiguousPayload(index)) }
            places.append(place)
        }
        return places
    }
}

/// What stands in front of the blocks of a packet of version 2.
struct PacketHeaderV2 {
    struct Payload {
        var hash: UInt64
        var length: Int
    }

    static let payloadEntryCount = 12

    var opener: BlockOpener
    var metaLength: Int
    var payloads: [Payload] = []

    /// Reads the header, after the checksum of the whole was found to fit; all lengths lie within the packet then.
    static func read(from reader: inout PacketReader, keyring: Keyring) throws(PacketError) -> PacketHeaderV2 {
        guard let magic = try? reader.take(4), PacketBytes.equal(magic, PacketV2.magic) else {
            throw PacketError(fault: .notPacket)
        }
        let version = try reader.integer(UInt8.self)
        guard version == PacketV2.version else { throw PacketError(fault: .version(version)) }
        let flags = try reader.integer(UInt8.self)
        guard let kind = EncryptionKind(rawValue: flags) else { throw PacketError(fault: .flags(flags)) }
        let needed = 6 + PacketBytes.checksumCount
        guard reader.left >= needed else { throw PacketError(fault: .truncated(needed: needed, found: reader.left)) }
        try PacketBytes.verifyChecksum(reader.bytes)
        let metaLength = Int(try reader.integer(UInt32.self))
        let count = Int(try reader.integer(UInt16.self))
        let opener = try BlockOpener.read(kind, from: &reader, keyring: keyring)
        var header = PacketHeaderV2(opener: opener, metaLength: metaLength)
        var total = metaLength + PacketBytes.checksumCount
        guard count * self.payloadEntryCount <= reader.left else {
            throw PacketError(fault: .truncated(needed: count * self.payloadEntryCount, found: reader.left))
        }
        header.payloads.reserveCapacity(count)
        for _ in 0..<count {
            let hash = try reader.integer(UInt64.self)
            let length = Int(try reader.integer(UInt32.self))
            header.payloads.append(Payload(hash: hash, length: length))
            total += length
        }
        guard total <= reader.left else { throw PacketError(fault: .truncated(needed: total, found: reader.left)) }
        guard total == reader.left else { throw PacketError(fault: .trailing(bytes: reader.left - total)) }
        return header
    }
}
