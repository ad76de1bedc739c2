import Foundation

/// Sorted facts of adjacent rows of one day in a file of their own, mapped into memory.
///
/// The covering index of a day. It is derived: a run that is missing or damaged is built anew from the day's file.
final class FactRun: Sendable {
    static let magic: UInt64 = 0x3130_5443_4146_5053  // "SPFACT01"
    static let headerSize = 64

    let path: String
    /// The rows it covers, also those without a fact.
    let rows: ClosedRange<Int64>
    /// The facts, sorted by user, then time, sequence and row; valid while the run lives.
    nonisolated(unsafe) let facts: UnsafeBufferPointer<Fact>
    // Mapped for reading only, and unmapped once, at the end.
    nonisolated(unsafe) private let mapping: UnsafeMutableRawPointer
    private let mappedSize: Int

    /// Maps a run's file; nil when it is missing, cut or no run.
    init?(path: String) {
        let handle = open(path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { return nil }
        defer { close(handle) }
        var status = stat()
        guard fstat(handle, &status) == 0, Int(status.st_size) >= Self.headerSize else { return nil }
        let size = Int(status.st_size)
        guard let mapping = mmap(nil, size, PROT_READ, MAP_SHARED, handle, 0), mapping != MAP_FAILED else { return nil }
        let header = mapping.assumingMemoryBound(to: UInt64.self)
        let count = Int(truncatingIfNeeded: header[1])
        let first = Int64(bitPattern: header[2])
        let last = Int64(bitPattern: header[3])
        guard header[0] == Self.magic, count >= 0, count <= size / MemoryLayout<Fact>.stride, first <= last,
            size == Self.headerSize + count * MemoryLayout<Fact>.stride
        else {
            munmap(mapping, size)
            return nil
        }
        self.path = path
        self.rows = first...last
        self.mapping = mapping
        self.mappedSize = size
        let start = (mapping + Self.headerSize).bindMemory(to: Fact.self, capacity: count)
        self.facts = UnsafeBufferPointer(start: start, count: count)
    }

    deinit {
        munmap(self.mapping, self.mappedSize)
    }

    /// The index of the first fact that is not before `fact`.
    func lowerBound(of fact: Fact) -> Int {
        var low = 0
        var high = self.facts.count
        while low < high {
            let middle = (low + high) / 2
            if Fact.isBefore(self.facts[middle], fact) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
