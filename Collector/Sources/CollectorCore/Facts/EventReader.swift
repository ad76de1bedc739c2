import SpoorWire

/// Reads whole events out of day files, with the chunks read last kept open.
///
/// Confined to one owner.
final class EventReader {
    static let maxCachedBytes = 32 * 1024 * 1024

    private struct Key: Hashable {
        let day: Int32
        let firstRow: Int64
    }

    private struct Cached {
        let chunk: Chunk
        let text: ChunkText
        var lastUse: UInt64
    }

    private let days: DayFileCache
    private var cache: [Key: Cached] = [:]
    private var cachedBytes = 0
    private var uses: UInt64 = 0
    // Most reads hit the chunk of the read before.
    private var last: Key?

    init(folder: String) {
        self.days = DayFileCache(folder: folder, limit: 32, isReadOnly: true, busyTimeoutMilliseconds: 5_000)
    }

    func event(_ fact: Fact) throws -> StoredEvent? {
        if let event = try self.read(fact), event.fact == fact { return event }
        // The day was put aside and began anew, or was removed, since its file was opened.
        self.forget(fact.day)
        return try self.read(fact).flatMap { $0.fact == fact ? $0 : nil }
    }

    private func forget(_ day: Int32) {
        self.days.close(day)
        self.last = nil
        for (key, cached) in self.cache where key.day == day {
            self.cache[key] = nil
            self.cachedBytes -= cached.text.block.count
        }
    }

    private func read(_ fact: Fact) throws -> StoredEvent? {
        guard let (chunk, text) = try self.chunk(day: fact.day, row: fact.row) else { return nil }
        let entry = chunk.entry(Int(fact.row - chunk.firstRow))
        return StoredEvent(
            fact: entry.fact(row: fact.row, day: fact.day),
            received: chunk.received + Int64(entry.receivedDelta),
            timeSource: entry.timeSource,
            json: [UInt8](text.bytes(of: entry))
        )
    }

    private func chunk(day: Int32, row: Int64) throws -> (Chunk, ChunkText)? {
        self.uses += 1
        if let last, last.day == day, let cached = self.cache[last], cached.chunk.firstRow <= row,
            row <= cached.chunk.lastRow
        {
            return (cached.chunk, cached.text)
        }
        guard let chunk = try self.days.file(day).chunk(containing: row) else { return nil }
        let key = Key(day: day, firstRow: chunk.firstRow)
        self.last = key
        if let cached = self.cache[key] {
            self.cache[key]?.lastUse = self.uses
            return (cached.chunk, cached.text)
        }
        let text = try ChunkText(chunk, day: day)
        self.cache[key] = Cached(chunk: chunk, text: text, lastUse: self.uses)
        self.cachedBytes += text.block.count
        if self.cachedBytes > Self.maxCachedBytes { self.shrink() }
        return (chunk, text)
    }

    /// Drops the older half, so that the search for it is seldom.
    private func shrink() {
        let ordered = self.cache.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, cached) in ordered.prefix(max(1, ordered.count / 2)) {
            self.cache[key] = nil
            self.cachedBytes -= cached.text.block.count
        }
    }

    /// Hands over the chunks of a day from a row on.
    func forEachChunk(day: Int32, from row: Int64, _ body: (Chunk) throws -> Bool) throws {
        try self.days.file(day).forEachChunk(from: row, body)
    }
}
