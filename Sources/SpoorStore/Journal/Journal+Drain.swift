import CSpoor

/// What one drain moves: records in order of their sequence numbers.
public struct JournalBatch {
    let picks: [Journal.Pick]
    let journal: Journal

    /// Hands over each record once, in ascending order of sequence; a frame is valid only during its call.
    ///
    /// - Throws: `JournalError` when a segment cannot be read now, and whatever `body` throws.
    public func forEachFrame(_ body: (JournalFrame) throws -> Void) throws {
        try self.journal.read(self.picks, body)
    }
}

/// What a drain has done.
public struct DrainProgress: Equatable, Sendable {
    /// Bytes of the journal that were given back.
    public var bytes: Int
    /// Whether more was waiting when it ended than it had taken.
    public var hasMore: Bool
}

extension Journal {
    /// A part of a segment that a drain has taken.
    struct Pick {
        let segment: Segment
        let from: Int
        let to: Int
        let isActive: Bool
        let mapped: UnsafeMutablePointer<UInt8>?
    }

    /// Moves what is waiting, oldest first, and gives its room back once `commit` has returned.
    ///
    /// Only one drain runs at a time; appends go on meanwhile and never wait for it. When `commit` throws, nothing is
    /// given back and the next drain brings the same records.
    ///
    /// - Parameters:
    ///   - maxBytes: about how much to move at once; at least one segment is.
    ///   - commit: reads the batch and makes it permanent.
    /// - Returns: what was given back.
    /// - Throws: `JournalError` while another drain runs, and what `commit` throws.
    public func drain(maxBytes: Int = 8 << 20, commit: (JournalBatch) throws -> Void) throws -> DrainProgress {
        let picks = try self.locked {
            guard !self.isDraining else { throw JournalError.draining }
            self.isDraining = true
            return self.pick(maxBytes: maxBytes)
        }
        guard !picks.isEmpty else {
            self.finish([])
            return DrainProgress(bytes: 0, hasMore: false)
        }
        if self.faults.recyclesBeforeCommit { self.wipe(picks) }
        do {
            try commit(JournalBatch(picks: picks, journal: self))
        } catch {
            self.abandon(picks)
            throw error
        }
        self.finish(picks)
        let bytes = picks.reduce(0) { $0 + $1.to - $1.from }
        return DrainProgress(bytes: bytes, hasMore: self.pendingBytes > 0)
    }

    /// Chooses full segments in order, then the active one up to where it is written now; with the lock.
    private func pick(maxBytes: Int) -> [Pick] {
        var picks: [Pick] = []
        var total = 0
        for segment in self.full where total < maxBytes {
            picks.append(
                Pick(segment: segment, from: segment.drained, to: segment.end, isActive: false, mapped: segment.base)
            )
            total += segment.end - segment.drained
        }
        guard picks.count == self.full.count, total < maxBytes || picks.isEmpty else { return picks }
        // From here on the next record has to tell that there is something to drain.
        self.state.pointee.is_armed = false
        let offset = Int(self.state.pointee.offset)
        if let active = self.active, active.drained < offset {
            active.isPinned = true
            picks.append(Pick(segment: active, from: active.drained, to: offset, isActive: true, mapped: active.base))
        }
        return picks
    }

    /// Reads what waits and leaves it as it is.
    ///
    /// - Parameters:
    ///   - isVolatile: whether only what is in memory alone is read: it does not survive the end of the process.
    ///   - body: gets each frame, oldest first; a frame is valid only during its call.
    /// - Throws: `JournalError` while a drain runs or where a segment cannot be read, and what `body` throws.
    public func peek(isVolatile: Bool = false, _ body: (JournalFrame) throws -> Void) throws {
        let picks = try self.locked {
            guard !self.isDraining else { throw JournalError.draining }
            self.isDraining = true
            return self.pick(maxBytes: .max)
        }
        defer { self.abandon(picks) }
        let read = picks.filter { !isVolatile || $0.segment.isMemory || $0.segment.isLost }
        guard !read.isEmpty else { return }
        try self.read(read, isCounted: false, body)
    }

    fileprivate func abandon(_ picks: [Pick]) {
        var victims: [Victim] = []
        self.locked {
            self.isDraining = false
            // The records are still there: whoever drains must be told again by the next append at the latest.
            self.state.pointee.is_armed = false
            for pick in picks where pick.isActive { victims += self.unpin(pick.segment) }
        }
        for victim in victims { self.files.unmap(victim.base, bytes: victim.bytes) }
    }

    /// Lets go of the map that a drain has read through; with the lock.
    ///
    /// - Returns: the map to take down, when the segment has filled up meanwhile.
    private func unpin(_ segment: Segment) -> [Victim] {
        segment.isPinned = false
        guard segment !== self.active, !segment.isMemory, let base = segment.base else { return [] }
        segment.base = nil
        return [Victim(base: base, bytes: segment.capacity)]
    }

    private func finish(_ picks: [Pick]) {
        var victims: [Victim] = []
        var gone: [Segment] = []
        self.locked {
            for pick in picks {
                pick.segment.drained = pick.to
                self.account(pick)
                if pick.isActive { victims += self.unpin(pick.segment) }
            }
            // Among them the active one of then, if it has filled up to just where this drain ended.
            gone = self.full.filter { $0.drained == $0.end }
            self.full.removeAll { $0.drained == $0.end }
            self.rewindActive()
            self.isDraining = false
        }
        for victim in victims { self.files.unmap(victim.base, bytes: victim.bytes) }
        self.recycle(gone)
    }

    private func account(_ pick: Pick) {
        let bytes = UInt64(pick.to - pick.from)
        let state = self.state
        state.pointee.pending_bytes -= min(bytes, state.pointee.pending_bytes)
        if pick.segment.isMemory {
            state.pointee.pending_memory_bytes -= min(bytes, state.pointee.pending_memory_bytes)
        }
    }

    /// Starts a wholly drained active segment from its beginning, so that quiet times touch few pages; with the lock.
    private func rewindActive() {
        guard let active = self.active, active.drained == Int(self.state.pointee.offset) else { return }
        let isFile = !active.isMemory
        if isFile {
            if active.drained > Segment.firstFrame { self.activate(active) }
        } else if !self.ready.isEmpty {
            // Files can be made again.
            _ = self.retireActive()
            self.full.removeAll { $0 === active }
            self.activate(self.ready.removeFirst())
            self.release(active)
        } else if active.capacity == self.configuration.segmentBytes {
            self.activate(active)
        }
    }

    /// Keeps the files of drained segments while there is a burst, and gives the rest back.
    private func recycle(_ segments: [Segment]) {
        var removed: [String] = []
        var surplus: [Segment] = []
        self.locked {
            let isBusy = !self.full.isEmpty
            if !isBusy {
                self.wantedSpares = self.configuration.spareSegments
                while self.ready.count > self.wantedSpares { surplus.append(self.ready.removeLast()) }
                removed += self.freePaths
                self.freePaths.removeAll()
            }
            for segment in segments {
                guard let path = segment.path else { continue }
                let isReusable =
                    isBusy && !segment.isInherited && !segment.isSpent && !segment.isLost
                    && self.freePaths.count < self.configuration.burstSegments
                if isReusable { self.freePaths.append(path) } else { removed.append(path) }
            }
            if self.active?.isMemory == true { self.wantedSpares = max(1, self.wantedSpares) }
        }
        for segment in segments { self.release(segment) }
        for path in removed { try? self.files.remove(path) }
        for segment in surplus { self.discard(segment) }
        self.requestSpares()
    }
}
