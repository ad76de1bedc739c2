import SpoorStore

/// The worker of a companion: it has neither database nor upload.
extension ChannelWorker {
    /// Opens the queue, or a companion's own folder.
    func openStore(_ configuration: ChannelStoreConfiguration) throws(StoreError) -> ChannelStore {
        if let companion = self.storage.companion {
            return try ChannelStore.openCompanion(in: companion.place, configuration: configuration)
        }
        return try ChannelStore.open(folder: self.storage.folder, configuration: configuration)
    }

    /// Looks after a companion's files in place of a drain; false where this is no companion.
    func tendCompanion(_ store: ChannelStore) -> Bool {
        guard let companion = self.storage.companion else { return false }
        store.tendCompanion(at: self.scheduler.wallMilliseconds)
        companion.tended()
        if store.isCompanionCrowded, self.drainRetry == nil {
            self.drainRetry = self.scheduler.schedule(after: .seconds(5)) { [weak self] in
                self?.drainRetry = nil
                self?.drain()
            }
        }
        return true
    }

    /// Leaves a companion's losses to the host; false where this is no companion.
    func tellHost(_ losses: [Loss], _ store: ChannelStore) throws -> Bool {
        guard self.storage.companion != nil else { return false }
        guard store.tellHost(losses, at: self.scheduler.wallMilliseconds) else {
            throw ChannelError("The companion's journal is full; the app has to run to fetch what is in it.")
        }
        return true
    }

    /// Leaves a companion's folder to the host.
    func closeCompanion() {
        guard self.storage.companion != nil else { return }
        self.store?.closeCompanion(at: self.scheduler.wallMilliseconds)
    }
}
