import CSpoor

extension Journal {
    /// A map that nobody needs any more.
    struct Victim {
        let base: UnsafeMutablePointer<UInt8>
        let bytes: Int
    }

    /// Replaces the active segment, which has no room for a frame of `bytes`.
    @inline(never)
    func rollOver(forFrameOf bytes: UInt32) {
        var made: Segment?
        var victim: Victim?
        while true {
            let isDone = self.locked {
                let state = self.state
                let isFull =
                    state.pointee.base == nil
                    || state.pointee.offset + spoor_padded(bytes) > state.pointee.capacity
                guard isFull else {
                    // Another caller was here first: what this one made is a spare.
                    if let made { self.ready.append(made) }
                    return true
                }
                guard let next = self.ready.isEmpty ? made : self.ready.removeFirst() else { return false }
                if let made, made !== next { self.ready.append(made) }
                victim = self.retireActive()
                self.activate(next)
                return true
            }
            if isDone { break }
            self.locked {
                self.emergencies += 1
                self.wantedSpares = min(self.wantedSpares + 1, self.configuration.burstSegments)
            }
            self.requestSpares()
            if self.awaitSpare() { continue }
            // A small one: what goes into it does not survive a kill, so the next file is taken up soon.
            let room = max(Int(spoor_padded(bytes)) + Segment.firstFrame, Self.emergencyBytes)
            made = self.makeMemorySegment(bytes: min(room, self.configuration.segmentBytes))
            if made == nil { return }
        }
        if let victim { self.files.unmap(victim.base, bytes: victim.bytes) }
        self.requestSpares()
        self.signal(.segmentFilled)
    }

    private static let emergencyBytes = 128 << 10

    /// Puts the active segment among the full ones; with the lock.
    ///
    /// The map that is left over is the caller's to unmap. Mapped pages count as memory of the process, so a segment is
    /// unmapped by whoever filled it: leaving that to another thread let a burst of 100 000 records grow to 70 MB.
    func retireActive() -> Victim? {
        guard let old = self.active else { return nil }
        old.end = Int(self.state.pointee.offset)
        self.full.append(old)
        self.active = nil
        self.state.pointee.base = nil
        guard !old.isMemory, !old.isPinned, !old.isLost, let base = old.base else { return nil }
        old.base = nil
        return Victim(base: base, bytes: old.capacity)
    }

    /// Makes a segment the active one, under a new epoch; with the lock.
    func activate(_ segment: Segment) {
        guard let base = segment.base else { return }
        self.highestEpoch &+= 1
        segment.epoch = self.highestEpoch
        segment.drained = Segment.firstFrame
        segment.end = segment.capacity
        self.active = segment
        let capacity = UInt32(truncatingIfNeeded: segment.capacity)
        spoor_journal_activate(self.state, base, capacity, segment.epoch, segment.isMemory)
    }

    /// Gives the provisioner a moment to have a segment ready; false where files fail or are slow.
    ///
    /// A caller never touches the disk itself, and waits only once for a slow one: until the next file is there, those
    /// that follow take memory at once (bug case O-17).
    private func awaitSpare() -> Bool {
        let end = ContinuousClock.now + self.configuration.patience
        while true {
            let state = self.locked { () -> (isReady: Bool, isHopeless: Bool) in
                let isHopeless = self.filesFailing != nil || self.isDiskSlow || self.faults.isJournalOff
                return (!self.ready.isEmpty, isHopeless)
            }
            if state.isReady || state.isHopeless { return state.isReady }
            guard ContinuousClock.now < end else {
                self.locked { self.isDiskSlow = true }
                return false
            }
            Posix.pause(microseconds: 50)
        }
    }

    /// A new segment: a file where possible.
    func makeSegment() -> Segment? {
        if let segment = self.makeFileSegment() { return segment }
        return self.makeMemorySegment(bytes: self.configuration.segmentBytes)
    }

    /// A segment in a file, recycled or new, or nil when files fail.
    func makeFileSegment() -> Segment? {
        guard !self.faults.isJournalOff else { return nil }
        let bytes = self.configuration.segmentBytes
        let recycled: String?
        let path: String
        let scrubs: Int
        (recycled, path, scrubs) = self.locked {
            self.highestSlot += 1
            return (self.freePaths.popLast(), self.path(slot: self.highestSlot), self.scrubs)
        }
        do {
            if let recycled, let base = try? self.files.map(recycled, bytes: bytes) {
                spoor_segment_clear(base)
                let segment = Segment(path: recycled, capacity: bytes, base: base)
                segment.recycledAt = scrubs
                return segment
            }
            if let recycled { try? self.files.remove(recycled) }
            let base = try self.files.create(path, bytes: bytes)
            spoor_segment_clear(base)
            self.locked { self.filesFailing = nil }
            return Segment(path: path, capacity: bytes, base: base)
        } catch {
            self.locked { self.filesFailing = error }
            return nil
        }
    }

    /// A segment of plain memory, or nil when there is none to be had.
    func makeMemorySegment(bytes: Int) -> Segment? {
        guard let base = spoor_allocate(bytes) else { return nil }
        return Segment(path: nil, capacity: bytes, base: base)
    }

    func path(slot: Int) -> String {
        let digits = String(slot)
        return
            "\(self.folder)/\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits).\(Self.fileExtension)"
    }

    static var fileExtension: String { "journal" }

    /// Takes a segment's map or memory down; its file stays.
    func release(_ segment: Segment) {
        guard let base = segment.base else { return }
        segment.base = nil
        if segment.isMemory {
            spoor_deallocate(base, segment.capacity)
        } else {
            self.files.unmap(base, bytes: segment.capacity)
        }
    }

    /// Takes a segment down for good.
    func discard(_ segment: Segment) {
        self.release(segment)
        if let path = segment.path { try? self.files.remove(path) }
    }

    /// Has spare segments made, unless that is under way or not needed.
    func requestSpares() {
        let isNeeded = self.locked {
            guard !self.isProvisioning, !self.state.pointee.is_closed, !self.faults.isJournalOff else { return false }
            guard self.ready.count < self.wantedSpares else { return false }
            self.isProvisioning = true
            return true
        }
        if isNeeded { self.onProvisioner { [weak self] in self?.provision() } }
    }

    private func provision() {
        while true {
            let isWanted = self.locked { self.ready.count < self.wantedSpares && !self.state.pointee.is_closed }
            guard isWanted, let segment = self.makeFileSegment(), let base = segment.base else { break }
            spoor_touch_pages(base, segment.capacity)
            let isClean = self.locked {
                // It may have the bytes of earlier records, and those were to go meanwhile.
                guard segment.recycledAt ?? self.scrubs == self.scrubs else { return false }
                self.ready.append(segment)
                self.isDiskSlow = false
                return true
            }
            if !isClean { self.discard(segment) }
        }
        self.locked { self.isProvisioning = false }
    }
}
