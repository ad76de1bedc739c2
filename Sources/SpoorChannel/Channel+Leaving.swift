import SpoorStore
import SpoorWire

/// Channels that earlier runs left and nobody asks for.
extension Channel {
    /// Whether the queue holds nothing: no record, no dead letter, no loss that was not reported.
    ///
    /// Call it on the channel's scheduler.
    package var isEmpty: Bool {
        guard let store = self.worker.store, store.counts.records == 0, store.counts.deadLetters == 0,
            self.worker.losses.withLock({ $0.isEmpty }), let losses = try? store.withRecords({ try $0.losses() })
        else { return false }
        return losses.isEmpty
    }

    /// Lets go of the folder before the call returns; call it on the channel's scheduler.
    package func closeNow() {
        self.worker.releaseHeld()
        _ = self.inlet.close()
        self.worker.close()
    }
}
