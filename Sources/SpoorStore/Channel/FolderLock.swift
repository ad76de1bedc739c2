#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// Keeps a folder to one owner, within and across processes; let go when the last reference, or the process, goes.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or returns nil when it is taken.
    init?(folder: String) throws(PosixError) {
        self.descriptor = try Posix.open("\(folder)/lock", O_RDWR | O_CREAT)
        while flock(self.descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let error = PosixError("flock '\(folder)/lock'")
            Posix.closeDescriptor(self.descriptor)
            if error.code == EWOULDBLOCK { return nil }
            throw error
        }
    }

    deinit {
        Posix.closeDescriptor(self.descriptor)
    }
}
