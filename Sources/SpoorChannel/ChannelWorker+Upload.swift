import SpoorStore
import SpoorWire

/// Doing what the upload machine says.
extension ChannelWorker {
    /// Asks for an upload of what is stored; one that is going on takes it along, and a wait holds it up.
    func trigger(_ trigger: UploadTrigger) {
        guard self.extendReach() else { return }
        self.handle(.trigger(trigger))
    }

    /// Lets the run go as far as something is stored now.
    ///
    /// - Returns: whether that is known, or a run that is going on will meet the same failure itself.
    private func extendReach() -> Bool {
        guard self.machine.isEnabled, let store = self.store else { return true }
        do {
            self.reach.extend(to: try store.withRecords { try $0.newestSequence() } ?? 0)
        } catch {
            guard self.machine.isRunning else {
                self.storageFailed(error)
                return false
            }
            self.reach.extend(to: .max)
        }
        return true
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
            return try self.take(maxCount)
        case .send:
            self.send()
        case .settle(let receipt):
            try self.settle(receipt)
        case .discard(let status):
            try self.discard(status: status)
        case .bury(let positions, let reason):
            try self.bury(positions: positions, reason: reason)
        case .release:
            try self.release(self.batch)
            self.batch = nil
        case .setAside:
            self.setAside = self.batch
            self.setAsideWords = self.words
            self.batch = nil
        case .burySetAside(let reason):
            self.words = self.setAsideWords
            try self.settle(self.setAside, deadLetters: [0], reason: reason)
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

    private func send() {
        guard let batch = self.batch, let body = self.body else { return self.sendNothing() }
        self.body = nil
        self.counters.requests += 1
        self.counters.plainBytes += body.plainBytes
        self.counters.sentBytes += body.bytes.count
        let count = batch.rows.count
        let request = self.request(count: count, body)
        self.meterBegins(request, on: self.leaveStatus)
        self.sentConfiguration = self.configuration
        self.waitAddress = AddressMark.of(request.url)
        self.lastRequest += 1
        let number = self.lastRequest
        let cancellation = Locked<UploadCancellation?>(nil)
        self.overdueWork = self.scheduler.schedule(after: request.wholeTimeout) { [weak self] in
            self?.answered(.failure("the transport gave no answer, not even that time is over"), count, to: number)
            // Else it would go on beside the next one.
            cancellation.withLock { $0 }?.cancel()
        }
        let begun = self.environment.transport.begin(request) { [weak self] answer in
            cancellation.withLock { $0 = nil }
            guard let self else { return }
            self.scheduler.async { self.answered(answer, count, to: number) }
        }
        cancellation.withLock { $0 = begun }
    }

    /// Ends the attempt where no body could be made; what was taken is kept.
    private func sendNothing() {
        self.words = ServerWords()
        if case .locked(let reason) = self.encodingProblem { return self.handle(.answered(.locked(reason))) }
        self.answered(.failure("there was no memory to encode the batch"), count: 0)
    }

    /// Takes the first answer to a request; a transport that answers late or twice changes nothing.
    private func answered(_ answer: UploadAnswer, _ count: Int, to number: Int) {
        guard number == self.lastRequest, let overdue = self.overdueWork else { return }
        overdue.cancel()
        self.overdueWork = nil
        self.answered(answer, count: count)
    }

    private func answered(_ answer: UploadAnswer, count: Int) {
        // The folder may have been closed, and opened by somebody else, while the request was under way.
        guard self.store != nil else { return }
        self.meterEnds()
        self.words = ServerWords(answer)
        let sent = self.sentConfiguration
        let verdict =
            sent.debugMode == .off
            ? UploadVerdict(answer, count: count, receipt: sent.receiptNeed, now: self.scheduler.wallMilliseconds)
            : UploadVerdict(debugging: answer, count: count)
        self.handle(.answered(verdict))
        self.leaveOldServer()
    }

    /// Deletes what a debug receiver does not like.
    private func discard(status: Int) throws {
        guard let batch = self.batch else { return }
        try self.settle(batch, deadLetters: [], reason: .refused)
        self.counters.rejected += batch.rows.count
        self.batch = nil
        self.environment.log(
            "\(UploadVerdict.discarded(status: status).explanation) \(self.words.sentence(at: 0) ?? "")"
        )
        self.answerFlushes(through: batch)
    }

    private func settle(_ receipt: UploadReceipt) throws {
        guard let batch = self.batch else { return }
        try self.settle(batch, deadLetters: receipt.rejected, reason: .refused)
        self.counters.delivered += batch.rows.count - receipt.rejected.count
        self.counters.duplicates += receipt.duplicate
        self.batch = nil
        self.turn.delivered(isSearching: self.machine.suspects != nil)
        self.answerFlushes(through: batch)
    }

    private func bury(positions: [Int], reason: UploadRefusal) throws {
        try self.settle(self.batch, deadLetters: positions, reason: reason, deletesOthers: false)
        self.batch = nil
    }

    func settle(
        _ batch: RecordBatch?,
        deadLetters positions: [Int],
        reason: UploadRefusal,
        deletesOthers: Bool = true
    ) throws {
        guard let store = self.store, let batch else { return }
        let letters = positions.filter { batch.rows.indices.contains($0) }.map { position in
            DeadLetterReason(
                sequence: batch.rows[position].sequence,
                reason: (reason == .refused ? self.words.sentence(at: position) : nil) ?? reason.sentence,
                status: reason.isOfServer ? self.words.status : nil,
                isDamaged: reason == .damaged
            )
        }
        let settlement = OwedSettlement(
            batch: batch.id,
            count: batch.rows.count,
            letters: letters,
            limits: self.limits,
            now: self.scheduler.wallMilliseconds
        )
        let report: SettleReport
        do {
            report = try store.withRecords { try settlement.carryOut(in: $0, deletesOthers: deletesOthers) }
        } catch  where deletesOthers && RecordStore.isFull(error) {
            return self.owe(settlement)
        }
        guard !letters.isEmpty else { return }
        self.counters.lost += report.damaged
        self.reportTrimmed(report.trimmed)
        if reason != .damaged { self.counters.rejected += letters.count }
        self.environment.log("\(letters.count) event(s) lie in the dead letters: \(reason.sentence)")
    }

    func release(_ batch: RecordBatch?) throws {
        guard let store = self.store, let batch else { return }
        try store.withRecords { try $0.release(batch: batch.id) }
    }

    private func finish(_ outcome: UploadOutcome) {
        self.turn = UploadTurn(self.configuration.encoding)
        if case .failed(let verdict) = outcome { self.environment.log(verdict.explanation) }
        self.answerFlushes(outcome)
    }

    private func wake(after delay: Duration) {
        self.wakeWork?.cancel()
        self.wakeWork = self.scheduler.schedule(after: delay) { [weak self] in
            guard let self else { return }
            // The end of a pause within a run is none of its beginning.
            if self.machine.isRunning || self.extendReach() { self.handle(.woke) }
        }
    }

    /// Takes up a wait that is on when the channel opens.
    func resumeWait() -> Bool {
        let left = self.machine.backoff.remaining(uptime: self.scheduler.uptime)
        guard left > .zero else { return false }
        self.wake(after: left)
        return true
    }

    /// The name under which a channel's state keeps how many records hold a refused one.
    static let searchKey = "search"

    func saveBackoff() {
        var saved = self.machine.backoff.saved(
            uptime: self.scheduler.uptime,
            wallMilliseconds: self.scheduler.wallMilliseconds
        )
        saved?.address = self.waitAddress ?? AddressMark.of(self.configuration.uploadURL)
        let values: [String: JSONValue?] = [
            SavedBackoff.stateKey: saved?.json,
            Self.searchKey: self.machine.suspects.map { .integer($0) },
        ]
        self.store?.setState(values, recorded: self.scheduler.wallMilliseconds)
    }

    private func storageFailed(_ error: any Error) {
        self.environment.log("The queue cannot be read or written now; uploading pauses: \(error)")
        self.batch = nil
        self.setAside = nil
        for action in self.machine.abort() {
            if case .wake(let delay) = action { self.wake(after: delay) }
        }
        self.answerFlushes(.storageFailure("\(error)"))
    }
}
