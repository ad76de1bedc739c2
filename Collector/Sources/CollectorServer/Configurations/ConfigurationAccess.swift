import CollectorCore

/// Which projects have a configuration, and which may be given one.
public struct ConfigurationAccess: Sendable {
    /// The configurations.
    let configurations: ConfigurationStore
    /// The keys that sign, and those that apps may encrypt with.
    let keys: KeyStore
    private let isOpen: @Sendable (String) -> Bool
    private let open: @Sendable (String) throws(ProjectError) -> Void

    /// Creates access to a data folder alone, where every name may become a project.
    public init(data: String) {
        self.configurations = ConfigurationStore(data: data)
        self.keys = KeyStore(data: data)
        // What has had events has a folder.
        self.isOpen = { ProjectName.isValid($0) && ProjectFolder.exists($0, data: data) }
        self.open = { project throws(ProjectError) in
            guard ProjectName.isValid(project) else { throw .invalidName(project) }
        }
    }

    /// Creates access beside a store, which knows its projects.
    init(store: any EventStore, configurations: ConfigurationStore, keys: KeyStore) {
        self.configurations = configurations
        self.keys = keys
        self.isOpen = { store.projectNames().contains($0) }
        self.open = { project throws(ProjectError) in try store.open(project: project) }
    }

    /// Refuses a project that is not there; asking for one must not make it.
    func check(_ project: String) throws(ProjectError) {
        if self.isOpen(project) { return }
        guard ProjectName.isValid(project) else { throw .invalidName(project) }
        // Saved beside the collector, or given keys, before the first event.
        guard self.configurations.has(project: project) || !self.keys.keys(project: project).all.isEmpty else {
            throw .unknown(project)
        }
        try self.open(project)
    }

    /// Makes sure that a project can be given a configuration.
    func prepare(_ project: String) throws(ProjectError) { try self.open(project) }
}
