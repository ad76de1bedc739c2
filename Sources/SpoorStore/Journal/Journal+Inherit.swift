import CSpoor

extension Journal {
    /// Takes over the segments of an earlier run: those with records that the database lacks wait to be drained first.
    func inherit(after lastSequence: UInt64, _ visit: (JournalFrame) -> Void) throws(JournalError) {
        var found: [Segment] = []
        var idle: [String] = []
        do {
            for name in try Posix.names(in: self.folder) where name.hasSuffix(".\(Self.fileExtension)") {
                let path = "\(self.folder)/\(name)"
                self.highestSlot = max(self.highestSlot, Int(name.prefix(while: \.isNumber)) ?? 0)
                if let segment = try self.examine(path) { found.append(segment) } else { idle.append(path) }
            }
        } catch {
            throw JournalError.unreadable(path: self.folder, errno: error.code)
        }
        found.sort { $0.epoch < $1.epoch }
        self.highestEpoch = found.last?.epoch ?? 0
        var last: UInt64 = 0
        for segment in found {
            let before = last
            try self.scan(segment) { frame in
                guard frame.sequence > last else { return self.tally.repeated += 1 }
                last = frame.sequence
                if frame.sequence > lastSequence { visit(frame) } else { self.tally.repeated += 1 }
            }
            if last > max(before, lastSequence) {
                self.full.append(segment)
                self.state.pointee.pending_bytes += UInt64(segment.end - segment.drained)
            } else if let path = segment.path {
                idle.append(path)
            }
        }
        self.state.pointee.next_sequence = max(self.state.pointee.next_sequence, last + 1)
        for path in idle { try? self.files.remove(path) }
    }

    /// The segment in a file, or nil when it holds nothing.
    private func examine(_ path: String) throws(PosixError) -> Segment? {
        let bytes = try self.files.size(path)
        guard bytes > Segment.firstFrame else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Segment.firstFrame, alignment: 8)
        defer { buffer.deallocate() }
        let count = try self.files.read(path, into: buffer, at: 0)
        guard count == Segment.firstFrame, let base = buffer.baseAddress else { return nil }
        let epoch = spoor_segment_epoch(base.assumingMemoryBound(to: UInt8.self))
        if epoch == 0 { return nil }
        let first = spoor_segment_first_sequence(base.assumingMemoryBound(to: UInt8.self))
        self.state.pointee.next_sequence = max(self.state.pointee.next_sequence, first)
        if epoch > 0 {
            if spoor_segment_capacity(base.assumingMemoryBound(to: UInt8.self)) > bytes { self.tally.cutSegments += 1 }
            return Segment(path: path, capacity: bytes, base: nil, epoch: UInt32(epoch), isInherited: true)
        }
        self.tally.damagedHeaders += 1
        let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 8)
        defer { whole.deallocate() }
        let read = try self.files.read(path, into: whole, at: 0)
        let readable = UnsafeRawBufferPointer(rebasing: whole[..<read])
        guard let highest = FrameReader.highestEpoch(in: readable) else { return nil }
        return Segment(path: path, capacity: bytes, base: nil, epoch: highest, isInherited: true)
    }

    /// Reads a whole inherited segment once, counting what is found.
    private func scan(_ segment: Segment, _ visit: (JournalFrame) -> Void) throws(JournalError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: segment.capacity, alignment: 8)
        defer { buffer.deallocate() }
        guard let path = segment.path else { return }
        do {
            let count = try self.files.read(path, into: buffer, at: 0)
            var reader = FrameReader(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]), epoch: segment.epoch)
            while let frame = reader.next() { visit(frame) }
            self.tally += reader.tally
        } catch {
            throw JournalError.unreadable(path: path, errno: error.code)
        }
    }
}
