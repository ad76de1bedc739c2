/// One piece of a journal: a file of fixed size, or plain memory where no file can be made.
///
/// Everything here belongs to the journal's lock, except that the draining queue alone reads through a pinned map.
final class Segment {
    /// The file, or nil for plain memory.
    let path: String?
    /// Size in bytes.
    let capacity: Int
    /// Whether it comes from an earlier run, and was counted when the journal was opened.
    let isInherited: Bool
    /// Where its memory is, nil while it is not mapped.
    var base: UnsafeMutablePointer<UInt8>?
    /// The epoch of its frames.
    var epoch: UInt32
    /// Up to where its frames have reached the database.
    var drained: Int
    /// The end of its frames, once it is full.
    var end: Int
    /// Whether a drain is reading through the map, so that nobody else may unmap it.
    var isPinned = false
    /// Whether its file was taken away: what it holds can be read through its map alone.
    var isLost = false
    /// Whether its file must go once it is drained, because it has bytes that were taken back.
    var isSpent = false
    /// The first number that may stand in it, as the header of an earlier run's says; 0 where that is not known.
    var firstSequence: UInt64 = 0
    /// The number of ``Journal/scrub()``s when it was made of a used file; nil for a new one.
    var recycledAt: Int?

    init(path: String?, capacity: Int, base: UnsafeMutablePointer<UInt8>?, epoch: UInt32 = 0, isInherited: Bool = false)
    {
        self.path = path
        self.capacity = capacity
        self.base = base
        self.epoch = epoch
        self.isInherited = isInherited
        self.drained = Segment.firstFrame
        self.end = capacity
    }

    /// Where the first frame of a segment begins.
    static let firstFrame = 32

    var isMemory: Bool { self.path == nil }
}
