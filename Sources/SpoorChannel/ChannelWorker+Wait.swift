import SpoorStore
import SpoorWire

/// The wait of an earlier run.
extension ChannelWorker {
    /// Takes up the wait and the search of the last run.
    ///
    /// A wait holds for the address that caused it: towards another one there is none.
    ///
    /// - Returns: whether what was saved holds for the address that is configured now, or nothing was saved.
    @discardableResult
    func takeUpLastRun() -> Bool {
        guard let store = self.store, !self.machine.isRunning else { return true }
        let saved = SavedBackoff(store.state[SavedBackoff.stateKey])
        let isOurs = saved?.isFor(AddressMark.of(self.configuration.uploadURL)) ?? true
        var backoff = Backoff()
        if let saved, isOurs {
            backoff = Backoff(
                restoring: saved,
                uptime: self.scheduler.uptime,
                wallMilliseconds: self.scheduler.wallMilliseconds
            )
            self.waitAddress = saved.address
        }
        self.machine.restore(backoff)
        if let suspects = store.state[Self.searchKey]?.int64Value {
            self.machine.resumeSearch(among: Int(clamping: suspects), at: self.scheduler.uptime)
        }
        return isOurs
    }

    /// Decides on the wait of the last run once the address is certain, and forgets that of another one.
    func decideOnSavedWait() {
        if !self.takeUpLastRun() { self.saveBackoff() }
    }
}
