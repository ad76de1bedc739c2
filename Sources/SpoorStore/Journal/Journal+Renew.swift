import CSpoor

extension Journal {
    /// Whether a file that records are written into, or soon will be, was removed from outside.
    var hasLostFiles: Bool {
        let segments: [Segment] = self.locked { [self.active].compactMap { $0 } + self.ready }
        let paths: [String] = segments.compactMap(\.path)
        return paths.contains { self.isGone($0) }
    }

    private func isGone(_ path: String) -> Bool {
        do throws(PosixError) {
            _ = try self.files.size(path)
            return false
        } catch {
            return error.isAbsence
        }
    }

    /// Goes on in new files: the old ones were taken away, and what is written into them would not survive the process.
    ///
    /// What the active segment holds can still be read through its map, and waits to be drained. Call it where drains
    /// run. Callers wait for none of it.
    func renew() {
        let (spares, paths) = self.locked {
            defer {
                self.ready.removeAll()
                self.freePaths.removeAll()
            }
            return (self.ready, self.freePaths)
        }
        // Of those, some may still be there.
        for segment in spares { self.discard(segment) }
        for path in paths { try? self.files.remove(path) }
        // Plain memory where there can be no file: then it is said that it is not durable.
        guard let fresh = self.makeSegment() else { return }
        let isInUse = self.locked {
            guard !self.isDraining, !self.state.pointee.is_closed, let active = self.active, !active.isMemory else {
                return false
            }
            active.isLost = true
            _ = self.retireActive()
            self.activate(fresh)
            return true
        }
        if !isInUse { self.discard(fresh) }
        self.requestSpares()
    }
}
