#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// The files beside the journal.
///
/// Tests answer "unreadable now" here, as a locked device does (bug case O-27).
package protocol FileAccess: Sendable {
    /// Whether a file is there; throws when that, or its content, cannot be told now.
    func probe(_ path: String) throws(PosixError) -> Bool
    /// The content of a file, or nil when there is none.
    func read(_ path: String) throws(PosixError) -> [UInt8]?
    /// Replaces a file as a whole: after a crash it has the old content or the new one.
    func write(_ path: String, _ bytes: [UInt8]) throws(PosixError)
    /// Renames a file.
    func rename(_ path: String, to target: String) throws(PosixError)
    /// Removes a file; one that is gone is no error.
    func remove(_ path: String) throws(PosixError)
    /// The names in a folder.
    func names(in folder: String) throws(PosixError) -> [String]
    /// What tells a file from a copy of it, and this start of the system from others.
    func witness(_ path: String) throws(PosixError) -> String
}

/// Files of the operating system.
package struct PosixFileAccess: FileAccess {
    package init() {}

    package func probe(_ path: String) throws(PosixError) -> Bool {
        do {
            Posix.closeDescriptor(try Posix.open(path, O_RDWR))
            return true
        } catch {
            if error.isAbsence { return false }
            throw error
        }
    }

    package func read(_ path: String) throws(PosixError) -> [UInt8]? {
        let descriptor: Int32
        do {
            descriptor = try Posix.open(path, O_RDONLY)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
        defer { Posix.closeDescriptor(descriptor) }
        let size = try Posix.fileSize(descriptor)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
        defer { buffer.deallocate() }
        let count = try Posix.readAll(descriptor, into: buffer, at: 0)
        return [UInt8](buffer[..<count])
    }

    package func write(_ path: String, _ bytes: [UInt8]) throws(PosixError) {
        let temporary = path + ".new"
        let descriptor = try Posix.open(temporary, O_WRONLY | O_CREAT | O_TRUNC)
        do throws(PosixError) {
            defer { Posix.closeDescriptor(descriptor) }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
            defer { buffer.deallocate() }
            buffer.copyBytes(from: bytes)
            try Posix.writeAll(descriptor, UnsafeRawBufferPointer(buffer), at: 0)
            try Posix.synchronize(descriptor)
        } catch {
            _ = unlink(temporary)
            throw error
        }
        try Posix.rename(temporary, to: path)
    }

    package func rename(_ path: String, to target: String) throws(PosixError) {
        try Posix.rename(path, to: target)
    }

    package func remove(_ path: String) throws(PosixError) {
        try Posix.remove(path)
    }

    package func names(in folder: String) throws(PosixError) -> [String] {
        try Posix.names(in: folder)
    }

    /// Makes a folder, and those above it, for files that stay on the device and can be read from the first unlock on.
    package func createFolder(_ path: String) throws(PosixError) {
        try Posix.createFolder(path)
        FolderAttributes.apply(to: path)
    }

    package func witness(_ path: String) throws(PosixError) -> String {
        "\(try Posix.identity(of: path)):\(Self.bootIdentity)"
    }

    /// Loss of power can take back what the system had only in memory; a high-water mark is proof only until then.
    private static let bootIdentity: String = {
        #if canImport(Darwin)
        var size = 0
        guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return "" }
        var text = [CChar](repeating: 0, count: size)
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return "" }
        return String(decoding: text.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
        guard let descriptor = try? Posix.open("/proc/sys/kernel/random/boot_id", O_RDONLY) else { return "" }
        defer { Posix.closeDescriptor(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 36, alignment: 1)
        defer { buffer.deallocate() }
        guard let count = try? Posix.readAll(descriptor, into: buffer, at: 0) else { return "" }
        return String(decoding: buffer[..<count], as: UTF8.self)
        #endif
    }()
}
