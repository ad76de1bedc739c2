import CSpoor

/// A journal whose files another process takes over.
extension Journal {
    /// Looks after the files; for the companion's queue, after appends.
    ///
    /// What waits in plain memory gets a file. Files that the host has taken give their room back. Where the host has
    /// taken the whole folder, because its writer seemed to be gone, the active segment goes on in a new one.
    func tend() {
        try? Posix.createFolder(self.folder)
        let active = self.locked { () -> Segment? in
            // From here on the next record has to tell that there is something to look after.
            self.state.pointee.is_armed = false
            return Int(self.state.pointee.offset) > Segment.firstFrame ? self.active : nil
        }
        if let active, active.path.map({ !self.isThere($0) }) ?? true { self.replace(active) }
        let full = self.locked { self.full }
        for segment in full {
            if segment.base != nil {
                self.putIntoFile(segment)
            } else if let path = segment.path, !self.isThere(path) {
                self.forget(segment)
            }
        }
    }

    /// Ends the active segment, so that the host may delete its file once it has read it; for the companion's queue.
    func sealActive() {
        let active = self.locked { Int(self.state.pointee.offset) > Segment.firstFrame ? self.active : nil }
        if let active { self.replace(active) }
        self.tend()
    }

    /// Removes the files that hold nothing; the journal must be closed.
    func removeSpares() {
        let spares = self.locked { () -> [Segment] in
            defer { self.ready.removeAll() }
            return self.ready
        }
        for segment in spares { self.discard(segment) }
    }

    private func isThere(_ path: String) -> Bool {
        do {
            _ = try self.files.size(path)
            return true
        } catch {
            return !error.isAbsence
        }
    }

    /// Makes a new segment the active one; the old one keeps its map where its file is gone.
    private func replace(_ old: Segment) {
        // Made ready in the folder that is gone.
        let spares = self.locked { () -> [Segment] in
            defer { self.ready.removeAll { $0.path != nil } }
            return self.ready.filter { $0.path != nil }
        }
        for segment in spares { self.discard(segment) }
        guard let next = self.makeFileSegment() else { return }
        let isKept = old.path.map { !self.isThere($0) } ?? true
        let victim = self.locked { () -> Victim? in
            guard self.active === old else {
                self.ready.append(next)
                return nil
            }
            let victim = self.retireActive()
            self.activate(next)
            guard isKept, let victim else { return victim }
            old.base = victim.base
            return nil
        }
        if let victim { self.files.unmap(victim.base, bytes: victim.bytes) }
        self.requestSpares()
    }

    /// Gives a full segment that is in memory alone a file of its own; without a disk it stays where it is.
    private func putIntoFile(_ segment: Segment) {
        guard let base = segment.base else { return }
        let path: String
        if let own = segment.path {
            path = own
        } else {
            path = self.locked {
                self.highestSlot += 1
                return self.path(slot: self.highestSlot)
            }
        }
        let bytes = [UInt8](UnsafeBufferPointer(start: base, count: segment.capacity))
        guard (try? PosixFileAccess().write(path, bytes)) != nil else { return }
        let filed = Segment(path: path, capacity: segment.capacity, base: nil, epoch: segment.epoch)
        (filed.drained, filed.end) = (segment.drained, segment.end)
        self.locked {
            guard let place = self.full.firstIndex(where: { $0 === segment }) else { return }
            self.full[place] = filed
            guard segment.isMemory else { return }
            let bytes = UInt64(segment.end - segment.drained)
            self.state.pointee.pending_memory_bytes -= min(bytes, self.state.pointee.pending_memory_bytes)
        }
        self.release(segment)
    }

    /// Gives the room of a segment back that the host has taken.
    private func forget(_ segment: Segment) {
        self.locked {
            guard let place = self.full.firstIndex(where: { $0 === segment }) else { return }
            self.full.remove(at: place)
            let bytes = UInt64(segment.end - segment.drained)
            self.state.pointee.pending_bytes -= min(bytes, self.state.pointee.pending_bytes)
        }
    }
}
