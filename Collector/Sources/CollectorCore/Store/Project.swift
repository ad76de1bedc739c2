import SpoorWire

/// One open project: its writer, confined to the writer's thread, and what it publishes.
final class Project: Sendable {
    let name: String
    let folder: String
    let state: Locked<ProjectState>
    let hash: SipHash
    let reader: ProjectReader
    let payloads: PayloadFile
    // Used on the writer's thread only, once the project is open.
    nonisolated(unsafe) let writer: ProjectWriter

    init(name: String, folder: String, settings: StoreSettings) throws {
        self.name = name
        self.folder = folder
        self.state = Locked(ProjectState())
        let payloads = try PayloadFile(
            path: "\(folder)/payloads.sqlite",
            busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds
        ) { aside in
            settings.tell(
                "The payloads of project '\(name)' cannot be read, the file is damaged: it was put aside as '\(aside)', and "
                    + "payloads are taken into a new one. Restore it from a backup, or save what is in it by sqlite3's "
                    + "'.recover'."
            )
        }
        let writer = try ProjectWriter(folder: folder, settings: settings, state: self.state, payloads: payloads)
        self.payloads = payloads
        self.writer = writer
        self.hash = writer.hash
        self.reader = try ProjectReader(folder: folder, timeZone: settings.timeZone, state: self.state)
    }
}
