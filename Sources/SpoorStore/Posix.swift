#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// A failed call of the operating system.
package struct PosixError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32
    /// The call, and what it was called on.
    package let call: String

    package init(_ call: String, code: Int32 = errno) {
        self.code = code
        self.call = call
    }

    /// Whether there is no such file.
    package var isAbsence: Bool { self.code == ENOENT || self.code == ENOTDIR }

    /// The call and the system's words for the error.
    package var description: String { "\(self.call): \(String(cString: strerror(self.code)))" }
}

/// The few calls of the operating system that the store needs, with errors instead of return codes.
enum Posix {
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(PosixError) -> Int32 {
        while true {
            #if canImport(Darwin)
            let descriptor = Darwin.open(path, flags | O_CLOEXEC, mode)
            #elseif canImport(Musl)
            let descriptor = Musl.open(path, flags | O_CLOEXEC, mode)
            #else
            let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
            #endif
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw PosixError("open '\(path)'") }
        }
    }

    static func pause(microseconds: UInt32) { usleep(microseconds) }

    static func closeDescriptor(_ descriptor: Int32) {
        _ = close(descriptor)
    }

    /// Reads up to `buffer.count` bytes at `offset`; fewer only at the end of the file.
    static func readAll(
        _ descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(PosixError) -> Int {
        var done = 0
        while done < buffer.count, let base = buffer.baseAddress {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw PosixError("read")
            }
        }
        return done
    }

    static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(PosixError) {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            let count = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
            if count >= 0 {
                done += count
            } else if errno != EINTR {
                throw PosixError("write")
            }
        }
    }

    static func fileSize(_ descriptor: Int32) throws(PosixError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PosixError("fstat") }
        return Int(status.st_size)
    }

    /// Device and inode: what tells a file from a copy of it.
    static func identity(of path: String) throws(PosixError) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw PosixError("stat '\(path)'") }
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// What tells a file from another one, and its size.
    static func stamp(of path: String) throws(PosixError) -> FileStamp {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = PosixError("stat '\(path)'")
            if error.isAbsence { return FileStamp() }
            throw error
        }
        let identity = FileStamp.Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino)
        )
        return FileStamp(identity: identity, size: Int64(status.st_size))
    }

    static func exists(_ path: String) throws(PosixError) -> Bool {
        var status = stat()
        if stat(path, &status) == 0 { return true }
        let error = PosixError("stat '\(path)'")
        if error.isAbsence { return false }
        throw error
    }

    /// Keeps others from reading a file; one that is not there, or not ours, stays as it is.
    static func makePrivate(_ path: String) {
        _ = chmod(path, 0o600)
    }

    static func remove(_ path: String) throws(PosixError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw PosixError("unlink '\(path)'") }
    }

    /// Removes an empty folder; one that is gone is no error.
    static func removeFolder(_ path: String) throws(PosixError) {
        guard rmdir(path) == 0 || errno == ENOENT else { throw PosixError("rmdir '\(path)'") }
    }

    static func rename(_ path: String, to target: String) throws(PosixError) {
        #if canImport(Darwin)
        let result = Darwin.rename(path, target)
        #elseif canImport(Musl)
        let result = Musl.rename(path, target)
        #else
        let result = Glibc.rename(path, target)
        #endif
        guard result == 0 else { throw PosixError("rename '\(path)'") }
    }

    static func synchronize(_ descriptor: Int32) throws(PosixError) {
        guard fsync(descriptor) == 0 else { throw PosixError("fsync") }
    }

    /// Creates a folder and those above it.
    static func createFolder(_ path: String) throws(PosixError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let error = PosixError("mkdir '\(path)'")
        guard error.code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw error }
        try self.createFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw PosixError("mkdir '\(path)'") }
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws(PosixError) -> [String] {
        guard let stream = opendir(folder) else { throw PosixError("opendir '\(folder)'") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
