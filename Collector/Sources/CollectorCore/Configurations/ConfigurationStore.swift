public import Foundation
public import SpoorWire

/// The configurations of all projects: every one that was ever saved, the newest of which devices get.
///
/// A file each, in `configurations/PROJECT` of the data folder. The files are the truth: what another process saves
/// counts from the next question on.
public final class ConfigurationStore: Sendable {
    private struct Cached {
        let stamp: FolderStamp?
        let saved: SavedConfiguration
    }

    private let folder: String
    private let now: @Sendable () -> Int64
    private let cache = Locked<[String: Cached]>([:])

    /// Creates the store of a data folder; nothing is made on the disk before the first saving.
    ///
    /// - Parameters:
    ///   - data: The collector's data folder.
    ///   - now: The clock, in milliseconds since 1970 UTC.
    public init(
        data: String,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
    ) {
        self.folder = "\(data)/configurations"
        self.now = now
    }

    /// Whether anything was saved for a project.
    public func has(project: String) -> Bool {
        (try? self.revisions(project: project, limit: 1))?.isEmpty == false
    }

    /// What devices get: the newest one, or an empty one where nothing was saved.
    ///
    /// - Parameter project: The project.
    /// - Returns: The configuration.
    /// - Throws: ``ConfigurationStoreError`` where the newest one cannot be read; an older one must not stand in for it.
    public func current(project: String) throws(ConfigurationStoreError) -> SavedConfiguration {
        let folder = try self.folder(of: project)
        let stamp = folder.folder.stamp()
        if let known = self.cache.withLock({ $0[project] }), known.stamp == stamp { return known.saved }
        guard let newest = try folder.revisions().first else { return .empty(project: project) }
        let saved = try folder.read(newest)
        if stamp?.isSettled == true { self.cache.withLock { $0[project] = Cached(stamp: stamp, saved: saved) } }
        return saved
    }

    /// What a person begins to edit: the newest one, or the last that can be read where that one is damaged.
    ///
    /// - Parameter project: The project.
    /// - Returns: The configuration, with the number of the newest and what is wrong with that.
    /// - Throws: ``ConfigurationStoreError`` where the folder cannot be read.
    public func readable(project: String) throws(ConfigurationStoreError) -> ReadableConfiguration {
        let folder = try self.folder(of: project)
        let revisions = try folder.revisions()
        var problem: ConfigurationStoreError?
        for revision in revisions {
            do throws(ConfigurationStoreError) {
                let saved = try folder.read(revision)
                return ReadableConfiguration(saved: saved, newest: revisions.first ?? revision, problem: problem)
            } catch {
                // Of several that are damaged, the newest is the one to restore.
                problem = problem ?? error
            }
        }
        return ReadableConfiguration(saved: .empty(project: project), newest: revisions.first ?? 0, problem: problem)
    }

    /// One that was saved.
    ///
    /// - Parameters:
    ///   - revision: Its number; 0 is the empty one that every project begins with.
    ///   - project: The project.
    /// - Returns: The configuration.
    /// - Throws: ``ConfigurationStoreError``.
    public func saved(_ revision: Int64, project: String) throws(ConfigurationStoreError) -> SavedConfiguration {
        let folder = try self.folder(of: project)
        return revision == 0 ? .empty(project: project) : try folder.read(revision)
    }

    /// The numbers of those that were saved, the newest first.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - before: Only those below this number.
    ///   - limit: How many at most.
    /// - Returns: The numbers.
    /// - Throws: ``ConfigurationStoreError``.
    public func revisions(
        project: String,
        before: Int64? = nil,
        limit: Int = .max
    ) throws(ConfigurationStoreError) -> [Int64] {
        let all = try self.folder(of: project).revisions()
        return Array(all.lazy.filter { $0 < before ?? .max }.prefix(max(0, limit)))
    }

    /// Saves a configuration under a new number, which is higher than all before.
    ///
    /// - Parameters:
    ///   - document: What devices get; project and revision are set here.
    ///   - project: The project.
    ///   - base: The revision that the change began with; nil does not ask.
    ///   - author: Who saves it.
    ///   - comment: What they say about it.
    ///   - atLeast: The number is this or higher, for a folder that lost its newest files.
    /// - Returns: What was saved.
    /// - Throws: ``ConfigurationStoreError``, such as a conflict where `base` is not the newest any more.
    public func save(
        _ document: ConfigurationDocument,
        project: String,
        base: Int64? = nil,
        author: String = "",
        comment: String = "",
        atLeast: Int64 = 1
    ) throws(ConfigurationStoreError) -> SavedConfiguration {
        let folder = try self.folder(of: project)
        return try folder.folder.changing({ fault in ConfigurationStoreError.file(fault) }) {
            () throws(ConfigurationStoreError) in
            let newest = try folder.revisions().first ?? 0
            if let base, base != newest {
                throw .conflict(base: base, current: newest, author: (try? folder.read(newest))?.author ?? "")
            }
            var document = document
            let revision = max(newest + 1, atLeast)
            document.project = project
            document.revision = revision
            document.namespace = nil
            let size = document.bytes.count
            guard size <= ConfigurationDocument.maxBytes else { throw .tooLarge(bytes: size) }
            let saved = SavedConfiguration(
                revision: revision,
                time: self.now(),
                author: Limits.truncated(author, limit: SavedConfiguration.maxAuthor),
                comment: Limits.truncated(comment, limit: SavedConfiguration.maxComment),
                document: document
            )
            try folder.write(saved)
            return saved
        }
    }

    /// Saves an earlier configuration again, under a new number.
    ///
    /// A namespace that was named later for the first time stays named, without settings: devices stop one that is named
    /// no more, and before it was named they did what is built into the app.
    ///
    /// - Parameters:
    ///   - revision: The earlier one; nil is the one before the newest.
    ///   - project: The project.
    ///   - base: The revision that was the newest when this was decided; nil does not ask.
    ///   - author: Who goes back.
    ///   - comment: What they say about it; empty says which one it was.
    /// - Returns: What was saved.
    /// - Throws: ``ConfigurationStoreError``.
    public func undo(
        to revision: Int64?,
        project: String,
        base: Int64? = nil,
        author: String = "",
        comment: String = ""
    ) throws(ConfigurationStoreError) -> SavedConfiguration {
        let all = try self.folder(of: project).revisions()
        guard let newest = all.first else { throw .nothingBefore(revision: 0) }
        let target = revision ?? (all.count > 1 ? all[1] : 0)
        guard target < newest else { throw .nothingBefore(revision: target) }
        var document = try self.saved(target, project: project).document
        let names = { (revisions: [Int64]) -> Set<String> in
            // One that cannot be read names nothing: then a namespace rather goes on than stops.
            revisions.reduce(into: []) { $0.formUnion((try? self.saved($1, project: project))?.document.names ?? []) }
        }
        let later = names(all.filter { $0 > target }).subtracting(names(all.filter { $0 <= target }))
        if !later.isEmpty, !document.listsNamespaces {
            // It left the namespaces as they were; of those that came later, devices have to be told.
            let lists = all.lazy.filter { $0 < target }.compactMap { try? self.saved($0, project: project).document }
            let list = lists.first { $0.listsNamespaces }
            document.listsNamespaces = true
            (document.namespaces, document.unread) = (list?.namespaces ?? [:], list?.unread ?? [])
        }
        for name in later { document.namespaces[name] = ChannelSettings() }
        return try self.save(
            document,
            project: project,
            base: base ?? newest,
            author: author,
            comment: comment.isEmpty ? "Back to revision \(target)." : comment
        )
    }

    private func folder(of project: String) throws(ConfigurationStoreError) -> ConfigurationFolder {
        guard ProjectName.isValid(project) else { throw .project(project) }
        return ConfigurationFolder(project: project, folder: PrivateFolder(path: "\(self.folder)/\(project)"))
    }
}
