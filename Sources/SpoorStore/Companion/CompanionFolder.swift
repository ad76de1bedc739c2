import CSpoor

/// One companion's folder, as the host and inspections read it.
struct CompanionFolder {
    /// A file with frames, or one that may get some.
    struct File {
        let path: String
        /// The epoch of its frames; nil where it holds nothing yet.
        let epoch: UInt32?
        /// The first number that stands in it; nil where its header cannot tell.
        let first: UInt64?
    }

    /// The companion's producer.
    let name: String
    let path: String
    /// Whether nobody writes here any more.
    let isGone: Bool

    /// The companions' folders in a place, sorted; what is no such folder is passed over.
    static func all(in place: CompanionPlace) throws(PosixError) -> [CompanionFolder] {
        let names: [String]
        do {
            names = try Posix.names(in: place.companions)
        } catch {
            if error.isAbsence { return [] }
            throw error
        }
        return names.compactMap { entry in
            let isGone = entry.hasSuffix(CompanionPlace.goneSuffix)
            let name = isGone ? String(entry.dropLast(CompanionPlace.goneSuffix.count)) : entry
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
                return nil
            }
            return CompanionFolder(name: name, path: "\(place.companions)/\(entry)", isGone: isGone)
        }
    }

    /// The folder's segments, oldest first.
    ///
    /// All headers are read before any content: what stands behind another one here was full by then.
    ///
    /// - Returns: the segments; nil where the folder is gone.
    /// - Throws: an error of the operating system where something cannot be read now.
    func files() throws(PosixError) -> [File]? {
        let names: [String]
        do {
            names = try Posix.names(in: self.path)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
        var files: [File] = []
        for name in names where name.hasSuffix(".\(Journal.fileExtension)") {
            if let file = try self.file("\(self.path)/\(name)") { files.append(file) }
        }
        return files.sorted { ($0.epoch ?? .max, $0.path) < ($1.epoch ?? .max, $1.path) }
    }

    private func file(_ path: String) throws(PosixError) -> File? {
        let header = UnsafeMutableRawBufferPointer.allocate(byteCount: Segment.firstFrame, alignment: 8)
        defer { header.deallocate() }
        let count: Int
        do {
            count = try PosixSegmentFiles().read(path, into: header, at: 0)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
        guard count == Segment.firstFrame, let base = header.baseAddress else {
            return File(path: path, epoch: nil, first: nil)
        }
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        let epoch = spoor_segment_epoch(bytes)
        if epoch > 0 { return File(path: path, epoch: UInt32(epoch), first: spoor_segment_first_sequence(bytes)) }
        if epoch == 0, !Journal.isBlank(base) { return File(path: path, epoch: nil, first: nil) }
        // The header is damaged, or was never written: the frames say which use was the last.
        guard let content = try PosixFileAccess().read(path) else { return nil }
        return File(path: path, epoch: content.withUnsafeBytes { FrameReader.highestEpoch(in: $0) }, first: nil)
    }

    /// Reads a file's frames up to the last that is whole.
    ///
    /// - Parameters:
    ///   - file: one of ``files()``.
    ///   - isWhole: whether nothing is appended to it any more. Otherwise a gap ends the reading: the frame in it may be
    ///     there at the next one.
    ///   - visit: gets each frame; false ends the reading.
    /// - Returns: how many frames damage has cost, and whether the end was reached; nil where the file is gone.
    /// - Throws: an error of the operating system where it cannot be read now, and what `visit` throws.
    func read(
        _ file: File,
        isWhole: Bool,
        _ visit: (JournalFrame) throws -> Bool
    ) throws -> (damaged: Int, isComplete: Bool)? {
        guard let epoch = file.epoch else { return (0, true) }
        guard let content = try PosixFileAccess().read(file.path) else { return nil }
        return try content.withUnsafeBytes { bytes in
            var reader = FrameReader(bytes: bytes, epoch: epoch)
            var expected = file.first
            var damaged = 0
            while let frame = reader.next() {
                // Without a header the first frame that can be read counts as the first one.
                if let next = expected, frame.sequence > next {
                    guard isWhole else { return (0, false) }
                    damaged += Int(clamping: frame.sequence - next)
                }
                guard frame.sequence >= expected ?? 0 else { continue }
                expected = frame.sequence + 1
                guard try visit(frame) else { return (damaged, false) }
            }
            return (damaged + (isWhole ? reader.tally.torn + reader.tally.foreign : 0), true)
        }
    }

    /// Removes the folder with all its files; for one that is gone and has been read.
    func remove() throws(PosixError) {
        let names: [String]
        do {
            names = try Posix.names(in: self.path)
        } catch {
            if error.isAbsence { return }
            throw error
        }
        for name in names { try Posix.remove("\(self.path)/\(name)") }
        try Posix.removeFolder(self.path)
    }
}
