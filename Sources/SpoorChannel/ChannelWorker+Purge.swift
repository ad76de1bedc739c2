import SpoorStore
import SpoorWire

/// Deleting what the user took back.
extension ChannelWorker {
    /// Notes that what waits up to a sequence number must go; from any thread.
    func askForPurge(through sequence: UInt64) {
        self.purgeMark.withLock { $0 = max($0 ?? 0, sequence) }
    }

    /// Deletes what was asked to go, the dead letters too; tries again where the disk does not let it.
    func purge() {
        do {
            try self.purgeAsked()
        } catch {
            self.environment.log("What waits could not be deleted now and is tried again: \(error)")
            self.retry(after: .seconds(5)) { $0.purge() }
        }
    }

    /// Deletes what was asked to go; every upload calls it first, so that nothing leaves after it was taken back.
    func purgeAsked() throws {
        guard let store = self.store, let sequence = self.purgeMark.withLock({ $0 }) else { return }
        try store.purge(through: sequence)
        // Where a later one was asked for meanwhile, it stays.
        self.purgeMark.withLock { if $0 == sequence { $0 = nil } }
    }
}
