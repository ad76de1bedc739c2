import SpoorStore
import SpoorWire

/// The wait of an earlier run.
extension ChannelWorker {
    /// Takes up the waits and the searches of the last run.
    ///
    /// A wait holds for the address that caused it: towards another one there is none.
    ///
    /// - Returns: the lanes whose saved wait is for another address than the one that is configured now.
    @discardableResult
    func takeUpLastRun() -> [UploadLane] {
        guard let store = self.store, !self.isUploading else { return [] }
        return self.activeLanes.filter { lane in
            let saved = SavedBackoff(store.state[lane.waitKey])
            let isOurs = saved?.isFor(self.mark(of: lane)) ?? true
            var backoff = Backoff()
            if let saved, isOurs {
                backoff = Backoff(
                    restoring: saved,
                    uptime: self.scheduler.uptime,
                    wallMilliseconds: self.scheduler.wallMilliseconds
                )
                lane.waitAddress = saved.address
            }
            lane.machine.restore(backoff)
            if let suspects = store.state[lane.searchKey]?.int64Value {
                lane.machine.resumeSearch(among: Int(clamping: suspects), at: self.scheduler.uptime)
            }
            return !isOurs
        }
    }

    /// Decides on the waits of the last run once the addresses are certain, and forgets those of others.
    func decideOnSavedWait() {
        for lane in self.takeUpLastRun() { self.saveBackoff(of: lane) }
    }

    /// Takes up the waits that are on when the channel opens.
    ///
    /// - Returns: whether there is a way without one.
    func resumeWaits() -> Bool {
        var isFree = false
        for lane in self.activeLanes {
            let left = lane.machine.backoff.remaining(uptime: self.scheduler.uptime)
            if left > .zero { self.wake(lane, after: left) } else { isFree = true }
        }
        return isFree
    }

    /// Keeps a lane's wait, and its search for a refused record.
    func saveBackoff(of lane: UploadLane) {
        var saved = lane.machine.backoff.saved(
            uptime: self.scheduler.uptime,
            wallMilliseconds: self.scheduler.wallMilliseconds
        )
        saved?.address = lane.waitAddress ?? self.mark(of: lane)
        let values: [String: JSONValue?] = [
            lane.waitKey: saved?.json,
            lane.searchKey: lane.machine.suspects.map { .integer($0) },
        ]
        self.store?.setState(values, recorded: self.scheduler.wallMilliseconds)
    }

    private func mark(of lane: UploadLane) -> String { AddressMark.of(self.configuration.uploadURL(of: lane.part)) }
}
