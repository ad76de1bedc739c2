public import SpoorStore
import SpoorWire

/// Losses that happened before a record could get into the store.
extension ChannelWorker {
    /// Counts them in the database, from where they are reported; those that cannot be counted now wait.
    func countLosses() {
        guard let store = self.store else { return }
        let losses = self.losses.withLock { losses in
            defer { losses = [] }
            return losses
        }
        guard !losses.isEmpty else { return }
        do {
            if try self.tellHost(losses, store) { return }
            try store.withRecords { try $0.addLosses(losses) }
            self.problems.solved(.losses)
        } catch {
            self.losses.withLock { $0.insert(contentsOf: losses, at: 0) }
            self.say("Losses cannot be counted now: \(error)", of: .losses)
            self.retry(after: .seconds(5)) { $0.countLosses() }
        }
    }
}

extension Channel {
    /// Counts records that were lost before they could be appended; from any thread.
    ///
    /// Before the queue is open, and until the channel's queue has come to it, the count is in memory alone.
    ///
    /// - Parameters:
    ///   - reason: why they are gone.
    ///   - recordClass: their class.
    ///   - count: how many.
    public func lose(_ reason: LossReason, _ recordClass: RecordClass, count: Int = 1) {
        let isFirst = self.worker.losses.withLock { losses in
            defer { losses.add(Loss(reason, recordClass, count: count)) }
            return losses.isEmpty
        }
        // One transaction for as many as come until it begins.
        if isFirst { self.scheduler.async { [worker] in worker.countLosses() } }
    }
}
