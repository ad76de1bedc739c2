import Foundation

/// Folders on the disk.
public enum Folder {
    /// Makes a folder and those it lies in; one that is there already is fine.
    ///
    /// - Throws: `FileFault`, which says what is in the way and what to do.
    public static func make(_ path: String) throws(FileFault) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o755) != 0 else { continue }
            let code = errno
            var isFolder: ObjCBool = false
            // The system may refuse a folder that exists for other reasons than that it exists.
            let exists = FileManager.default.fileExists(atPath: made, isDirectory: &isFolder)
            if exists && isFolder.boolValue { continue }
            throw FileFault(path: exists ? made : path, code: exists ? ENOTDIR : code)
        }
    }

    /// Removes a folder with all that lies in it, from several threads: thousands of small files take their time.
    public static func remove(_ path: String) {
        let parts = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)" }
        DispatchQueue.concurrentPerform(iterations: parts.count) { Self.removeAlone(parts[$0]) }
        Self.removeAlone(path)
    }

    /// What cannot be removed stays, and does not keep the rest.
    private static func removeAlone(_ path: String) {
        // Takes a file, a link or an empty folder; a link is never followed.
        guard Foundation.remove(path) != 0, errno == ENOTEMPTY || errno == EEXIST else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            self.removeAlone("\(path)/\(name)")
        }
        _ = Foundation.remove(path)
    }
}
