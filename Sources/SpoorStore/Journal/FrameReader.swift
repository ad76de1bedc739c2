import CSpoor

/// Reads the frames of one segment, passing over damage.
///
/// A frame counts when its epoch is the segment's and its checksum fits. Where one does not, the reader looks for the
/// next that does, on every alignment of 8 bytes, so that a flipped bit costs one frame and not those behind it.
struct FrameReader {
    private let bytes: UnsafeRawBufferPointer
    private let epoch: UInt32
    private var offset: Int
    private(set) var tally = FrameTally()

    /// - Parameters:
    ///   - bytes: a whole segment, or as much of it as there is.
    ///   - offset: where the first frame begins.
    ///   - epoch: the epoch whose frames count.
    init(bytes: UnsafeRawBufferPointer, offset: Int = Int(SPOOR_SEGMENT_HEADER_BYTES), epoch: UInt32) {
        self.bytes = bytes
        self.offset = offset
        self.epoch = epoch
    }

    /// The next intact frame, or nil at the end.
    mutating func next() -> JournalFrame? {
        while let at = self.locate() {
            let length = Int(clamping: self.word(at: at))
            self.offset = at + (length + 7) & ~7
            if let frame = self.frame(at: at, length: length) {
                self.tally.frames += 1
                return frame
            }
            // Intact, but of a kind that this build does not know.
            self.tally.corrupt += 1
        }
        return nil
    }

    private mutating func locate() -> Int? {
        if self.isFrame(at: self.offset) { return self.offset }
        var candidate = self.offset + 8
        while candidate + Int(SPOOR_FRAME_HEADER_BYTES) <= self.bytes.count {
            if self.isFrame(at: candidate) {
                self.tally.corrupt += 1
                self.tally.skippedBytes += candidate - self.offset
                return candidate
            }
            candidate += 8
        }
        self.classifyEnd()
        self.offset = self.bytes.count
        return nil
    }

    /// Tells a plain end from one that a crash or damage made.
    private mutating func classifyEnd() {
        guard self.offset + 4 <= self.bytes.count else { return }
        let length = self.word(at: self.offset)
        let hasHeader = self.offset + Int(SPOOR_FRAME_HEADER_BYTES) <= self.bytes.count
        let epoch = hasHeader ? self.word(at: self.offset + 16) : self.epoch
        if epoch == self.epoch {
            if length != 0 {
                self.tally.torn += 1
            } else if hasHeader {
                self.tally.unfinished += 1
            }
        } else if length != 0 {
            self.tally.foreign += 1
        }
    }

    private func isFrame(at offset: Int) -> Bool {
        let header = Int(SPOOR_FRAME_HEADER_BYTES)
        guard offset + header <= self.bytes.count, self.word(at: offset + 16) == self.epoch else { return false }
        let length = Int(clamping: self.word(at: offset))
        guard length >= header, length <= self.bytes.count - offset, let base = self.bytes.baseAddress else {
            return false
        }
        return spoor_frame_checksum((base + offset).assumingMemoryBound(to: UInt8.self)) == self.word(at: offset + 4)
    }

    private func frame(at offset: Int, length: Int) -> JournalFrame? {
        guard
            let kind = RecordKind(rawValue: self.bytes[offset + 20]),
            let recordClass = RecordClass(rawValue: self.bytes[offset + 21])
        else { return nil }
        return JournalFrame(
            sequence: self.bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self),
            kind: kind,
            recordClass: recordClass,
            recorded: self.bytes.loadUnaligned(fromByteOffset: offset + 24, as: Int64.self),
            payload: UnsafeRawBufferPointer(
                rebasing: self.bytes[offset + Int(SPOOR_FRAME_HEADER_BYTES)..<offset + length]
            )
        )
    }

    private func word(at offset: Int) -> UInt32 {
        self.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}

extension FrameReader {
    /// The highest epoch of the intact frames in a segment whose header cannot tell it, or nil without any.
    static func highestEpoch(in bytes: UnsafeRawBufferPointer) -> UInt32? {
        guard let base = bytes.baseAddress else { return nil }
        var highest: UInt32?
        let header = Int(SPOOR_FRAME_HEADER_BYTES)
        for offset in stride(from: Int(SPOOR_SEGMENT_HEADER_BYTES), to: bytes.count - header + 1, by: 8) {
            let length = Int(clamping: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            guard length >= header, length <= bytes.count - offset else { continue }
            let epoch = bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self)
            guard epoch > highest ?? 0 else { continue }
            let checksum = spoor_frame_checksum((base + offset).assumingMemoryBound(to: UInt8.self))
            if checksum == bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self) { highest = epoch }
        }
        return highest
    }
}
