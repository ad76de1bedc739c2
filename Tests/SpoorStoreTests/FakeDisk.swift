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
