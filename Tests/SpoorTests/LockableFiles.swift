import SpoorStore
import SpoorWire

/// The files of a queue's folder, some of which cannot be read for now, as on a device before its first unlock.
final class LockableFiles: FileAccess {
    private let locked: Locked<Set<String>>
    private let files = PosixFileAccess()

    init(locked: Set<String>) {
        self.locked = Locked(locked)
    }

    func unlock() {
        self.locked.withLock { $0 = [] }
    }

    func lock(_ names: Set<String>) {
        self.locked.withLock { $0 = names }
    }

    private func check(_ path: String) throws(PosixError) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if self.locked.withLock({ $0.contains(name) }) { throw PosixError("open '\(name)'", code: 1) }
    }

    func probe(_ path: String) throws(PosixError) -> Bool {
        try self.check(path)
        return try self.files.probe(path)
    }

    func read(_ path: String) throws(PosixError) -> [UInt8]? {
        try self.check(path)
        return try self.files.read(path)
    }

    func write(_ path: String, _ bytes: [UInt8]) throws(PosixError) {
        try self.check(path)
        try self.files.write(path, bytes)
    }

    func rename(_ path: String, to target: String) throws(PosixError) {
        try self.check(path)
        try self.files.rename(path, to: target)
    }

    func remove(_ path: String) throws(PosixError) {
        try self.check(path)
        try self.files.remove(path)
    }

    func names(in folder: String) throws(PosixError) -> [String] { try self.files.names(in: folder) }

    func witness(_ path: String) throws(PosixError) -> String { try self.files.witness(path) }
}
