/// Reads packets, in memory that is used again for the next one.
///
/// Confined to one thread at a time. The `decode` functions of ``PacketV1``, ``PacketV2`` and ``EncryptedBody`` make one
/// for a single packet.
public final class PacketDecoder {
    /// The keys to open packets with.
    public var keyring: Keyring

    /// What is accepted.
    public var limits: PacketLimits

    private var opened = ByteWriter()
    private var inflated = ByteWriter(capacity: 4096)
    private var budget = 0

    /// Creates a decoder.
    public init(keyring: Keyring = Keyring(), limits: PacketLimits = PacketLimits()) {
        self.keyring = keyring
        self.limits = limits
    }

    /// Runs one decoding: refuses what is too large before it is looked at, and gives large buffers back after it.
    func reading<Result>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (inout PacketReader) throws(PacketError) -> Result
    ) throws(PacketError) -> Result {
        guard bytes.count <= self.limits.maxPacketBytes else {
            throw PacketError(fault: .overLimit(.packet, limit: self.limits.maxPacketBytes))
        }
        self.budget = self.limits.maxInflatedBytes
        defer {
            self.opened.removeAll(keepingCapacity: self.opened.count <= 1 << 20)
            self.inflated.removeAll(keepingCapacity: self.inflated.count <= 1 << 20)
        }
        var reader = PacketReader(bytes)
        return try body(&reader)
    }

    /// Opens and inflates a block into `inflated`, and takes its size from what the packet may still inflate to.
    func inflate(
        _ block: UnsafeRawBufferPointer,
        _ part: PacketError.Part,
        header: UnsafeRawBufferPointer,
        opener: BlockOpener
    ) throws(PacketError) {
        self.inflated.removeAll()
        if case .none = opener {
            try self.gunzip(block, part, opener)
        } else {
            self.opened.removeAll()
            let number: UInt32
            if case .payload(let index) = part { number = UInt32(truncatingIfNeeded: index) + 1 } else { number = 0 }
            try PacketError.wrap { () throws(CryptoError) in
                try opener.open(block, block: number, header: header, into: &self.opened)
            }
            try self.opened.withBytes { bytes throws(PacketError) in try self.gunzip(bytes, part, opener) }
        }
        self.budget -= self.inflated.count
    }

    private func gunzip(
        _ bytes: UnsafeRawBufferPointer,
        _ part: PacketError.Part,
        _ opener: BlockOpener
    ) throws(PacketError) {
        do throws(GzipError) {
            try Gzip.decompress(bytes, limit: self.budget, into: &self.inflated)
        } catch {
            throw opener.failure(error, of: part)
        }
    }

    /// The bytes of the block that was inflated last.
    var inflatedBytes: [UInt8] { self.inflated.bytes }

    /// The records of the metas that were inflated last, without payloads.
    func records() throws(PacketError) -> [PacketRecord] {
        try self.inflated.withBytes { bytes throws(PacketError) in
            guard !bytes.isEmpty else { return [] }
            let ends = try self.lineEnds(in: bytes)
            var records: [PacketRecord] = []
            records.reserveCapacity(ends.count)
            var start = 0
            for end in ends {
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                records.append(PacketRecord(reportID: ReportID.first(in: line) ?? "", meta: Array(line)))
                start = end + 1
            }
            return records
        }
    }

    /// The end of each line; they are counted before anything is allocated for what is on them.
    private func lineEnds(in bytes: UnsafeRawBufferPointer) throws(PacketError) -> [Int] {
        var ends: [Int] = []
        var start = 0
        while true {
            let end = PacketBytes.lineBreak(in: bytes, from: start) ?? bytes.count
            guard ends.count < self.limits.maxRecords else {
                throw PacketError(fault: .tooManyRecords(limit: self.limits.maxRecords))
            }
            guard end > start else { throw PacketError(fault: .emptyLine(ends.count)) }
            ends.append(end)
            guard end < bytes.count else { return ends }
            start = end + 1
        }
    }
}
