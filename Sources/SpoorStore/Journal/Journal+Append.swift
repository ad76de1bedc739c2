import CSpoor

extension Journal {
    /// Appends one record, from any thread.
    ///
    /// Costs a copy under a short lock; no file is touched. Where a segment fills before its successor is ready, the
    /// caller gives its maker a few milliseconds, and takes plain memory if files are slow or fail at that moment.
    ///
    /// - Parameters:
    ///   - recordClass: decides who is refused first when room runs out.
    ///   - kind: what the record is.
    ///   - maxHead: room for what `head` writes, in bytes, at most 65 535.
    ///   - body: the end of the record, encoded before.
    ///   - head: called under the lock with the record's sequence number and room for `maxHead` bytes, which will stand
    ///     in front of the body; it must be quick and must not call the journal. Nil declines the record, and its
    ///     sequence number goes to the next.
    /// - Returns: the sequence number and whether it is durable, or why the record was not taken.
    public func append(
        class recordClass: RecordClass,
        kind: RecordKind = .event,
        maxHead: Int,
        body: UnsafeRawBufferPointer,
        head: (UInt64, UnsafeMutableRawBufferPointer) -> FrameHead?
    ) -> AppendResult {
        let payload = body.count + maxHead
        guard payload <= self.configuration.maxRecordBytes, maxHead >= 0, maxHead <= Int(UInt16.max) else {
            return .tooLarge
        }
        let bytes = UInt32(payload) + UInt32(SPOOR_FRAME_HEADER_BYTES)
        guard Int(spoor_padded(bytes)) + Segment.firstFrame <= self.configuration.segmentBytes else {
            return self.appendAlone(class: recordClass, kind: kind, maxHead: maxHead, body: body, head: head)
        }
        let crc = spoor_crc32c(0, body.baseAddress, body.count)
        let state = self.state
        // Each round but the last gets this caller a new segment, which others may fill first.
        for _ in 0..<64 {
            spoor_lock_acquire(&state.pointee.lock)
            switch spoor_journal_room(state, UInt32(recordClass.rawValue), bytes) {
            case SPOOR_ROOM:
                return self.write(class: recordClass, kind: kind, maxHead: maxHead, body: body, crc: crc, head: head)
            case SPOOR_ROOM_NEEDS_SEGMENT:
                spoor_lock_release(&state.pointee.lock)
                self.rollOver(forFrameOf: bytes)
            case SPOOR_ROOM_CLOSED:
                spoor_lock_release(&state.pointee.lock)
                return .closed
            default:
                spoor_lock_release(&state.pointee.lock)
                return .full
            }
        }
        return .full
    }

    /// Writes the frame at the offset; called with the lock, which it releases.
    @inline(__always)
    func write(
        class recordClass: RecordClass,
        kind: RecordKind,
        maxHead: Int,
        body: UnsafeRawBufferPointer,
        crc: UInt32,
        head: (UInt64, UnsafeMutableRawBufferPointer) -> FrameHead?
    ) -> AppendResult {
        let state = self.state
        guard let base = state.pointee.base else {
            spoor_lock_release(&state.pointee.lock)
            return .full
        }
        let payload = UnsafeMutableRawPointer(base + Int(state.pointee.offset)) + Int(SPOOR_FRAME_HEADER_BYTES)
        let sequence = state.pointee.next_sequence
        guard let written = head(sequence, UnsafeMutableRawBufferPointer(start: payload, count: maxHead)) else {
            spoor_lock_release(&state.pointee.lock)
            return .declined
        }
        let headCount = min(max(written.count, 0), maxHead)
        if let source = body.baseAddress { (payload + headCount).copyMemory(from: source, byteCount: body.count) }
        spoor_journal_publish(
            state,
            kind.rawValue,
            recordClass.rawValue,
            UInt16(truncatingIfNeeded: headCount),
            UInt32(truncatingIfNeeded: body.count),
            written.recorded,
            crc
        )
        let isDurable = !state.pointee.is_memory || self.faults.isJournalOff
        let isFirst = !state.pointee.is_armed
        state.pointee.is_armed = true
        spoor_lock_release(&state.pointee.lock)
        if isFirst { self.signal(.pending) }
        return .appended(sequence: sequence, isDurable: isDurable)
    }

    /// Appends a record that fits no segment, in memory of its own; it is durable once it has been drained.
    @inline(never)
    private func appendAlone(
        class recordClass: RecordClass,
        kind: RecordKind,
        maxHead: Int,
        body: UnsafeRawBufferPointer,
        head: (UInt64, UnsafeMutableRawBufferPointer) -> FrameHead?
    ) -> AppendResult {
        let bytes = UInt32(maxHead + body.count) + UInt32(SPOOR_FRAME_HEADER_BYTES)
        let crc = spoor_crc32c(0, body.baseAddress, body.count)
        let room = Int(spoor_padded(bytes)) + Segment.firstFrame
        guard let alone = self.makeMemorySegment(bytes: room) else { return .full }
        spoor_lock_acquire(&self.state.pointee.lock)
        let answer = spoor_journal_room_alone(self.state, UInt32(recordClass.rawValue), bytes)
        guard answer == SPOOR_ROOM else {
            spoor_lock_release(&self.state.pointee.lock)
            self.release(alone)
            return answer == SPOOR_ROOM_CLOSED ? .closed : .full
        }
        // The active segment ends here, so that order in the journal stays order of sequence. The next record finds no
        // room and moves on to a ready segment.
        let victim = self.retireActive()
        self.activate(alone)
        let result = self.write(class: recordClass, kind: kind, maxHead: maxHead, body: body, crc: crc, head: head)
        if let victim { self.files.unmap(victim.base, bytes: victim.bytes) }
        self.signal(.segmentFilled)
        return result
    }
}
