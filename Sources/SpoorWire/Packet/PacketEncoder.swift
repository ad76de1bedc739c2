/// Makes packets of records, in memory that is used again for the next packet.
///
/// Confined to one thread at a time. The `encode` functions of ``PacketV1`` and ``PacketV2`` make one for a single
/// packet.
public final class PacketEncoder {
    let random: RandomBytes
    private let gzip: GzipEncoder
    private var joined = ByteWriter()
    private var blocks = ByteWriter(capacity: 4096)
    private var ends: [Int] = []
    var header = ByteWriter()

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - level: Of compression, 0 (none) to 9 (smallest).
    ///   - random: Where initialisation vectors and ephemeral keys come from.
    public init(level: Int32 = 1, random: @escaping RandomBytes = SystemRandom.bytes) {
        self.gzip = GzipEncoder(level: level)
        self.random = random
    }

    /// The blocks of the present packet, compressed and not yet closed.
    var blockCount: Int { self.ends.count }

    func count(ofBlock index: Int) -> Int { self.ends[index] - (index == 0 ? 0 : self.ends[index - 1]) }

    /// Compresses the metas, and the payloads where they are wanted: the blocks of the packet.
    func compress(_ records: [PacketRecord], withPayloads: Bool) throws(PacketError) {
        self.joined.removeAll()
        self.blocks.removeAll()
        self.ends.removeAll(keepingCapacity: true)
        for (index, record) in records.enumerated() {
            guard !record.meta.isEmpty else { throw PacketError(fault: .emptyMeta(record: index)) }
            if index > 0 { self.joined.append(byte: PacketBytes.lineBreak) }
            let start = self.joined.count
            self.joined.append(bytes: record.meta)
            guard self.joined.withBytes({ PacketBytes.lineBreak(in: $0, from: start) }) == nil else {
                throw PacketError(fault: .lineBreak(record: index))
            }
        }
        try self.joined.withBytes { bytes throws(PacketError) in try self.compressBlock(bytes) }
        guard withPayloads else { return }
        for record in records {
            guard let payload = record.payload else { continue }
            try payload.withUnsafeBufferPointer { buffer throws(PacketError) in
                try self.compressBlock(UnsafeRawBufferPointer(buffer))
            }
        }
    }

    /// Writes `header`, and behind it all blocks, closed and bound to it; nothing on an error.
    func close(with closer: BlockCloser, into writer: inout ByteWriter) throws(PacketError) {
        let begin = writer.count
        do throws(PacketError) {
            try PacketError.wrap { () throws(CryptoError) in try self.closeBlocks(with: closer, into: &writer) }
        } catch {
            writer.truncate(to: begin)
            throw error
        }
    }

    private func closeBlocks(with closer: BlockCloser, into writer: inout ByteWriter) throws(CryptoError) {
        self.header.withBytes { writer.append(bytes: $0) }
        var start = 0
        for (index, end) in self.ends.enumerated() {
            try self.blocks.withBytes { blocks throws(CryptoError) in
                try self.header.withBytes { header throws(CryptoError) in
                    let block = UnsafeRawBufferPointer(rebasing: blocks[start..<end])
                    try closer.close(block, block: UInt32(truncatingIfNeeded: index), header: header, into: &writer)
                }
            }
            start = end
        }
    }

    /// Compresses and closes one body as a single block behind what is in `header`.
    func closeBody(
        _ bytes: UnsafeRawBufferPointer,
        with closer: BlockCloser,
        into writer: inout ByteWriter
    ) throws(PacketError) {
        self.blocks.removeAll()
        self.ends.removeAll(keepingCapacity: true)
        try self.compressBlock(bytes)
        try self.close(with: closer, into: &writer)
    }

    /// The length of a closed block, for a field of the header's.
    func length<Integer: FixedWidthInteger & UnsignedInteger>(
        ofBlock index: Int,
        _ closer: BlockCloser,
        extra: Int = 0,
        as type: Integer.Type
    ) throws(PacketError) -> Integer {
        let count = closer.closedCount(self.count(ofBlock: index)) + extra
        guard let length = Integer(exactly: count) else {
            let part: PacketError.Part = index == 0 ? .metas : .payload(index - 1)
            throw PacketError(fault: .tooLarge(part, bytes: count, limit: Int(Integer.max)))
        }
        return length
    }

    /// Refuses records whose payloads the receiver could not match to their metas.
    func checkReportIDs(_ records: [PacketRecord]) throws(PacketError) {
        var seen: [UInt64: Int] = [:]
        seen.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            let id = record.meta.withUnsafeBytes { ReportID.first(in: $0) }
            // The receiver goes by what the meta says, so a meta without a payload must not say another's id either.
            guard record.payload == nil || id == record.reportID else {
                throw PacketError(fault: .reportID(record: index))
            }
            guard let id else { continue }
            if let first = seen.updateValue(index, forKey: ReportID.hash(id)),
                record.payload != nil || records[first].payload != nil
            {
                throw PacketError(fault: .collision(first: first, second: index))
            }
        }
    }

    private func compressBlock(_ bytes: UnsafeRawBufferPointer) throws(PacketError) {
        guard self.gzip.compress(bytes, into: &self.blocks) else { throw PacketError(fault: .memory) }
        self.ends.append(self.blocks.count)
    }
}
