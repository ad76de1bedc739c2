import SpoorWire

/// The decompressed texts of one chunk.
struct ChunkText: Sendable {
    let block: ByteBlock

    init(_ chunk: Chunk, day: Int32) throws {
        do throws(GzipError) {
            let bytes = try Gzip.decompress(chunk.bytes.bytes, limit: IngestLimits.maxInflatedBytes)
            self.block = ByteBlock(bytes)
        } catch {
            throw StoreFault.damagedChunk(day: day, row: chunk.firstRow)
        }
    }

    /// One event's JSON; empty when the directory is damaged.
    func bytes(of entry: DirectoryEntry) -> UnsafeRawBufferPointer {
        let end = Int(entry.offset) + Int(entry.length)
        guard end <= self.block.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: self.block.bytes[Int(entry.offset)..<end])
    }
}
