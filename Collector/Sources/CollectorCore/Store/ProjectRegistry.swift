import Foundation
import SpoorWire

/// The projects of a data folder, opened when they are first needed.
final class ProjectRegistry: Sendable {
    private let settings: StoreSettings
    private let open: Locked<[String: Project]>
    private let lock: FolderLock

    init(settings: StoreSettings) throws {
        self.settings = settings
        self.open = Locked([:])
        try Folder.make("\(settings.folder)/projects")
        self.lock = try FolderLock(folder: settings.folder)
        for name in settings.projects ?? self.namesOnDisk() + ["default"] { _ = try self.project(name) }
    }

    /// The project of that name, created when the collector takes new ones.
    func project(_ name: String) throws(ProjectError) -> Project {
        guard ProjectName.isValid(name) else { throw .invalidName(name) }
        return try self.open.withLock { open throws(ProjectError) in
            if let project = open[name] { return project }
            if let allowed = self.settings.projects, !allowed.contains(name) { throw .unknown(name) }
            let project = try self.make(name)
            open[name] = project
            return project
        }
    }

    /// The project of that name if there is one already.
    func existing(_ name: String) throws(ProjectError) -> Project {
        guard ProjectName.isValid(name) else { throw .invalidName(name) }
        guard let project = self.open.withLock({ $0[name] }) else { throw .unknown(name) }
        return project
    }

    /// All open projects, by name.
    func all() -> [Project] {
        self.open.withLock { Array($0.values) }.sorted { $0.name < $1.name }
    }

    /// Gives the folder free; the projects must have been closed.
    func release() { self.lock.release() }

    private func make(_ name: String) throws(ProjectError) -> Project {
        let folder = ProjectFolder.path(name, data: self.settings.folder)
        do {
            try Folder.make("\(folder)/days")
            return try Project(name: name, folder: folder, settings: self.settings)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private func namesOnDisk() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(self.settings.folder)/projects")
        return (names ?? []).filter { $0 != "default" && ProjectName.isValid($0) }
    }
}
