import Foundation

/// Writes runs: to a temporary file first, renamed when it is whole and on the disk.
struct FactRunWriter {
    let folder: String
    let day: Int32

    /// Writes sorted facts as the run that covers `rows`.
    func write(_ facts: UnsafeBufferPointer<Fact>, rows: ClosedRange<Int64>) throws -> FactRun {
        let path = "\(self.folder)/\(Day.text(self.day)).\(rows.lowerBound)-\(rows.upperBound).facts"
        let temporary = path + ".tmp"
        let handle = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard handle >= 0 else { throw FileFault(path: temporary, code: errno) }
        defer { close(handle) }
        var header = [UInt64](repeating: 0, count: FactRun.headerSize / 8)
        header[0] = FactRun.magic
        header[1] = UInt64(facts.count)
        header[2] = UInt64(bitPattern: rows.lowerBound)
        header[3] = UInt64(bitPattern: rows.upperBound)
        do {
            try header.withUnsafeBytes { try Self.write($0, to: handle, path: temporary) }
            try Self.write(UnsafeRawBufferPointer(facts), to: handle, path: temporary)
            guard fsync(handle) == 0, rename(temporary, path) == 0 else {
                throw FileFault(path: temporary, code: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        guard let run = FactRun(path: path) else { throw FileFault(path: path, code: EIO) }
        return run
    }

    /// Merges runs of adjacent rows into one that takes their place, and removes them.
    func merge(_ runs: [FactRun]) throws -> FactRun? {
        guard let first = runs.first, let last = runs.last else { return nil }
        var merged = ContiguousArray<Fact>()
        merged.reserveCapacity(runs.reduce(0) { $0 + $1.facts.count })
        for run in runs { merged.append(contentsOf: run.facts) }
        // Sorted pieces one behind the other, which the standard library's sort makes use of.
        merged.sort(by: Fact.isBefore)
        let result = try merged.withUnsafeBufferPointer {
            try self.write($0, rows: first.rows.lowerBound...last.rows.upperBound)
        }
        for run in runs where run.path != result.path { unlink(run.path) }
        return result
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to handle: Int32, path: String) throws {
        var rest = bytes
        while !rest.isEmpty {
            let written = Foundation.write(handle, rest.baseAddress, min(rest.count, 1 << 24))
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw FileFault(path: path, code: errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
    }
}
