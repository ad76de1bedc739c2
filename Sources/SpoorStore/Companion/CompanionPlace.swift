package import SpoorWire

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// What the processes of one app share: a folder for each companion's events, and a snapshot of what the host knows.
///
/// A companion is a process beside the app itself, such as an extension. Nobody locks anything here: each file has one
/// writer, and what the host takes over it deletes.
public struct CompanionPlace: Equatable, Sendable {
    /// The folder that is shared.
    public let root: String

    /// The folder whose companions' files count together: a channel's place lies in its tracker's.
    private let whole: String

    /// The channel whose place it is; empty for the tracker's own.
    let channelName: String

    /// The most bytes that all companions' files together may have before no further companion begins to record.
    public var maxBytes = 32 << 20

    /// Names a place.
    ///
    /// - Parameter root: the folder that is shared; made where it is missing.
    public init(root: String) {
        (self.root, self.whole, self.channelName) = (root, root, "")
    }

    private init(_ root: String, of channel: String, within whole: CompanionPlace) {
        (self.root, self.channelName) = (root, channel)
        (self.whole, self.maxBytes) = (whole.whole, whole.maxBytes)
    }

    private var channels: String { "\(self.root)/channels" }

    /// The place for the records of a channel beside the tracker's.
    ///
    /// - Parameter namespace: the channel's name, fit for a file name.
    /// - Returns: the place.
    package func channel(_ namespace: String) -> CompanionPlace {
        CompanionPlace("\(self.channels)/\(namespace)", of: namespace, within: self)
    }

    /// The channels of which a companion has left a folder, sorted.
    package func channelNames() -> [String] {
        ((try? Posix.names(in: self.channels)) ?? []).filter { name in
            ((try? Posix.names(in: self.channel(name).companions)) ?? []).isEmpty == false
        }.sorted()
    }

    /// Where the companions' folders are.
    var companions: String { "\(self.root)/companions" }

    private var snapshotPath: String { "\(self.root)/snapshot" }

    /// What ends the name of a folder whose writer is gone.
    static let goneSuffix = ".gone"

    /// The snapshot of what the host knows.
    package func readSnapshot() -> StateReading {
        do {
            guard let bytes = try PosixFileAccess().read(self.snapshotPath) else { return .absent }
            // Left where it is: the host replaces it.
            return StateStore.decode(bytes).map { .value($0) } ?? .damaged(setAside: "")
        } catch {
            return .unreadable(error.description)
        }
    }

    /// Replaces the snapshot as a whole; for the host.
    ///
    /// - Parameter values: what companions are to know.
    /// - Throws: an error of the operating system where it cannot be written.
    package func writeSnapshot(_ values: [String: JSONValue]) throws {
        try PosixFileAccess().createFolder(self.root)
        try StateStore(path: self.snapshotPath).write(values)
    }

    /// Leaves a first snapshot where there is none; for a companion that runs before the host ever did.
    ///
    /// - Parameter values: the ids that it made.
    /// - Returns: whether there was none.
    /// - Throws: an error of the operating system where it cannot be written.
    package func offerSnapshot(_ values: [String: JSONValue]) throws -> Bool {
        try PosixFileAccess().createFolder(self.root)
        let path = "\(self.snapshotPath).\(UInt64.random(in: .min ... .max))"
        try StateStore(path: path).write(values)
        defer { try? Posix.remove(path) }
        // Unlike a rename, a link replaces nothing.
        if link(path, self.snapshotPath) == 0 { return true }
        if errno == EEXIST { return false }
        throw PosixError("link '\(self.snapshotPath)'")
    }

    /// What tells one snapshot from the next without reading it; nil where there is none.
    package var snapshotStamp: String? {
        var status = stat()
        guard stat(self.snapshotPath, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return "\(status.st_ino):\(status.st_size):\(time.tv_sec):\(time.tv_nsec)"
    }

    /// The bytes of all companions' files, those of all channels included.
    func usedBytes() -> Int {
        let tracker = CompanionPlace(root: self.whole)
        return tracker.channelNames().reduce(tracker.ownBytes()) { $0 + tracker.channel($1).ownBytes() }
    }

    /// The bytes of the companions' files in this place alone.
    func ownBytes() -> Int {
        var total = 0
        for name in (try? Posix.names(in: self.companions)) ?? [] {
            for file in (try? Posix.names(in: "\(self.companions)/\(name)")) ?? [] {
                total += (try? PosixSegmentFiles().size("\(self.companions)/\(name)/\(file)")) ?? 0
            }
        }
        return total
    }
}
