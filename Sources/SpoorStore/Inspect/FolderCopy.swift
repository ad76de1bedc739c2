#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// Copies a database that somebody may be writing.
enum FolderCopy {
    /// How often a copy is tried that was overtaken by a change.
    private static let attempts = 20

    /// Copies database and log; a copy during which either changed is thrown away and tried again.
    ///
    /// - Parameters:
    ///   - folder: where the database lies.
    ///   - path: the path of the copy.
    /// - Returns: false where there is no database.
    /// - Throws: `PosixError` where it cannot be read or written now, `QueueFolderError` where it changes all the time.
    static func copyDatabase(from folder: String, to path: String) throws -> Bool {
        let suffixes = ["", "-wal"]
        guard try Posix.exists("\(folder)/\(RecordStore.fileName)") else { return false }
        for _ in 0..<Self.attempts {
            let before = suffixes.map { Self.stamp("\(folder)/\(RecordStore.fileName)\($0)") }
            for suffix in suffixes { try Self.copy("\(folder)/\(RecordStore.fileName)\(suffix)", to: path + suffix) }
            if before == suffixes.map({ Self.stamp("\(folder)/\(RecordStore.fileName)\($0)") }) { return true }
        }
        throw QueueFolderError("It is being written too fast for a consistent copy: try again.")
    }

    /// Size and time of the last change; empty where there is no file.
    private static func stamp(_ path: String) -> [Int64] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return [Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec), Int64(status.st_ino)]
    }

    private static func copy(_ path: String, to target: String) throws {
        try Posix.remove(target)
        let source: Int32
        do {
            source = try Posix.open(path, O_RDONLY)
        } catch {
            if error.isAbsence { return }
            throw error
        }
        defer { Posix.closeDescriptor(source) }
        let copy = try Posix.open(target, O_WRONLY | O_CREAT | O_TRUNC)
        defer { Posix.closeDescriptor(copy) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try Posix.readAll(source, into: buffer, at: offset)
            guard count > 0 else { return }
            try Posix.writeAll(copy, UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            offset += count
        }
    }
}
