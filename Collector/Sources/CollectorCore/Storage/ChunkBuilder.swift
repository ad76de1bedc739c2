import SpoorWire

/// Turns the staged events of one day into chunks.
///
/// A whole batch that arrived compressed is stored as it came, which saves compressing it again; the rest is joined
/// into chunks of its own.
struct ChunkBuilder {
    /// From this many events on a batch is worth a chunk of its own.
    static let minEventsOfOwnChunk = 16
    /// A reader inflates a whole chunk for one event, so a larger body is cut.
    static let maxOwnChunkBytes = 1024 * 1024
    static let maxJoinedBytes = 256 * 1024

    private let group: GroupStage
    private let encoder: GzipEncoder
    private let day: Int32
    private var nextRow: Int64
    private(set) var chunks: [Chunk] = []
    private var facts = ContiguousArray<Fact>()
    private let firstRow: Int64
    // The chunk that joins small batches.
    private var joined: [DirectoryEntry] = []
    private var joinedReceived: Int64 = 0
    private var joinedText: [UInt8] = []

    init(group: GroupStage, day: Int32, lastRow: Int64, encoder: GzipEncoder) {
        self.group = group
        self.day = day
        self.firstRow = lastRow + 1
        self.nextRow = lastRow + 1
        self.encoder = encoder
    }

    /// The facts of all events added, for the index.
    var block: FactBlock { FactBlock(rows: self.firstRow...(self.nextRow - 1), facts: self.facts) }

    mutating func add(_ places: [GroupStage.Place]) throws {
        var start = 0
        while start < places.count {
            let batchIndex = places[start].batch
            var end = start + 1
            while end < places.count, places[end].batch == batchIndex { end += 1 }
            let batch = self.group.batches[batchIndex]
            if let compressed = batch.compressed, self.isWhole(batch, count: end - start) {
                try self.flushJoined()
                try self.addWhole(places[start..<end], batch, compressed)
            } else {
                for place in places[start..<end] { try self.join(place, batch) }
            }
            start = end
        }
        try self.flushJoined()
    }

    private func isWhole(_ batch: DecodedBatch, count: Int) -> Bool {
        count == batch.events.count && count >= Self.minEventsOfOwnChunk && batch.rejects.isEmpty
            && batch.body.count <= Self.maxOwnChunkBytes
    }

    private mutating func addWhole(
        _ places: ArraySlice<GroupStage.Place>,
        _ batch: DecodedBatch,
        _ compressed: ByteBlock
    ) throws {
        var entries: [DirectoryEntry] = []
        entries.reserveCapacity(places.count)
        for place in places {
            let event = batch.events[place.event]
            entries.append(try self.entry(place, event, offset: Int(event.offset), received: batch.received))
        }
        self.append(entries, received: batch.received, bytes: compressed, size: batch.body.count)
    }

    private mutating func join(_ place: GroupStage.Place, _ batch: DecodedBatch) throws {
        let event = batch.events[place.event]
        if self.joinedText.count + Int(event.length) > Self.maxJoinedBytes { try self.flushJoined() }
        if self.joined.isEmpty { self.joinedReceived = batch.received }
        self.joined.append(try self.entry(place, event, offset: self.joinedText.count, received: self.joinedReceived))
        let range = Int(event.offset)..<Int(event.offset) + Int(event.length)
        self.joinedText.append(contentsOf: batch.body.bytes[range])
        self.joinedText.append(UInt8(ascii: "\n"))
    }

    private mutating func flushJoined() throws {
        guard !self.joined.isEmpty else { return }
        var writer = ByteWriter(capacity: self.joinedText.count / 3)
        let isCompressed = self.joinedText.withUnsafeBytes { self.encoder.compress($0, into: &writer) }
        guard isCompressed else { throw StoreFault.noMemory }
        let bytes = writer.withBytes { ByteBlock(copying: $0) }
        self.append(self.joined, received: self.joinedReceived, bytes: bytes, size: self.joinedText.count)
        self.joined.removeAll(keepingCapacity: true)
        self.joinedText.removeAll(keepingCapacity: true)
    }

    private func entry(
        _ place: GroupStage.Place,
        _ event: DecodedEvent,
        offset: Int,
        received: Int64
    ) throws -> DirectoryEntry {
        let texts = self.group.texts[place.batch]
        guard let user = UInt32(exactly: texts.identifier(event.user)),
            let name = UInt32(exactly: texts.name(event.name))
        else { throw StoreFault.tooManyIdentifiers }
        let delta = self.group.batches[place.batch].received - received
        return DirectoryEntry(
            time: event.time,
            seq: event.seq,
            user: user,
            producer: texts.producer(event.producer)?.id ?? 0,
            name: name,
            offset: UInt32(clamping: offset),
            length: UInt32(clamping: Int(event.length)),
            timeSource: event.timeSource,
            digest: event.digest,
            receivedDelta: UInt32(clamping: delta)
        )
    }

    private mutating func append(_ entries: [DirectoryEntry], received: Int64, bytes: ByteBlock, size: Int) {
        let count = entries.count * DirectoryEntry.size
        let directory = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            if let base = raw.baseAddress {
                for (index, entry) in entries.enumerated() {
                    entry.write(to: base, at: index * DirectoryEntry.size)
                }
            }
            used = count
        }
        self.chunks.append(
            Chunk(
                firstRow: self.nextRow,
                received: received,
                directory: directory,
                bytes: bytes,
                inflatedSize: size
            )
        )
        for entry in entries {
            // Profile and item operations are no events to an analysis.
            if entry.name != 0 { self.facts.append(entry.fact(row: self.nextRow, day: self.day)) }
            self.nextRow += 1
        }
    }
}
