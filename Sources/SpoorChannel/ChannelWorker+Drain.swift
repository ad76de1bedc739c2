import SpoorStore

/// From the journal into the database.
extension ChannelWorker {
    /// Called on the thread of whoever recorded, who may hold locks: only hands work on.
    func journalSignalled(_ signal: JournalSignal) {
        switch signal {
        case .pending:
            _ = self.scheduler.schedule(after: self.storage.drainDelay) { [weak self] in self?.drain() }
        case .segmentFilled:
            self.scheduler.async { [weak self] in self?.drain() }
        }
    }

    /// Moves what the journal holds into the database, and uploads where enough waits.
    func drain() {
        guard let store = self.store, !self.tendCompanion(store) else { return }
        do {
            var lost: [RecordClass: Int] = [:]
            var hasMore = true
            var damaged = 0
            var takenAway: Set<String> = []
            var payloads = 0
            // Said also where a later part cannot be moved now.
            defer {
                self.reportDamage(damaged, takenAway)
                if payloads > 0 { self.environment.log(LostPayloads.sentence(payloads)) }
            }
            while hasMore {
                let report = try store.drain(limits: self.limits)
                self.reach.stored(report.records)
                damaged += report.damaged
                takenAway.formUnion(report.takenAway)
                payloads += report.lostPayloads
                lost.merge(report.lost) { $0 + $1 }
                self.reportTrimmed(report.trimmed)
                hasMore = report.hasMore
            }
            self.drainProblem = nil
            self.report(lost)
            self.sweepIfDue()
            self.recordsWait(store.counts.records)
        } catch {
            self.drainFailed("\(error)")
        }
    }

    /// Tries again in a second, however many drains fail until then, and says so once for each reason.
    private func drainFailed(_ reason: String) {
        if reason != self.drainProblem {
            self.environment.log("Records stay in the journal, the database cannot take them now: \(reason)")
        }
        self.drainProblem = reason
        guard self.drainRetry == nil else { return }
        self.drainRetry = self.scheduler.schedule(after: .seconds(1)) { [weak self] in
            self?.drainRetry = nil
            self?.drain()
        }
    }

    /// How much may be kept.
    var limits: StoreLimits {
        var limits = StoreLimits()
        limits.records = self.configuration.maxStoredRecords
        limits.bytes = self.configuration.maxStoredBytes
        return limits
    }

    private func report(_ losses: [RecordClass: Int]) {
        let count = losses.values.reduce(0, +)
        guard count > 0 else { return }
        self.counters.lost += count
        self.environment.log(
            "\(count) of the oldest records of the lowest class were dropped: more waits than the limits allow. "
                + "Raise maxStoredRecords or maxStoredBytes, or see why uploads fail."
        )
    }

    /// Counts dead letters that went to make room, and says so once.
    func reportTrimmed(_ count: Int) {
        guard count > 0 else { return }
        self.counters.lost += count
        guard !self.hasSaidTrimmed else { return }
        self.hasSaidTrimmed = true
        self.environment.log(
            "There are more dead letters than are kept (\(self.limits.deadLetters)): the oldest go for good, now "
                + "\(count) of them, and count as lost. Export or purge them, and see why the server refuses so many."
        )
    }

    private func reportDamage(_ count: Int, _ takenAway: Set<String>) {
        guard takenAway.isEmpty else {
            let names = takenAway.sorted().joined(separator: ", ")
            return self.environment.log(
                "The queue was damaged while it was in use: files were removed, replaced or cut (\(names)). They were made "
                    + "anew; \(count) records are lost. Let nobody but the app write in its folder."
            )
        }
        guard count > 0 else { return }
        self.environment.log(
            "The queue was damaged while it was in use: \(count) records are lost. Let nobody but the app write in its "
                + "folder."
        )
    }

    private func recordsWait(_ count: Int) {
        guard count > 0 else { return }
        // What a real-time record makes leave in a moment takes the others along.
        if self.reach.later >= self.configuration.bulkSize, !self.throttle.isDue(at: self.scheduler.uptime) {
            self.trigger(.bulk)
        }
        self.armTimer()
    }

    /// Starts the interval timer where something waits; nothing ticks while the queue is empty.
    func armTimer() {
        guard !self.pace.isPaused, self.timerWork == nil, let store = self.store, store.counts.records > 0 else {
            return
        }
        self.timerWork = self.scheduler.schedule(after: self.pace.interval) { [weak self] in
            guard let self else { return }
            self.timerWork = nil
            self.sweepIfDue()
            self.trigger(.timer)
            self.armTimer()
        }
    }
}
