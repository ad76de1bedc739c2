package import SpoorStore
public import SpoorWire

/// Records of monitoring and business.
extension Channel {
    /// Records what monitoring found: a meta, and where there is more to tell, a payload.
    ///
    /// The call copies and encodes, and waits for nothing; what it is handed may be changed afterwards.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is; it must be in the configuration's rules, where there are any.
    ///   - meta: its fields; with the common fields at most 10 KiB.
    ///   - payload: bytes that go with it, such as a stack; at most ``ChannelConfiguration/maxBodyBytes`` with the meta, or
    ///     the meta is recorded without it.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func send(type: String, meta: [String: JSONValue], payload: [UInt8]? = nil) -> SendAnswer {
        self.send(ReportComposer.Draft(type: type, meta: meta, payload: payload))
    }

    /// Records what a line of business wants to know; on the server its type is `prefix-type`.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - prefix: the line of business.
    ///   - meta: its fields; with the common fields at most 10 KiB.
    /// - Returns: whether it is kept, and if not why.
    @discardableResult
    public func send(type: String, prefix: String, meta: [String: JSONValue]) -> SendAnswer {
        self.send(ReportComposer.Draft(type: type, prefix: prefix, meta: meta))
    }

    /// Takes what the person agreed to; from any thread, also with locks of the caller's held.
    ///
    /// Nothing is recorded here: what was held and may be recorded now is, on the channel's queue, before any later flush.
    ///
    /// - Parameters:
    ///   - permissions: what may be recorded from now on.
    ///   - classes: which records that wait are withdrawn, those that were held included.
    package func permit(_ permissions: ReportPermissions, withdrawing classes: Set<RecordClass> = []) {
        let now = self.scheduler.wallMilliseconds
        let (withdrawn, hasDue, gone) = self.inlet.take(permissions, withdrawing: classes, now: now)
        if !withdrawn.isEmpty { self.withdraw(withdrawn) }
        if !gone.isEmpty { self.scheduler.async { withExtendedLifetime(gone) {} } }
        if hasDue { self.scheduler.async { [worker] in worker.releaseHeld() } }
    }

    /// Whether records are taken: the configuration's `isGather`, and false once the channel was stopped.
    public var isCollecting: Bool {
        switch self.inlet.ask(.monitoring) {
        case .failure(.collectionOff), .failure(.stopped): false
        case .failure, .success: true
        }
    }

    /// Whether the channel is about to end, or has ended.
    package var isStopping: Bool {
        if case .failure(.stopped) = self.inlet.ask(.monitoring) { return true }
        return false
    }

    /// Answers for a record of which more was passed than is looked at.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - prefix: the line of business; nil for monitoring.
    /// - Returns: that it is too large, or what else speaks against it.
    package func refuseTooLarge(type: String, prefix: String?) -> SendAnswer {
        var draft = ReportComposer.Draft(type: type, prefix: prefix, fields: [])
        draft.isTooLarge = true
        return self.send(draft)
    }

    private func send(_ draft: ReportComposer.Draft) -> SendAnswer {
        let recordClass = Self.recordClass(of: draft)
        let now = self.scheduler.wallMilliseconds
        switch self.inlet.ask(recordClass) {
        case .failure(let refusal):
            return self.refuse(draft, refusal)
        case .success(let advice):
            var common = self.worker.environment.common()
            if !advice.mayNamePerson { common.userID = nil }
            let composer = ReportComposer(
                common: common,
                rules: advice.settings.rules,
                isCollectionEnabled: advice.settings.isCollectionEnabled,
                maxBodyBytes: advice.settings.maxBodyBytes
            )
            let report: ReportComposer.Report
            do throws(ReportRefusal) {
                report = try composer.compose(draft)
            } catch {
                return self.refuse(draft, SendRefusal(error))
            }
            for remark in report.remarks { self.say("Record '\(report.type)': \(remark)") }
            let bytes = ReportBytes(report, as: recordClass, at: now)
            return self.put(bytes, madeOf: advice.isOpen ? nil : draft, isRealtime: report.isRealtime)
        }
    }

    private func put(_ bytes: ReportBytes, madeOf draft: ReportComposer.Draft?, isRealtime: Bool) -> SendAnswer {
        let put = self.inlet.put(bytes, madeOf: draft, isRealtime: isRealtime)
        for loss in put.losses { self.lose(loss.reason, loss.recordClass, count: loss.count) }
        if !put.losses.isEmpty { self.say(Self.noRoom) }
        for sentence in put.released.sentences { self.worker.environment.log(sentence) }
        if put.released.tellsWorker { self.tellRealtime() }
        if case .dropped(let refusal) = put.answer, refusal != .stopped, put.losses.isEmpty {
            self.say("A record was dropped: \(refusal)")
        }
        return put.answer
    }

    private static let noRoom =
        "Too many records wait in memory for storage or the person's answer (\(HeldReports.maxCount) are held): the least "
        + "important are lost, of equal ones the later."

    /// How dear a record is: crashes first, then business, then what else monitoring found.
    private static func recordClass(of draft: ReportComposer.Draft) -> RecordClass {
        guard draft.prefix == nil else { return .tracked }
        return ReportType.isCrash(draft.type) ? .crash : .monitoring
    }

    private func refuse(_ draft: ReportComposer.Draft, _ refusal: SendRefusal) -> SendAnswer {
        switch refusal {
        // What the app or the person decided is no fault; it would be said with every record.
        case .collectionOff, .optedOut, .noConsent, .stopped: break
        default: self.say("Record '\(Limits.shown(draft.type))' was dropped: \(refusal)")
        }
        return .dropped(refusal)
    }

    /// Says a sentence, but not the same one again and again.
    private func say(_ sentence: String) {
        if self.said.withLock({ $0.isNew(sentence) }) { self.worker.environment.log(sentence) }
    }

    func tellRealtime() {
        self.scheduler.async { [worker] in worker.realtimeRecorded() }
    }

    /// Records what was held until storage was open; on the channel's scheduler.
    func openInlet() {
        guard let store = self.worker.store else { return }
        let environment = self.worker.environment
        // Asked before the lock is taken: it takes the tracker's.
        let common = environment.common()
        let withdrawn = self.inlet.open(store, common: common, now: self.scheduler.wallMilliseconds)
        self.worker.withdrawal.withLock { $0.add(withdrawn) }
        self.worker.releaseHeld()
    }
}

/// The sentences that were said of late.
package struct SaidSentences: Sendable {
    private static let most = 64
    private var said: Set<String> = []

    /// Begins with none.
    package init() {}

    /// Whether a sentence was not said among the last ones; it counts as said from now on.
    package mutating func isNew(_ sentence: String) -> Bool {
        if self.said.count >= Self.most { self.said = [] }
        return self.said.insert(sentence).inserted
    }
}
