/// How a database is opened.
public struct ConnectionConfiguration: Equatable, Sendable {
    /// How a change reaches the file.
    public enum JournalMode: String, Equatable, Sendable {
        /// A write-ahead log: readers and one writer do not wait for each other.
        case writeAheadLog = "WAL"
        /// A rollback journal, deleted after each transaction.
        case delete = "DELETE"
        /// A rollback journal in memory: fast, and lost with the process.
        case memory = "MEMORY"
    }

    /// When SQLite waits for the disk.
    public enum Synchronous: String, Equatable, Sendable {
        /// At each commit: survives loss of power.
        case full = "FULL"
        /// At checkpoints: survives the end of the process; loss of power may cost the last commits.
        case normal = "NORMAL"
        /// Never.
        case off = "OFF"
    }

    /// Size of a page in bytes, a power of two up to 65 536; it counts only before the first table.
    ///
    /// Pages of 16 KiB halve the CPU time of an insert of 600 bytes against the usual 4 KiB.
    public var pageSize = 16_384
    /// The journal mode; the default is a write-ahead log.
    public var journalMode = JournalMode.writeAheadLog
    /// When to wait for the disk; the default is ``Synchronous/normal``.
    public var synchronous = Synchronous.normal
    /// Pages in the write-ahead log that start a checkpoint; the default 250 is 4 MiB of 16 KiB pages.
    public var checkpointPages = 250
    /// Memory for pages, in KiB; the default is 1024.
    public var cacheKibibytes = 1_024
    /// How long a locked database is waited for, in milliseconds; the default is 5000.
    public var busyTimeoutMilliseconds = 5_000
    /// Whether freed pages can be returned to the file system step by step; it counts only before the first table.
    public var isIncrementalVacuum = false
    /// Whether one connection keeps the file locked, which saves the shared-memory file and two system calls a
    /// transaction; the file cannot be looked at from outside meanwhile.
    public var isExclusive = false
    /// Whether the database is only read; it must exist then.
    public var isReadOnly = false

    /// Creates the default configuration.
    public init() {}
}
