import SpoorStore

/// What is still to be done with a batch that the server has answered.
struct OwedSettlement: Sendable {
    /// The batch.
    let batch: Int64
    /// How many records it has.
    let count: Int
    /// The records of it that go to the dead letters.
    let letters: [DeadLetterReason]
    /// How many dead letters may stay.
    let limits: StoreLimits
    /// When the server answered, in milliseconds since 1970.
    let now: Int64

    /// Sets aside and deletes.
    ///
    /// - Returns: what counts as lost.
    /// - Throws: what the store throws; nothing has changed then.
    func carryOut(in records: RecordStore, deletesOthers: Bool = true) throws -> SettleReport {
        try records.settle(
            batch: self.batch,
            deadLetters: self.letters,
            deletesOthers: deletesOthers,
            limits: self.limits,
            now: self.now
        )
    }
}

/// A disk that is too full to delete on: what was delivered stays marked, so that it is not sent again, until there is
/// room.
extension ChannelWorker {
    /// Goes on as if the batch were deleted, and deletes it later.
    func owe(_ settlement: OwedSettlement) {
        if self.owed.isEmpty {
            self.environment.log(
                "The disk is too full to delete what the server has answered: uploading goes on, and it is deleted once "
                    + "there is room. Free some space on the device."
            )
            self.retrySettling()
        }
        self.owed.append(settlement)
    }

    private func retrySettling() {
        self.retry(after: .seconds(5)) { worker in
            worker.settleOwed()
            if !worker.owed.isEmpty, worker.store != nil { worker.retrySettling() }
        }
    }

    /// Deletes what was delivered while there was no room for that, as far as there is now.
    func settleOwed() {
        guard let store = self.store else { return }
        while let settlement = self.owed.first {
            do {
                let report = try store.withRecords { try settlement.carryOut(in: $0) }
                self.counters.lost += report.damaged
                self.reportTrimmed(report.trimmed)
            } catch {
                return
            }
            self.owed.removeFirst()
        }
    }

    /// Says what ends with the process although it should not: for the end of the channel's work.
    func sayWhatIsNotKept() {
        self.settleOwed()
        let owed = self.owed.reduce(0) { $0 + $1.count }
        self.owed = []
        if owed > 0 {
            self.environment.log(
                "\(owed) events that the server has answered could not be deleted, the disk is full: the next start sends "
                    + "them again, and the collector knows them by their ids."
            )
        }
        guard let count = self.store?.volatileRecords, count > 0 else { return }
        self.counters.lost += count
        self.environment.log(
            "\(count) events were held in memory and are lost: neither the journal's files nor the database could be "
                + "written before the tracker ended. Free some space on the device."
        )
    }
}
