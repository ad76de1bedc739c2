import SpoorStore

/// What the app asks of the channel.
extension ChannelWorker {
    /// The shortest time worth a request in the background.
    private static let leastBackgroundTime: Duration = .seconds(8)

    /// Moves the journal, then uploads; answers once what was recorded by now is gone, or the run has failed.
    func flush(_ completion: @escaping @Sendable (FlushReport) -> Void) {
        self.releaseHeld()
        // What is recorded by another thread meanwhile need not be stored with the rest.
        let through = (self.store?.nextSequence ?? 1) &- 1
        self.drain()
        guard self.store != nil else {
            let outcome = self.storageProblem.map { UploadOutcome.storageFailure($0) } ?? .disabled
            let held = self.inlet.heldUnopened
            return completion(FlushReport(delivered: 0, rejected: 0, remaining: held, outcome: outcome))
        }
        self.flushes.add(through: through, counters: self.counters, completion: completion)
        // A run that is going on goes on as far, unless it only waits between two requests.
        self.trigger(.flush)
    }

    /// Answers everybody who waits: a run ended.
    ///
    /// What could not be moved into the database was not in that run, so "complete" would not be true.
    func answerFlushes(_ outcome: UploadOutcome) {
        guard !self.flushes.isEmpty else { return }
        let problem = outcome == .complete ? self.drainProblem : nil
        self.flushes.answerAll(problem.map { .storageFailure($0) } ?? outcome, counters: self.fullStatus())
    }

    /// Answers those whose records are all gone.
    ///
    /// - Parameter batch: what was just dealt with.
    func answerFlushes(through batch: RecordBatch) {
        guard !self.flushes.isEmpty else { return }
        self.flushes.answerDone(through: self.doneThrough(batch), counters: self.fullStatus())
    }

    /// Up to which number nothing waits any more.
    private func doneThrough(_ batch: RecordBatch) -> UInt64 {
        let last = batch.rows.last?.sequence ?? 0
        guard self.configuration.kind == .prism || self.configuration.encoding == .packetV1, let store = self.store
        else {
            return last
        }
        // Not in order of their numbers: what is older may still wait.
        do {
            guard let oldest = try store.withRecords({ try $0.oldestSequence() }) else { return .max }
            return oldest > 0 ? oldest - 1 : 0
        } catch {
            return 0
        }
    }

    /// Notes how long the app may still run, and uploads.
    func enterBackground(remaining: Duration?) {
        self.pauseTimer()
        self.backgroundEnd = remaining.map { self.scheduler.uptime + $0 }
        self.hurryRequests()
        self.releaseHeld()
        self.drain()
        self.saveAge()
        self.trigger(.background)
    }

    /// Forgets the deadline: the app is in front again.
    func enterForeground() {
        self.backgroundEnd = nil
        self.trigger(.launch)
        self.resumeTimer()
    }

    /// Whether there is time for one more request.
    var mayStartRequest: Bool {
        guard let end = self.backgroundEnd else { return true }
        return end - self.scheduler.uptime >= Self.leastBackgroundTime
    }

    /// When every request must have ended, in uptime: in the background, five seconds before the system stops the app.
    var requestEnd: Duration? { self.backgroundEnd.map { $0 - .seconds(5) } }

    /// How long the next request may take.
    var requestTimeout: Duration {
        guard let end = self.requestEnd else { return self.configuration.requestTimeout }
        return min(self.configuration.requestTimeout, end - self.scheduler.uptime)
    }
}
