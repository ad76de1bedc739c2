import Foundation
import SpoorWire

/// The key files of one project: each is replaced as a whole, and only its owner may read it.
struct KeyFolder {
    /// A file that was read.
    enum Entry {
        case key(StoredKey)
        /// A file that is no key or cannot be read now.
        case problem(file: String)
    }

    let path: String

    /// The file of a key; an id has no character that means something in a path, and the suffix makes `..` harmless.
    private func file(_ id: String) -> String { "\(self.path)/\(id).key" }

    /// Whether there is a file of that id, be it readable or not.
    func has(_ id: String) -> Bool { access(self.file(id), F_OK) == 0 }

    /// What there is; empty where there is no folder.
    func entries() -> [Entry] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: self.path)
        } catch {
            return access(self.path, F_OK) == 0 ? [.problem(file: self.path)] : []
        }
        return names.filter { $0.hasSuffix(".key") }.sorted().map { name in
            let file = "\(self.path)/\(name)"
            guard let data = FileManager.default.contents(atPath: file), data.count < 65_536,
                let json = try? JSONValue(parsing: Array(data)), let key = StoredKey(json: json),
                name == "\(key.id).key"
            else { return .problem(file: file) }
            return .key(key)
        }
    }

    /// Writes a key's file, so that a reader finds the old one or the new one whole.
    func write(_ key: StoredKey) throws(FileFault) {
        let target = self.file(key.id)
        let temporary = "\(target).new"
        let bytes = Array((key.json.jsonText + "\n").utf8)
        unlink(temporary)
        let handle = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw FileFault(path: temporary, code: errno) }
        let written = bytes.withUnsafeBytes { Foundation.write(handle, $0.baseAddress, $0.count) }
        let code: Int32 = written == bytes.count && fsync(handle) == 0 ? 0 : max(errno, 1)
        close(handle)
        guard code == 0, rename(temporary, target) == 0 else {
            let fault = FileFault(path: target, code: code == 0 ? errno : code)
            unlink(temporary)
            throw fault
        }
        self.syncFolder()
    }

    func remove(_ id: String) throws(FileFault) {
        guard unlink(self.file(id)) == 0 else { throw FileFault(path: self.file(id), code: errno) }
        self.syncFolder()
    }

    /// Runs a change while no other process makes one; the folder is made for it.
    func changing<Result>(_ body: () throws(KeyStoreError) -> Result) throws(KeyStoreError) -> Result {
        do throws(FileFault) {
            try Folder.make(self.path)
        } catch {
            throw .file(error)
        }
        chmod(self.path, 0o700)
        let lock = "\(self.path)/lock"
        let handle = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard handle >= 0, flock(handle, LOCK_EX) == 0 else {
            throw .file(FileFault(path: lock, code: errno))
        }
        defer { close(handle) }
        return try body()
    }

    /// What changes whenever a key is made, retired or purged; nil where there is no folder.
    func stamp() -> KeyStamp? {
        var status = stat()
        guard stat(self.path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return KeyStamp(inode: UInt64(status.st_ino), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    private func syncFolder() {
        let handle = open(self.path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }
}

/// When a folder was changed last.
struct KeyStamp: Equatable {
    let inode: UInt64
    let seconds: Int64
    let nanoseconds: Int64
}
