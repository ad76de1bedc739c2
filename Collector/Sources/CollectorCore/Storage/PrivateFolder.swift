import Foundation

/// A folder of small files that only their owner may read; each is replaced as a whole.
struct PrivateFolder {
    let path: String

    /// The names in it; empty where there is no folder.
    ///
    /// - Throws: `FileFault` where it is there and cannot be read.
    func names() throws(FileFault) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: self.path)
        } catch {
            if access(self.path, F_OK) == 0 { throw FileFault(path: self.path, code: EACCES) }
            return []
        }
    }

    /// Writes a file, so that a reader finds the old one or the new one whole, also after the power went.
    func write(_ bytes: [UInt8], as name: String) throws(FileFault) {
        let target = "\(self.path)/\(name)"
        let temporary = "\(target).new"
        unlink(temporary)
        let handle = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw FileFault(path: temporary, code: errno) }
        let code: Int32 = Self.write(bytes, to: handle) && fsync(handle) == 0 ? 0 : max(errno, 1)
        close(handle)
        guard code == 0, rename(temporary, target) == 0 else {
            let fault = FileFault(path: target, code: code == 0 ? errno : code)
            unlink(temporary)
            throw fault
        }
        self.sync()
    }

    private static func write(_ bytes: [UInt8], to handle: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(handle, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    func remove(_ name: String) throws(FileFault) {
        let file = "\(self.path)/\(name)"
        guard unlink(file) == 0 else { throw FileFault(path: file, code: errno) }
        self.sync()
    }

    /// Runs a change while no other process makes one; the folder is made for it.
    ///
    /// - Parameters:
    ///   - wrap: Makes the caller's error of a fault.
    ///   - body: The change.
    /// - Returns: What the change returns.
    /// - Throws: What the change throws, or the wrapped fault.
    func changing<Result, Failure: Error>(
        _ wrap: (FileFault) -> Failure,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(FileFault) {
            try Folder.make(self.path)
        } catch {
            throw wrap(error)
        }
        chmod(self.path, 0o700)
        let lock = "\(self.path)/lock"
        let handle = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard handle >= 0, flock(handle, LOCK_EX) == 0 else {
            let fault = FileFault(path: lock, code: errno)
            if handle >= 0 { close(handle) }
            throw wrap(fault)
        }
        defer { close(handle) }
        return try body()
    }

    /// What changes whenever a file is written or removed; nil where there is no folder.
    func stamp() -> FolderStamp? {
        var status = stat()
        guard stat(self.path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return FolderStamp(inode: UInt64(status.st_ino), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    private func sync() {
        let handle = open(self.path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }
}

/// When a folder was changed last.
struct FolderStamp: Equatable {
    let inode: UInt64
    let seconds: Int64
    let nanoseconds: Int64

    /// False while another change may still carry the same time; file systems tell times apart by milliseconds at best.
    var isSettled: Bool { Int64(Date().timeIntervalSince1970) > self.seconds + 2 }
}
