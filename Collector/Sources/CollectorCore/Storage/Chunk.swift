/// A run of events that were stored together: one row of a day's file.
struct Chunk: Sendable {
    /// Row of the first event in its day, from 1.
    let firstRow: Int64
    /// When the first of its events was received, in milliseconds since 1970 UTC.
    let received: Int64
    /// Directory entries one behind the other.
    let directory: [UInt8]
    /// The events' JSON texts, compressed by gzip.
    let bytes: ByteBlock
    /// Length of the texts before compression.
    let inflatedSize: Int

    var count: Int { self.directory.count / DirectoryEntry.size }
    var lastRow: Int64 { self.firstRow + Int64(self.count) - 1 }

    func entry(_ index: Int) -> DirectoryEntry {
        self.directory.withUnsafeBytes { DirectoryEntry(reading: $0, at: index * DirectoryEntry.size) }
    }
}
