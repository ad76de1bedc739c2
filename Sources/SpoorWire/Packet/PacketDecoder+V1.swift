extension PacketDecoder {
    /// Reads a packet of version 1.
    ///
    /// - Parameter bytes: The packet.
    /// - Returns: The records, in the packet's order.
    /// - Throws: ``PacketError`` with a sentence for the sender; nothing is decoded then.
    public func decodeV1(_ bytes: UnsafeRawBufferPointer) throws(PacketError) -> [PacketRecord] {
        try self.reading(bytes) { reader throws(PacketError) in
            let metaLength = Int(try reader.integer(UInt16.self))
            let count = Int(try reader.integer(UInt8.self))
            var lengths: [Int] = []
            var total = metaLength
            for _ in 0..<count {
                lengths.append(Int(try reader.integer(UInt32.self)))
                total += lengths.last ?? 0
            }
            guard total <= reader.left else { throw PacketError(fault: .truncated(needed: total, found: reader.left)) }
            guard total == reader.left else { throw PacketError(fault: .trailing(bytes: reader.left - total)) }
            let headerCount = reader.position
            let opened = try self.openMetasV1(try reader.take(metaLength), behind: headerCount, of: bytes)
            var records = try self.records()
            guard count == 0 || count == records.count else {
                throw PacketError(fault: .payloadCount(metas: records.count, payloads: count))
            }
            for (index, length) in lengths.enumerated() {
                let block = try reader.take(length)
                try self.inflate(block, .payload(index), header: opened.header, opener: opened.opener)
                records[index].payload = self.inflatedBytes
            }
            return records
        }
    }

    /// Reads a body of the meta endpoint of version 1.
    ///
    /// - Parameter bytes: The body.
    /// - Returns: The records, without payloads.
    /// - Throws: ``PacketError`` with a sentence for the sender; nothing is decoded then.
    public func decodeV1Metas(_ bytes: UnsafeRawBufferPointer) throws(PacketError) -> [PacketRecord] {
        try self.reading(bytes) { reader throws(PacketError) in
            _ = try self.openMetasV1(try reader.take(bytes.count), behind: 0, of: bytes)
            return try self.records()
        }
    }

    /// Inflates the metas, in whichever way they are closed: nothing in the form says it.
    private func openMetasV1(
        _ block: UnsafeRawBufferPointer,
        behind headerCount: Int,
        of bytes: UnsafeRawBufferPointer
    ) throws(PacketError) -> (opener: BlockOpener, header: UnsafeRawBufferPointer) {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        var problem = PacketError(fault: .unopened(sharedKeys: self.keyring.sharedKeys.count))
        if Envelope.isAtStart(of: block) {
            do throws(PacketError) {
                return try self.openSealedV1(block, behind: headerCount, of: bytes)
            } catch {
                problem = error
            }
        } else if block.count > 2, block[0] == 0x1F, block[1] == 0x8B {
            do throws(PacketError) {
                try self.inflate(block, .metas, header: nothing, opener: .none)
                return (.none, nothing)
            } catch {
                problem = error
            }
        }
        if case .overLimit = problem.fault { throw problem }
        // A random vector may begin as anything does, so the keys are tried after the above as well.
        for (_, key) in self.keyring.sharedKeys.sorted(by: { $0.key < $1.key }) {
            do throws(PacketError) {
                try self.inflate(block, .metas, header: nothing, opener: .aes128CBC(key))
                return (.aes128CBC(key), nothing)
            } catch {
                if case .overLimit = error.fault { throw error }
            }
        }
        throw problem
    }

    /// The ephemeral key stands in front of the metas; header and it are what all blocks are bound to.
    private func openSealedV1(
        _ block: UnsafeRawBufferPointer,
        behind headerCount: Int,
        of bytes: UnsafeRawBufferPointer
    ) throws(PacketError) -> (opener: BlockOpener, header: UnsafeRawBufferPointer) {
        var reader = PacketReader(block)
        let opener = try Envelope.read(from: &reader, keyring: self.keyring)
        let header = UnsafeRawBufferPointer(rebasing: bytes[..<(headerCount + reader.position)])
        try self.inflate(try reader.take(reader.left), .metas, header: header, opener: opener)
        return (opener, header)
    }
}
