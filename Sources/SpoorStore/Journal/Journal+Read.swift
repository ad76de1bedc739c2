import CSpoor

extension Journal {
    /// Reads the picked parts of segments in order, each frame once.
    func read(_ picks: [Pick], isCounted: Bool = true, _ body: (JournalFrame) throws -> Void) throws {
        var last: UInt64 = 0
        // One buffer serves all segments that are no longer mapped, and goes when the drain ends.
        let largest = picks.lazy.filter { $0.mapped == nil }.map { $0.to - $0.from }.max() ?? 0
        guard let memory = spoor_allocate(max(largest, 1)) else { throw JournalError.noMemory }
        defer { spoor_deallocate(memory, max(largest, 1)) }
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: largest)
        for pick in picks {
            guard let bytes = try self.bytes(of: pick, buffer: buffer) else { continue }
            var reader = FrameReader(bytes: bytes, offset: 0, epoch: pick.segment.epoch)
            while let frame = reader.next() {
                guard frame.sequence > last else {
                    if isCounted { self.locked { self.tally.repeated += 1 } }
                    continue
                }
                last = frame.sequence
                try body(frame)
            }
            if isCounted, !pick.segment.isInherited { self.locked { self.tally += reader.tally } }
        }
    }

    private func bytes(of pick: Pick, buffer: UnsafeMutableRawBufferPointer) throws -> UnsafeRawBufferPointer? {
        if let base = pick.mapped {
            return UnsafeRawBufferPointer(start: base + pick.from, count: pick.to - pick.from)
        }
        guard let path = pick.segment.path else { return nil }
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(pick.to - pick.from)])
        do {
            let count = try self.files.read(path, into: room, at: pick.from)
            return UnsafeRawBufferPointer(rebasing: room[..<count])
        } catch {
            guard error.isAbsence else { throw JournalError.unreadable(path: path, errno: error.code) }
            // Somebody has removed the file: what it held is lost, and waiting would not bring it back.
            self.locked { self.tally.missingSegments += 1 }
            return nil
        }
    }

    /// Makes the picked records unreadable on disk, as if their segments were given up already.
    func wipe(_ picks: [Pick]) {
        for pick in picks {
            if let base = pick.mapped {
                spoor_segment_clear(base)
            } else if let path = pick.segment.path, let base = try? self.files.map(path, bytes: pick.segment.capacity) {
                spoor_segment_clear(base)
                self.files.unmap(base, bytes: pick.segment.capacity)
            }
        }
    }
}
