/// Whether the files of a queue's folder are still the ones that were opened.
///
/// Whoever removes a file that is open takes away its name alone: what is written into it from then on is gone with the
/// process. Only the channel's queue changes these files, so each must be as it was left.
struct FolderWatch {
    private let folder: String
    private var stamps: [String: FileStamp] = [:]

    /// What is watched.
    static let database = [RecordStore.fileName, RecordStore.fileName + "-wal"]
    static let ledger = CommitLedger.fileName
    static let state = [StateStore.fileName, StateStore.copyName]
    static let lock = "lock"
    static let journal = "journal"
    private static let names = Self.database + [Self.ledger] + Self.state + [Self.lock, Self.journal]

    init(folder: String) {
        self.folder = folder
        self.look()
    }

    /// Notes the files as they are now; one about which nothing can be told keeps its note.
    mutating func look() {
        for name in Self.names {
            guard let stamp = try? Posix.stamp(of: "\(self.folder)/\(name)") else { continue }
            self.stamps[name] = stamp
        }
    }

    /// The files that are gone, are others, or are shorter than they were.
    ///
    /// What cannot be told now counts as unchanged.
    func changes() -> [String] {
        Self.names.filter { name in
            guard let before = self.stamps[name], before.isThere,
                let now = try? Posix.stamp(of: "\(self.folder)/\(name)")
            else { return false }
            // Folders say nothing with their size.
            return now.identity != before.identity || name != Self.journal && now.size < before.size
        }
    }
}

/// What tells a file from another one, and its size; all zeros where there is none.
struct FileStamp: Equatable {
    /// Device and inode.
    struct Identity: Equatable {
        var device: UInt64 = 0
        var inode: UInt64 = 0
    }

    var identity = Identity()
    var size: Int64 = 0
    var isThere: Bool { self.identity != Identity() }
}
