public import Foundation
public import SpoorWire

/// The keys of all projects: one folder for each, one file for each key, readable by their owner alone.
///
/// The files are the truth: a key that another process makes, retires or purges counts from the next question on.
public final class KeyStore: Sendable {
    private struct Cached {
        let stamp: FolderStamp?
        let keys: ProjectKeys
        /// False while another change may still carry the same time as the one that was read.
        let isSettled: Bool
    }

    private let folder: String
    private let now: @Sendable () -> Int64
    private let cache = Locked<[String: Cached]>([:])

    /// Creates the store of a data folder; nothing is made on the disk before the first key.
    ///
    /// - Parameters:
    ///   - data: The collector's data folder; keys lie in `keys` below it.
    ///   - now: The clock, in milliseconds since 1970 UTC.
    public init(
        data: String,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
    ) {
        self.folder = "\(data)/keys"
        self.now = now
    }

    /// The keys of a project; none for a project without any.
    public func keys(project: String) -> ProjectKeys {
        guard let folder = try? self.folder(of: project) else { return ProjectKeys() }
        let stamp = folder.stamp()
        let known = self.cache.withLock { $0[project] }
        if let known, known.stamp == stamp, known.isSettled { return known.keys }
        let keys = ProjectKeys(folder.entries())
        let cached = Cached(stamp: stamp, keys: keys, isSettled: stamp?.isSettled ?? true)
        self.cache.withLock { $0[project] = cached }
        return keys
    }

    /// The projects that have keys, in order.
    public func projects() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? []
        return names.filter(ProjectName.isValid).sorted()
    }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - kind: What it is for.
    ///   - id: Its id; nil makes one that nobody had before.
    ///   - project: The project.
    ///   - random: Where its bytes come from.
    /// - Returns: The key.
    /// - Throws: ``KeyStoreError``.
    public func create(
        _ kind: KeyKind,
        id: String? = nil,
        project: String,
        random: @escaping RandomBytes = SystemRandom.bytes
    ) throws(KeyStoreError) -> StoredKey {
        let folder = try self.folder(of: project)
        let id = id ?? Self.newID(random)
        let key: StoredKey
        do throws(CryptoError) {
            key = try StoredKey.make(id: id, kind: kind, created: self.now(), random: random)
        } catch {
            throw .crypto(error)
        }
        return try folder.changing { () throws(KeyStoreError) in
            guard !folder.has(id) else { throw .exists(id: id) }
            try Self.write(key, in: folder)
            return key
        }
    }

    /// Retires a key: it is given to no app from now on, and opens what devices encrypted before.
    ///
    /// - Parameters:
    ///   - id: The key.
    ///   - project: Its project.
    ///   - purging: Removes it for good: what is still encrypted with it is refused from then on.
    /// - Returns: The key as it was left, or as it was before it was purged.
    /// - Throws: ``KeyStoreError``.
    @discardableResult
    public func retire(_ id: String, project: String, purging: Bool = false) throws(KeyStoreError) -> StoredKey {
        let folder = try self.folder(of: project)
        guard folder.stamp() != nil else { throw .unknown(id: id, project: project) }
        return try folder.changing { () throws(KeyStoreError) in
            guard var key = ProjectKeys(folder.entries()).key(id) else { throw .unknown(id: id, project: project) }
            if purging {
                do throws(FileFault) {
                    try folder.remove(id)
                } catch {
                    throw .file(error)
                }
                return key
            }
            guard key.state == .active else { return key }
            key.state = .retired
            key.retired = self.now()
            try Self.write(key, in: folder)
            return key
        }
    }

    private func folder(of project: String) throws(KeyStoreError) -> KeyFolder {
        guard ProjectName.isValid(project) else { throw .project(project) }
        return KeyFolder(path: "\(self.folder)/\(project)")
    }

    private static func write(_ key: StoredKey, in folder: KeyFolder) throws(KeyStoreError) {
        do throws(FileFault) {
            try folder.write(key)
        } catch {
            throw .file(error)
        }
    }

    /// Random, because an id must not come back: a device may still hold the key that had it.
    private static func newID(_ random: RandomBytes) -> String {
        let digits = Array("0123456789abcdef")
        return "k" + random(4).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }
}
