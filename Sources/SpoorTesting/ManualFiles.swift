package import SpoorStore
package import SpoorWire

/// The files of a queue's folder, some of which cannot be read or written for now, as on a device before its first unlock.
package final class ManualFiles: FileAccess {
    /// How the files answer.
    package struct Mood: Sendable {
        /// Whether nothing can be read or written.
        package var isLocked = false
        /// The names of the files that cannot be read or written.
        package var lockedNames: Set<String> = []
        /// What every write ends with.
        package var writeError: PosixError?
        /// The witness of every file; the system's own where there is none.
        package var witness: String?
        /// How many writes were tried.
        package var writes = 0
    }

    /// How the files answer now.
    package let mood: Locked<Mood>
    private let files = PosixFileAccess()

    package init(locked names: Set<String> = []) {
        self.mood = Locked(Mood(lockedNames: names))
    }

    /// Locks these files, and no others.
    package func lock(_ names: Set<String>) {
        self.mood.withLock { $0.lockedNames = names }
    }

    /// Locks no file any more.
    package func unlock() {
        self.mood.withLock { mood in
            mood.isLocked = false
            mood.lockedNames = []
        }
    }

    private func check(_ path: String) throws(PosixError) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if self.mood.withLock({ $0.isLocked || $0.lockedNames.contains(name) }) {
            throw PosixError("open '\(name)'", code: 1)
        }
    }

    package func probe(_ path: String) throws(PosixError) -> Bool {
        try self.check(path)
        return try self.files.probe(path)
    }

    package func read(_ path: String) throws(PosixError) -> [UInt8]? {
        try self.check(path)
        return try self.files.read(path)
    }

    package func write(_ path: String, _ bytes: [UInt8]) throws(PosixError) {
        let error = self.mood.withLock { mood in
            mood.writes += 1
            return mood.writeError
        }
        if let error { throw error }
        try self.check(path)
        try self.files.write(path, bytes)
    }

    package func rename(_ path: String, to target: String) throws(PosixError) {
        try self.check(path)
        try self.files.rename(path, to: target)
    }

    package func remove(_ path: String) throws(PosixError) {
        try self.check(path)
        try self.files.remove(path)
    }

    package func names(in folder: String) throws(PosixError) -> [String] { try self.files.names(in: folder) }

    package func witness(_ path: String) throws(PosixError) -> String {
        if let witness = self.mood.withLock({ $0.witness }) { return witness }
        return try self.files.witness(path)
    }
}
