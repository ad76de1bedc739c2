import CSpoor

extension Journal {
    /// Takes the bytes of drained records out of the files: a segment begins anew at its start, and has the bytes of
    /// earlier records behind what is new.
    ///
    /// Spare files are given back. The active segment gives way to a fresh one; where it holds what is not drained yet, its
    /// file goes with the next drain. Call it where drains run. Callers wait for none of it.
    func scrub() {
        var (spares, paths, isUsed) = self.locked {
            defer {
                self.ready.removeAll()
                self.freePaths.removeAll()
                self.scrubs += 1
            }
            return (self.ready, self.freePaths, self.state.pointee.next_sequence != self.scrubbedSequence)
        }
        guard isUsed else {
            // Nothing was written since: spares are empty.
            return self.locked {
                self.ready += spares
                self.freePaths += paths
            }
        }
        // Made after the free files were taken away, so it is none of them.
        let fresh = self.makeFileSegment()
        var victim: Victim?
        self.locked {
            guard !self.isDraining, !self.state.pointee.is_closed, let active = self.active else {
                if let fresh { self.ready.append(fresh) }
                return
            }
            guard let fresh else { return self.wipeActive() }
            self.scrubbedSequence = self.state.pointee.next_sequence
            victim = self.retireActive()
            self.activate(fresh)
            active.isSpent = true
            guard active.drained == active.end else { return }
            self.full.removeAll { $0 === active }
            if let path = active.path { paths.append(path) } else { spares.append(active) }
        }
        if let victim { self.files.unmap(victim.base, bytes: victim.bytes) }
        for segment in spares { self.discard(segment) }
        for path in paths { try? self.files.remove(path) }
        self.requestSpares()
    }

    /// Writes zeros behind what the active segment holds; with the lock, for want of a file to take its place.
    private func wipeActive() {
        guard let active = self.active, let base = active.base else { return }
        let offset = Int(self.state.pointee.offset)
        guard offset < active.capacity else { return }
        (base + offset).update(repeating: 0, count: active.capacity - offset)
    }
}
