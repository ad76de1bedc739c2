import CSpoor

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// The files behind a journal's segments.
///
/// Tests put a disk in its place that is full, slow or forbidden.
package protocol SegmentFiles: Sendable {
    /// Makes a file of `bytes` zeros, every block of it real, and maps it.
    ///
    /// The file has its name only once it is whole, so that one that is too short was cut by somebody.
    func create(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8>
    /// Maps a file that ``create(_:bytes:)`` made.
    func map(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8>
    /// Takes a map down.
    func unmap(_ base: UnsafeMutablePointer<UInt8>, bytes: Int)
    /// Reads a part of a file; less only where the file ends.
    func read(_ path: String, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(PosixError) -> Int
    /// The size of a file in bytes.
    func size(_ path: String) throws(PosixError) -> Int
    /// Removes a file; one that is gone is no error.
    func remove(_ path: String) throws(PosixError)
}

/// Segments as files of the operating system.
package struct PosixSegmentFiles: SegmentFiles {
    /// What the name of a file that is being made ends with.
    static let unfinishedSuffix = ".new"

    package init() {}

    package func create(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        let unfinished = path + Self.unfinishedSuffix
        try Posix.remove(unfinished)
        let descriptor = try Posix.open(unfinished, O_RDWR | O_CREAT | O_EXCL)
        defer { Posix.closeDescriptor(descriptor) }
        #if canImport(Darwin) && !os(macOS)
        // Class C: readable from the first unlock on. A stricter class would fault the map on a locked device.
        _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3)
        #endif
        let zeros = UnsafeMutableRawBufferPointer.allocate(byteCount: min(bytes, 65_536), alignment: 8)
        defer { zeros.deallocate() }
        zeros.initializeMemory(as: UInt8.self, repeating: 0)
        do throws(PosixError) {
            // Zeros are written, not a size set: a hole in a mapped file is a SIGBUS when the disk is full.
            for offset in stride(from: 0, to: bytes, by: zeros.count) {
                let part = UnsafeRawBufferPointer(rebasing: zeros[..<min(zeros.count, bytes - offset)])
                try Posix.writeAll(descriptor, part, at: offset)
            }
            let base = try self.map(descriptor, bytes: bytes)
            do throws(PosixError) {
                try Posix.rename(unfinished, to: path)
            } catch {
                self.unmap(base, bytes: bytes)
                throw error
            }
            return base
        } catch {
            _ = unlink(unfinished)
            throw error
        }
    }

    package func map(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        let descriptor = try Posix.open(path, O_RDWR)
        defer { Posix.closeDescriptor(descriptor) }
        return try self.map(descriptor, bytes: bytes)
    }

    private func map(_ descriptor: Int32, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        let base = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let base, base != MAP_FAILED else { throw PosixError("mmap") }
        return base.bindMemory(to: UInt8.self, capacity: bytes)
    }

    package func unmap(_ base: UnsafeMutablePointer<UInt8>, bytes: Int) {
        munmap(base, bytes)
    }

    package func read(
        _ path: String,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(PosixError) -> Int {
        let descriptor = try Posix.open(path, O_RDONLY)
        defer { Posix.closeDescriptor(descriptor) }
        return try Posix.readAll(descriptor, into: buffer, at: offset)
    }

    package func size(_ path: String) throws(PosixError) -> Int {
        let descriptor = try Posix.open(path, O_RDONLY)
        defer { Posix.closeDescriptor(descriptor) }
        return try Posix.fileSize(descriptor)
    }

    package func remove(_ path: String) throws(PosixError) {
        try Posix.remove(path)
    }
}
