import SpoorStore
import SpoorWire

/// Doing what the upload machine says.
extension ChannelWorker {
    /// Asks for an upload of what is stored; one that is going on takes it along, and a wait holds it up.
    func trigger(_ trigger: UploadTrigger) {
        guard self.extendReach() else { return }
        self.isTriggering = true
        for lane in self.activeLanes { self.handle(.trigger(trigger), in: lane) }
        self.isTriggering = false
        self.answerFlushesAtEnd()
    }

    /// Lets the run go as far as something is stored now.
    ///
    /// - Returns: whether that is known, or a run that is going on will meet the same failure itself.
    private func extendReach() -> Bool {
        guard self.configuration.isUploadEnabled, let store = self.store else { return true }
        do {
            self.reach.extend(to: try store.withRecords { try $0.newestSequence() } ?? 0)
        } catch {
            guard self.isUploading else {
                self.storageFailed(error, self.activeLanes)
                return false
            }
            self.reach.extend(to: .max)
        }
        return true
    }

    /// Feeds a lane's machine and carries out its actions, until it has nothing more to say.
    func handle(_ input: UploadMachine.Input, in lane: UploadLane) {
        var inputs = [input]
        while !inputs.isEmpty {
            let moment = UploadMachine.Moment(
                uptime: self.scheduler.uptime,
                random: Double(self.environment.random() >> 11) / 9_007_199_254_740_992
            )
            for action in lane.machine.handle(inputs.removeFirst(), at: moment) {
                do {
                    if let next = try self.perform(action, in: lane) { inputs.append(next) }
                } catch {
                    self.storageFailed(error, [lane])
                    return
                }
            }
        }
    }

    private func perform(_ action: UploadMachine.Action, in lane: UploadLane) throws -> UploadMachine.Input? {
        switch action {
        case .take(let maxCount):
            return try self.take(maxCount, in: lane)
        case .send:
            self.send(lane)
        case .settle(let receipt):
            try self.settle(receipt, in: lane)
        case .discard(let status):
            try self.discard(status: status, in: lane)
        case .bury(let positions, let reason):
            try self.bury(positions: positions, reason: reason, in: lane)
        case .release:
            try self.release(lane.batch)
            lane.batch = nil
        case .setAside:
            lane.setAside = lane.batch
            lane.setAsideWords = lane.words
            lane.batch = nil
        case .burySetAside(let reason):
            lane.words = lane.setAsideWords
            try self.settle(lane.setAside, deadLetters: [0], reason: reason, in: lane)
            lane.setAside = nil
        case .releaseSetAside:
            try self.release(lane.setAside)
            lane.setAside = nil
        case .wake(let delay):
            self.wake(lane, after: delay)
        case .saveBackoff:
            self.saveBackoff(of: lane)
        case .finish(let outcome):
            self.finish(outcome, in: lane)
        }
        return nil
    }

    private func send(_ lane: UploadLane) {
        guard let batch = lane.batch, let body = lane.body else { return self.sendNothing(lane) }
        lane.body = nil
        self.counters.requests += 1
        self.counters.plainBytes += body.plainBytes
        self.counters.sentBytes += body.bytes.count
        let count = batch.rows.count
        let request = self.request(in: lane, count: count, body)
        self.meterBegins(request, of: lane)
        lane.sentConfiguration = self.configuration
        lane.waitAddress = AddressMark.of(request.url)
        lane.lastRequest += 1
        let number = lane.lastRequest
        let part = lane.part
        let cancellation = Locked<UploadCancellation?>(nil)
        let giveUp: @Sendable () -> Void = { [weak self] in
            self?.answered(
                .failure("the transport gave no answer, not even that time is over"),
                count,
                to: number,
                part
            )
            // Else it would go on beside the next one.
            cancellation.withLock { $0 }?.cancel()
        }
        lane.underWay = RequestUnderWay(
            end: self.scheduler.uptime + request.wholeTimeout,
            overdueWork: self.scheduler.schedule(after: request.wholeTimeout, giveUp),
            giveUp: giveUp
        )
        let begun = self.environment.transport.begin(request) { [weak self] answer in
            cancellation.withLock { $0 = nil }
            guard let self else { return }
            self.scheduler.async { self.answered(answer, count, to: number, part) }
        }
        cancellation.withLock { $0 = begun }
    }

    /// Gives up what is under way in time for the end of the app's time in the background.
    func hurryRequests() {
        guard let end = self.requestEnd else { return }
        for lane in self.lanes {
            guard var request = lane.underWay, request.end > end else { continue }
            request.overdueWork.cancel()
            request.end = end
            let left = max(.zero, end - self.scheduler.uptime)
            request.overdueWork = self.scheduler.schedule(after: left, request.giveUp)
            lane.underWay = request
        }
    }

    /// Ends the attempt where no body could be made; what was taken is kept.
    private func sendNothing(_ lane: UploadLane) {
        lane.words = ServerWords()
        if case .locked(let reason) = lane.encodingProblem { return self.handle(.answered(.locked(reason)), in: lane) }
        self.answered(.failure("there was no memory to encode the batch"), count: 0, in: lane)
    }

    /// Takes the first answer to a request; a transport that answers late or twice changes nothing.
    private func answered(_ answer: UploadAnswer, _ count: Int, to number: Int, _ part: UploadPart) {
        guard let lane = self.lanes.first(where: { $0.part == part }), number == lane.lastRequest,
            let request = lane.underWay
        else { return }
        request.overdueWork.cancel()
        lane.underWay = nil
        self.answered(answer, count: count, in: lane)
    }

    private func answered(_ answer: UploadAnswer, count: Int, in lane: UploadLane) {
        // The folder may have been closed, and opened by somebody else, while the request was under way.
        guard self.store != nil else { return }
        self.meterEnds(lane)
        lane.words = ServerWords(answer)
        let sent = lane.sentConfiguration
        let verdict =
            sent.debugMode == .off
            ? UploadVerdict(answer, count: count, receipt: sent.receiptNeed, now: self.scheduler.wallMilliseconds)
            : UploadVerdict(debugging: answer, count: count)
        self.handle(.answered(verdict), in: lane)
        self.leaveOldServer(lane)
    }

    /// Deletes what a debug receiver does not like.
    private func discard(status: Int, in lane: UploadLane) throws {
        guard let batch = lane.batch else { return }
        try self.settle(batch, deadLetters: [], reason: .refused, in: lane)
        self.counters.rejected += batch.rows.count
        lane.batch = nil
        self.environment.log(
            "\(UploadVerdict.discarded(status: status).explanation) \(lane.words.sentence(at: 0) ?? "")"
        )
        self.answerFlushes(through: batch)
    }

    private func settle(_ receipt: UploadReceipt, in lane: UploadLane) throws {
        guard let batch = lane.batch else { return }
        try self.settle(batch, deadLetters: receipt.rejected, reason: .refused, in: lane)
        self.counters.delivered += batch.rows.count - receipt.rejected.count
        lane.saidFailures = SaidSentences()
        self.counters.duplicates += receipt.duplicate
        lane.batch = nil
        self.answerFlushes(through: batch)
    }

    private func bury(positions: [Int], reason: UploadRefusal, in lane: UploadLane) throws {
        try self.settle(lane.batch, deadLetters: positions, reason: reason, in: lane, deletesOthers: false)
        lane.batch = nil
    }

    func settle(
        _ batch: RecordBatch?,
        deadLetters positions: [Int],
        reason: UploadRefusal,
        in lane: UploadLane,
        deletesOthers: Bool = true
    ) throws {
        guard let store = self.store, let batch else { return }
        let letters = positions.filter { batch.rows.indices.contains($0) }.map { position in
            DeadLetterReason(
                sequence: batch.rows[position].sequence,
                reason: (reason == .refused ? lane.words.sentence(at: position) : nil) ?? reason.sentence,
                status: reason.isOfServer ? lane.words.status : nil,
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

    private func finish(_ outcome: UploadOutcome, in lane: UploadLane) {
        lane.outcome = outcome
        if case .failed(let verdict) = outcome, lane.saidFailures.isNew(verdict.explanation) {
            self.environment.log(verdict.explanation)
        }
        self.releaseUnused(lane)
        self.answerFlushesAtEnd()
    }

    /// Answers everybody who waits once no lane has a run: with what did not go well, where something did not.
    private func answerFlushesAtEnd() {
        guard !self.isTriggering, !self.isUploading else { return }
        let outcomes = self.activeLanes.compactMap(\.outcome)
        guard let first = outcomes.first(where: { $0 != .complete }) ?? outcomes.first else { return }
        self.answerFlushes(first)
    }

    /// Comes back to a lane after a while.
    func wake(_ lane: UploadLane, after delay: Duration) {
        lane.wakeWork?.cancel()
        let part = lane.part
        lane.wakeWork = self.scheduler.schedule(after: delay) { [weak self] in
            guard let self, let lane = self.lanes.first(where: { $0.part == part }) else { return }
            // The end of a pause within a run is none of its beginning.
            if lane.machine.isRunning || self.extendReach() { self.handle(.woke, in: lane) }
        }
    }

    func storageFailed(_ error: any Error, _ lanes: [UploadLane]) {
        self.environment.log("The queue cannot be read or written now; uploading pauses: \(error)")
        for lane in lanes {
            lane.batch = nil
            lane.setAside = nil
            lane.outcome = .storageFailure("\(error)")
            for action in lane.machine.abort() {
                if case .wake(let delay) = action { self.wake(lane, after: delay) }
            }
        }
        self.answerFlushes(.storageFailure("\(error)"))
    }
}
