import CSpoor

extension Journal {
    /// Takes over the segments of an earlier run: those with records that the database lacks wait to be drained first.
    func inherit(after lastSequence: UInt64, _ visit: (JournalFrame) -> Void) throws(JournalError) {
        var found: [Segment] = []
        var idle: [String] = []
        do {
            let names = try Posix.names(in: self.folder)
            // The end of a process came while they were made.
            let unfinished = names.filter { $0.hasSuffix(PosixSegmentFiles.unfinishedSuffix) }
            for name in unfinished { try? self.files.remove("\(self.folder)/\(name)") }
            for name in names where name.hasSuffix(".\(Self.fileExtension)") {
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
            self.countCut(before: segment, after: max(before, lastSequence))
            // Within one segment every number is given to one frame.
            var expected: UInt64?
            try self.scan(segment) { first, frame in
                let next = max(expected ?? first ?? max(before, lastSequence) &+ 1, lastSequence &+ 1)
                if frame.sequence > next { self.tally.missing += Int(clamping: frame.sequence - next) }
                expected = max(next, frame.sequence &+ 1)
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

    /// Counts the numbers that nobody has between what was read and a segment, where a file was cut.
    ///
    /// - Parameters:
    ///   - segment: the next segment.
    ///   - last: the highest number that was read or is in the database.
    private func countCut(before segment: Segment, after last: UInt64) {
        guard self.tally.cutSegments > 0, segment.firstSequence > last &+ 1 else { return }
        self.tally.missing += Int(clamping: segment.firstSequence - last - 1)
    }

    /// The segment in a file, or nil when it holds nothing.
    private func examine(_ path: String) throws(PosixError) -> Segment? {
        let bytes = try self.files.size(path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Segment.firstFrame, alignment: 8)
        defer { buffer.deallocate() }
        let count = try self.files.read(path, into: buffer, at: 0)
        guard count == Segment.firstFrame, let base = buffer.baseAddress else {
            if !Self.isSpare(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { self.tally.cutSegments += 1 }
            return nil
        }
        let epoch = spoor_segment_epoch(base.assumingMemoryBound(to: UInt8.self))
        if epoch == 0, !Self.isBlank(base) { return nil }
        let first = spoor_segment_first_sequence(base.assumingMemoryBound(to: UInt8.self))
        self.state.pointee.next_sequence = max(self.state.pointee.next_sequence, first)
        if epoch > 0 {
            if spoor_segment_capacity(base.assumingMemoryBound(to: UInt8.self)) > bytes { self.tally.cutSegments += 1 }
            let segment = Segment(path: path, capacity: bytes, base: nil, epoch: UInt32(epoch), isInherited: true)
            segment.firstSequence = first
            return segment
        }
        let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 8)
        defer { whole.deallocate() }
        let read = try self.files.read(path, into: whole, at: 0)
        let readable = UnsafeRawBufferPointer(rebasing: whole[..<read])
        // A header of zeros alone: what was behind it is cut off.
        if epoch == 0, bytes == Segment.firstFrame { self.tally.cutSegments += 1 }
        let highest = FrameReader.highestEpoch(in: readable)
        // A file that was just made is all zeros.
        if epoch < 0 || highest != nil { self.tally.damagedHeaders += 1 }
        guard let highest else { return nil }
        return Segment(path: path, capacity: bytes, base: nil, epoch: highest, isInherited: true)
    }

    /// Whether what is left of a header says that its segment holds nothing; an empty file says nothing.
    static func isSpare(_ rest: UnsafeRawBufferPointer) -> Bool {
        let end = MemoryLayout<spoor_segment_header>.offset(of: \.crc) ?? Segment.firstFrame
        guard rest.count >= end else { return false }
        let header = UnsafeMutablePointer<UInt8>.allocate(capacity: Segment.firstFrame)
        defer { header.deallocate() }
        spoor_segment_clear(header)
        return rest.prefix(end).elementsEqual(UnsafeBufferPointer(start: header, count: end))
    }

    /// Whether a header is all zeros.
    ///
    /// A segment that holds nothing says so in a header of its own, so such a file was just made and has no frames, or
    /// its header was damaged. A frame carries its epoch under its checksum: the highest is that of the last use, and the
    /// frames of earlier uses were stored before the file was used again.
    static func isBlank(_ header: UnsafeRawPointer) -> Bool {
        UnsafeRawBufferPointer(start: header, count: Segment.firstFrame).allSatisfy { $0 == 0 }
    }

    /// Reads a whole inherited segment once, counting what is found.
    ///
    /// - Parameters:
    ///   - segment: the segment.
    ///   - visit: gets each frame, and the sequence number that should be the first here: nil where the header cannot
    ///     tell and the frame is not where the first one stands.
    /// - Throws: `JournalError` when it cannot be read now.
    private func scan(_ segment: Segment, _ visit: (UInt64?, JournalFrame) -> Void) throws(JournalError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: segment.capacity, alignment: 8)
        defer { buffer.deallocate() }
        guard let path = segment.path else { return }
        do {
            let count = try self.files.read(path, into: buffer, at: 0)
            var reader = FrameReader(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]), epoch: segment.epoch)
            var first: UInt64?
            if count >= Segment.firstFrame, let base = buffer.baseAddress {
                let noted = spoor_segment_first_sequence(base.assumingMemoryBound(to: UInt8.self))
                first = noted > 0 ? noted : nil
            }
            while let frame = reader.next() {
                if first == nil, reader.tally.corrupt == 0 { first = frame.sequence }
                visit(first, frame)
            }
            self.tally += reader.tally
        } catch {
            throw JournalError.unreadable(path: path, errno: error.code)
        }
    }
}
