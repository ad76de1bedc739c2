import SpoorStore
import SpoorWire

/// Doing what the upload machine says.
extension ChannelWorker {
    /// Asks for an upload; without effect while one is going on or a wait is.
    func trigger(_ trigger: UploadTrigger) {
        self.handle(.trigger(trigger))
    }

    /// Feeds the machine and carries out its actions, until it has nothing more to say.
    func handle(_ input: UploadMachine.Input) {
        var inputs = [input]
        while !inputs.isEmpty {
            let moment = UploadMachine.Moment(
                uptime: self.scheduler.uptime,
                random: Double(self.environment.random() >> 11) / 9_007_199_254_740_992
            )
            for action in self.machine.handle(inputs.removeFirst(), at: moment) {
                do {
                    if let next = try self.perform(action) { inputs.append(next) }
                } catch {
                    self.storageFailed(error)
                    return
                }
            }
        }
    }

    private func perform(_ action: UploadMachine.Action) throws -> UploadMachine.Input? {
        switch action {
        case .take(let maxCount):
            return self.mayStartRequest ? .taken(count: try self.take(maxCount)) : .outOfTime
        case .send:
            self.send()
        case .settle(let receipt):
            try self.settle(receipt)
        case .bury(let positions, let reason):
            try self.bury(positions: positions, reason: reason)
        case .release:
            try self.release(self.batch)
            self.batch = nil
        case .setAside:
            self.setAside = self.batch
            self.batch = nil
        case .burySetAside:
            try self.settle(self.setAside, deadLetters: [0], reason: .refused)
            self.setAside = nil
        case .releaseSetAside:
            try self.release(self.setAside)
            self.setAside = nil
        case .wake(let delay):
            self.wake(after: delay)
        case .saveBackoff:
            self.saveBackoff()
        case .finish(let outcome):
            self.finish(outcome)
        }
        return nil
    }

    private func take(_ maxCount: Int) throws -> Int {
        guard let store = self.store else { return 0 }
        try self.carryOutWithdrawal()
        let batch = try store.withRecords { records in
            try records.selectAndMark(maxCount: maxCount, maxBytes: self.configuration.maxBodyBytes)
        }
        self.batch = batch
        return batch.rows.count
    }

    private func send() {
        guard let batch = self.batch,
            let body = self.encoding.body(of: batch, flushTime: self.scheduler.wallMilliseconds)
        else { return self.answered(.failure("there was no memory to encode the batch"), count: 0) }
        self.counters.requests += 1
        self.counters.plainBytes += body.plainBytes
        self.counters.sentBytes += body.bytes.count
        let count = batch.rows.count
        self.environment.transport.send(self.request(body.bytes, count: count)) { [weak self] answer in
            guard let self else { return }
            self.scheduler.async { self.answered(answer, count: count) }
        }
    }

    private func answered(_ answer: UploadAnswer, count: Int) {
        // The folder may have been closed, and opened by somebody else, while the request was under way.
        guard self.store != nil else { return }
        let now = self.scheduler.wallMilliseconds
        self.handle(.answered(UploadVerdict(answer, count: count, asksReceipt: true, now: now)))
    }

    private func request(_ body: [UInt8], count: Int) -> UploadRequest {
        var headers = self.configuration.headers
        headers["Content-Type"] = "application/json"
        headers["Content-Encoding"] = "gzip"
        headers["Spoor-Count"] = String(count)
        return UploadRequest(
            url: self.configuration.eventsURL,
            headers: headers,
            body: body,
            timeout: self.requestTimeout
        )
    }

    private func settle(_ receipt: UploadReceipt) throws {
        guard let batch = self.batch else { return }
        try self.settle(batch, deadLetters: receipt.rejected, reason: .refused)
        self.counters.delivered += batch.rows.count - receipt.rejected.count
        self.counters.duplicates += receipt.duplicate
        self.batch = nil
        self.flushes.answerDone(through: batch.rows.last?.sequence ?? 0, counters: self.status())
    }

    private func bury(positions: [Int], reason: UploadRefusal) throws {
        try self.settle(self.batch, deadLetters: positions, reason: reason, deletesOthers: false)
        self.batch = nil
    }

    private func settle(
        _ batch: RecordBatch?,
        deadLetters positions: [Int],
        reason: UploadRefusal,
        deletesOthers: Bool = true
    ) throws {
        guard let store = self.store, let batch else { return }
        let letters = positions.filter { batch.rows.indices.contains($0) }.map { position in
            DeadLetterReason(sequence: batch.rows[position].sequence, reason: reason.sentence)
        }
        let now = self.scheduler.wallMilliseconds
        try store.withRecords { records in
            try records.settle(batch: batch.id, deadLetters: letters, deletesOthers: deletesOthers, now: now)
        }
        guard !letters.isEmpty else { return }
        self.counters.rejected += letters.count
        self.environment.log("\(letters.count) event(s) lie in the dead letters: \(reason.sentence)")
    }

    private func release(_ batch: RecordBatch?) throws {
        guard let store = self.store, let batch else { return }
        try store.withRecords { try $0.release(batch: batch.id) }
    }

    private func finish(_ outcome: UploadOutcome) {
        if case .failed(let verdict) = outcome { self.environment.log(verdict.explanation) }
        self.flushes.answerAll(outcome, counters: self.status())
    }

    private func wake(after delay: Duration) {
        self.wakeWork?.cancel()
        self.wakeWork = self.scheduler.schedule(after: delay) { [weak self] in self?.handle(.woke) }
    }

    /// Takes up a wait that is on when the channel opens.
    func resumeWait() -> Bool {
        let left = self.machine.backoff.remaining(uptime: self.scheduler.uptime)
        guard left > .zero else { return false }
        self.wake(after: left)
        return true
    }

    private func saveBackoff() {
        let saved = self.machine.backoff.saved(
            uptime: self.scheduler.uptime,
            wallMilliseconds: self.scheduler.wallMilliseconds
        )
        let value: JSONValue? = saved?.json
        self.store?.setState([SavedBackoff.stateKey: value], recorded: self.scheduler.wallMilliseconds)
    }

    private func storageFailed(_ error: any Error) {
        self.environment.log("The queue cannot be read or written now; uploading pauses: \(error)")
        self.batch = nil
        self.setAside = nil
        for action in self.machine.abort() {
            if case .wake(let delay) = action { self.wake(after: delay) }
        }
        self.flushes.answerAll(.storageFailure("\(error)"), counters: self.status())
    }
}
