import SpoorWire

@testable import SpoorStore

/// Segments on a real disk that can be told to be full, slow or unreadable.
final class FakeDisk: SegmentFiles {
    struct Mood {
        var createError: PosixError?
        var readError: PosixError?
        var created = 0
        var unmapped = 0
    }

    let mood = Locked(Mood())
    private let disk = PosixSegmentFiles()

    static let full = PosixError("write", code: 28)
    static let inputOutput = PosixError("read", code: 5)
    static let forbidden = PosixError("open", code: 13)

    func create(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        let error = self.mood.withLock { mood in
            mood.created += 1
            return mood.createError
        }
        if let error { throw error }
        return try self.disk.create(path, bytes: bytes)
    }

    func map(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        try self.disk.map(path, bytes: bytes)
    }

    func unmap(_ base: UnsafeMutablePointer<UInt8>, bytes: Int) {
        self.mood.withLock { $0.unmapped += 1 }
        self.disk.unmap(base, bytes: bytes)
    }

    func read(
        _ path: String,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(PosixError) -> Int {
        if let error = self.mood.withLock({ $0.readError }) { throw error }
        return try self.disk.read(path, into: buffer, at: offset)
    }

    func size(_ path: String) throws(PosixError) -> Int { try self.disk.size(path) }

    func remove(_ path: String) throws(PosixError) { try self.disk.remove(path) }
}

/// Files that cannot be read while the device is locked.
final class FakeFiles: FileAccess {
    struct Mood {
        var unreadable: Set<String> = []
        var witness: String?
        var writes = 0
        var writeError: PosixError?
    }

    let mood = Locked(Mood())
    private let files = PosixFileAccess()

    private func check(_ path: String) throws(PosixError) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if self.mood.withLock({ $0.unreadable.contains(name) }) { throw PosixError("open '\(name)'", code: 1) }
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
        if let error = self.mood.withLock({ $0.writeError }) { throw error }
        self.mood.withLock { $0.writes += 1 }
        try self.files.write(path, bytes)
    }

    func rename(_ path: String, to target: String) throws(PosixError) { try self.files.rename(path, to: target) }

    func remove(_ path: String) throws(PosixError) { try self.files.remove(path) }

    func names(in folder: String) throws(PosixError) -> [String] { try self.files.names(in: folder) }

    func witness(_ path: String) throws(PosixError) -> String {
        if let witness = self.mood.withLock({ $0.witness }) { return witness }
        return try self.files.witness(path)
    }
}
