public import SpoorStore
import SpoorWire

/// Letting go of what a person took back.
extension ChannelWorker {
    /// Deletes what was taken back; tries again where the disk does not let it, and says so once for each reason.
    func withdraw() {
        do {
            try self.carryOutWithdrawal()
        } catch {
            self.say("What was taken back could not be deleted now and is tried again: \(error)", of: .withdrawal)
            guard self.withdrawalRetry == nil else { return }
            self.withdrawalRetry = self.scheduler.schedule(after: .seconds(5)) { [weak self] in
                self?.withdrawalRetry = nil
                self?.withdraw()
            }
        }
    }

    /// Deletes what was taken back; every upload calls it first, so that nothing leaves after it was taken back.
    func carryOutWithdrawal() throws {
        guard let store = self.store else { return }
        let asked = self.withdrawal.withLock { $0 }
        guard !asked.isEmpty else { return }
        if self.storage.companion == nil { try store.withdraw(asked) } else { store.sealCompanion() }
        self.problems.solved(.withdrawal)
        self.withdrawal.withLock { $0.remove(asked) }
        self.inlet.withdrawalDone(asked.records, now: self.scheduler.wallMilliseconds)
    }
}

extension Channel {
    /// Deletes records that wait, dead letters included; no upload that begins after this call carries any of them.
    ///
    /// - Parameter records: the last sequence number to go, by class.
    public func withdraw(_ records: [RecordClass: UInt64]) {
        self.withdraw { $0.add(records) }
    }

    /// Removes properties from the events that wait, dead letters included; the events stay.
    ///
    /// - Parameters:
    ///   - names: the properties' names.
    ///   - sequence: the last event concerned.
    public func removeProperties(_ names: Set<String>, through sequence: UInt64) {
        self.withdraw { $0.add(properties: names, through: sequence) }
    }

    private func withdraw(_ change: (inout Withdrawal) -> Void) {
        self.worker.withdrawal.withLock { change(&$0) }
        self.scheduler.async { [worker] in worker.withdraw() }
    }
}
