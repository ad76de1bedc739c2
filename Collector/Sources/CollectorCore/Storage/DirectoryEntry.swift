/// What a chunk's directory says of one event: enough to rebuild every index without opening the chunk.
///
/// Stored as 44 bytes, little-endian, in this order.
struct DirectoryEntry: Equatable, Sendable {
    static let size = 44

    var time: Int64
    var seq: Int64
    /// Dictionary ids; 0 stands for none.
    var user: UInt32
    var producer: UInt32
    var name: UInt32
    /// Where the event's JSON lies in the decompressed chunk.
    var offset: UInt32
    var length: UInt32
    var timeSource: TimeSource
    var digest: UInt32
    /// Milliseconds between the chunk's time of receipt and the event's.
    var receivedDelta: UInt32

    func write(to bytes: UnsafeMutableRawPointer, at offset: Int) {
        bytes.storeBytes(of: self.time.littleEndian, toByteOffset: offset, as: Int64.self)
        bytes.storeBytes(of: self.seq.littleEndian, toByteOffset: offset + 8, as: Int64.self)
        bytes.storeBytes(of: self.user.littleEndian, toByteOffset: offset + 16, as: UInt32.self)
        bytes.storeBytes(of: self.producer.littleEndian, toByteOffset: offset + 20, as: UInt32.self)
        bytes.storeBytes(of: self.name.littleEndian, toByteOffset: offset + 24, as: UInt32.self)
        bytes.storeBytes(of: self.offset.littleEndian, toByteOffset: offset + 28, as: UInt32.self)
        // An event has at most 256 KiB, so the top byte of its length is free for marks.
        let lengthAndMarks = self.length & 0x00ff_ffff | UInt32(self.timeSource.rawValue) << 24
        bytes.storeBytes(of: lengthAndMarks.littleEndian, toByteOffset: offset + 32, as: UInt32.self)
        bytes.storeBytes(of: self.digest.littleEndian, toByteOffset: offset + 36, as: UInt32.self)
        bytes.storeBytes(of: self.receivedDelta.littleEndian, toByteOffset: offset + 40, as: UInt32.self)
    }
}

extension DirectoryEntry {
    init(reading bytes: UnsafeRawBufferPointer, at offset: Int) {
        func word(_ place: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self))
        }
        self.time = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        self.seq = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: Int64.self))
        self.user = word(16)
        self.producer = word(20)
        self.name = word(24)
        self.offset = word(28)
        self.length = word(32) & 0x00ff_ffff
        self.timeSource = TimeSource(rawValue: UInt8(word(32) >> 24)) ?? .device
        self.digest = word(36)
        self.receivedDelta = word(40)
    }

    /// The event as analyses see it, at a row of a day.
    func fact(row: Int64, day: Int32) -> Fact {
        Fact(
            user: Int64(self.user),
            time: self.time,
            seq: self.seq,
            row: row,
            name: Int32(truncatingIfNeeded: self.name),
            day: day
        )
    }
}
