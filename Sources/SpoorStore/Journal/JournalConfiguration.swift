/// How a journal uses memory and disk.
public struct JournalConfiguration: Equatable, Sendable {
    /// Size of a segment in bytes; the default is 1 MiB, the least 4 KiB, always a multiple of 4 KiB.
    public var segmentBytes = 1 << 20
    /// Bytes that may wait to be drained; each class has its share of it.
    ///
    /// The default is 128 MiB.
    public var capBytes = 128 << 20
    /// Bytes that may wait in plain memory while no file can be made; the default is 16 MiB.
    public var memoryCapBytes = 16 << 20
    /// Segments kept ready beside the active one in quiet times; the default is 1.
    public var spareSegments = 1
    /// Segments kept ready during a burst; the default is 4.
    public var burstSegments = 4
    /// The largest record, in bytes; the default is 4 MiB.
    ///
    /// One that does not fit a segment waits in memory.
    public var maxRecordBytes = 4 << 20

    /// How long a caller that needs a segment gives its maker before it takes the disk for slow; the default is 10 ms.
    ///
    /// It then takes plain memory, and so do those that follow until a file is ready (bug case O-17).
    public var patience = Duration.milliseconds(10)

    /// Creates the default configuration.
    public init() {}

    /// The same with every figure in its range.
    var normalized: JournalConfiguration {
        var copy = self
        copy.segmentBytes = max(4_096, min(self.segmentBytes, 64 << 20)) & ~4_095
        copy.capBytes = max(copy.segmentBytes, self.capBytes)
        copy.memoryCapBytes = max(copy.segmentBytes, min(self.memoryCapBytes, copy.capBytes))
        copy.spareSegments = max(0, self.spareSegments)
        copy.burstSegments = max(copy.spareSegments, self.burstSegments)
        copy.maxRecordBytes = max(1_024, min(self.maxRecordBytes, 256 << 20))
        return copy
    }
}

/// Ways to break a journal on purpose, so that a test can prove it would notice.
package struct JournalFaults: Equatable, Sendable {
    /// Records are kept in memory alone, and said to be durable.
    package var isJournalOff = false
    /// Segments are given up before the database has committed what they held.
    package var recyclesBeforeCommit = false

    package init(isJournalOff: Bool = false, recyclesBeforeCommit: Bool = false) {
        self.isJournalOff = isJournalOff
        self.recyclesBeforeCommit = recyclesBeforeCommit
    }
}
