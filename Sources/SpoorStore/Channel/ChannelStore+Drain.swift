import SpoorSQLite
import SpoorWire

extension ChannelStore {
    /// Moves waiting records from the journal to the database in one transaction; for the channel's queue.
    ///
    /// Call it again while ``DrainReport/hasMore``. A damaged database is replaced on the way and the drain repeated.
    ///
    /// - Parameters:
    ///   - maxBytes: about how many bytes to move at once.
    ///   - limits: what the database may hold; the excess is deleted, lowest class first, and reported.
    /// - Returns: what was moved, and what was lost to the limits.
    /// - Throws: `StoreError` when closed; otherwise why it could not be done now, and then nothing was given back.
    @discardableResult
    public func drain(maxBytes: Int = 8 << 20, limits: StoreLimits = .init()) throws -> DrainReport {
        try self.confined.withLock { confined in
            defer { self.publish(&confined) }
            do {
                try self.restore(&confined)
                var report = try self.drainRepairing(&confined, maxBytes: maxBytes, limits: limits)
                confined.drainProblem = nil
                report.takenAway = confined.restored.names
                report.damaged += confined.restored.missing
                confined.restored = Restored()
                report.lostPayloads = confined.lostPayloads
                confined.lostPayloads = 0
                return report
            } catch {
                confined.drainProblem = "\(error)"
                throw error
            }
        }
    }

    private func drainRepairing(_ confined: inout Confined, maxBytes: Int, limits: StoreLimits) throws -> DrainReport {
        do {
            return try self.drain(&confined, maxBytes: maxBytes, limits: limits)
        } catch let error as SQLiteError where error.isCorruption {
            let origin = try Self.replaceDatabase(&confined)
            let missing = confined.records?.missing ?? 0
            var report = try self.drain(&confined, maxBytes: maxBytes, limits: limits)
            report.replacement = origin
            report.damaged += missing
            return report
        }
    }

    private func drain(_ confined: inout Confined, maxBytes: Int, limits: StoreLimits) throws -> DrainReport {
        let records = try Self.records(&confined)
        var report = DrainReport()
        var document = confined.document
        var stateProblem = confined.stateProblem
        // Every number is given to one frame: a gap is a frame that cannot be read. What an earlier run left was counted
        // when the journal was opened, and may lack what that run had in memory alone.
        let first = max(confined.lastSequence, records.lastSequence, self.journal.inheritedThrough) + 1
        let progress = try self.journal.drain(maxBytes: maxBytes) { batch in
            var changed = document
            report = DrainReport()
            var expected = first
            report.records = try records.insert { add in
                try batch.forEachFrame { frame in
                    if frame.sequence > expected { report.damaged += Int(clamping: frame.sequence - expected) }
                    expected = max(expected, frame.sequence + 1)
                    if frame.kind == .state, frame.sequence > changed.applied {
                        changed.apply(frame.payload, sequence: frame.sequence)
                        report.stateChanges += 1
                    }
                    try add(frame)
                }
            } beforeCommit: {
                report.damaged += records.unreadable
                confined.point(.beforeCommit)
                try records.note([Loss(.damaged, .tracked, count: report.damaged)])
                let choices = changed.only(confined.choices)
                if choices.values != document.only(confined.choices).values { try records.keepChoices(choices) }
                guard report.stateChanges > 0 || stateProblem != nil else { return }
                // Before the commit: afterwards these changes count as known, and a crash would lose them. Applying
                // them twice does no harm.
                stateProblem = try Self.keep(changed, in: confined.stateStore, or: records)
                confined.point(.afterStateWrite)
            }
            document = changed
            confined.point(.afterCommitBeforeRecycle)
        }
        confined.document = document
        confined.stateProblem = stateProblem
        confined.lastSequence = records.lastSequence
        confined.damaged += report.damaged
        confined.point(.afterRecycle)
        report.bytes = progress.bytes
        report.hasMore = progress.hasMore
        report.trimmed = try records.trimDeadLetters(to: limits)
        report.lost = try records.enforce(limits)
        try self.countRefusals(&confined, records)
        return report
    }

    /// Writes the state file; where it cannot be written, the state goes into the database with the records, within their
    /// transaction, so that neither they nor the change wait for the file.
    ///
    /// - Returns: why the file could not be written; nil where it was.
    static func keep(
        _ document: StateDocument,
        in stateStore: StateStore,
        or records: RecordStore
    ) throws -> String? {
        do {
            try stateStore.write(document.stored)
        } catch {
            try records.keepState(document)
            return "\(error)"
        }
        try records.forgetState()
        return nil
    }

    /// Counts what the journal had no room for, with the database that outlives it.
    private func countRefusals(_ confined: inout Confined, _ records: RecordStore) throws {
        let refused = self.journal.status.refused
        guard refused != confined.countedRefusals else { return }
        let losses = refused.sorted { $0.key < $1.key }.map { recordClass, count in
            Loss(.journalFull, recordClass, count: count - confined.countedRefusals[recordClass, default: 0])
        }
        try records.addLosses(losses)
        confined.countedRefusals = refused
    }

    /// Works on the records; for the channel's queue.
    ///
    /// When the database turns out to be damaged it is replaced, and the error still thrown: batches taken from the old
    /// one are unknown to the new one.
    @discardableResult
    public func withRecords<Result>(_ body: (RecordStore) throws -> Result) throws -> Result {
        try self.confined.withLock { confined in
            defer { self.publish(&confined) }
            try self.restore(&confined)
            do {
                return try Self.work(&confined, body)
            } catch let error as SQLiteError where error.isCorruption {
                _ = try Self.replaceDatabase(&confined)
                throw error
            }
        }
    }

    /// A function of its own, so that the old connection is let go of before the database is replaced: as long as it is
    /// open, nothing can be saved out of the file.
    @inline(never)
    private static func work<Result>(
        _ confined: inout Confined,
        _ body: (RecordStore) throws -> Result
    ) throws -> Result {
        try body(Self.records(&confined))
    }

    /// Deletes records, waiting or stored, and dead letters; state stays.
    ///
    /// For the channel's queue.
    ///
    /// - Parameter sequence: the last to go; the default takes all.
    /// - Returns: how many records went.
    /// - Throws: as ``drain(maxBytes:limits:)``.
    @discardableResult
    public func purge(through sequence: UInt64 = .max) throws -> Int {
        var drained = StoreLimits()
        (drained.records, drained.bytes) = (.max, .max)
        while try self.drain(limits: drained).hasMore {}
        let count = try self.withRecords { records in
            try records.erasing { try records.purge(through: sequence) }
        }
        try self.scrub()
        return count
    }

    /// Closes the store and lets go of the folder; appends are answered `closed` from now on.
    ///
    /// What still waits in the journal stays there for the next run; drain before, to leave none.
    public func close() {
        self.journal.dismantle()
        self.confined.withLock { confined in
            confined.records = nil
            confined.lock = nil
        }
    }

    private func publish(_ confined: inout Confined) {
        guard let records = confined.records else { return }
        if !confined.restored.isOwed { confined.watch.look() }
        var counts = Self.counts(records)
        counts.damaged = confined.damaged
        self.currentCounts.withLock { $0 = counts }
    }

    /// The records, opened anew where replacing a damaged database did not succeed before.
    private static func records(_ confined: inout Confined) throws -> RecordStore {
        guard confined.lock != nil else { throw StoreError.closed }
        if let records = confined.records { return records }
        let (records, _) = try RecordStore.open(
            folder: confined.folder,
            files: confined.files,
            noted: confined.ledger.stock
        )
        try Self.adopt(records, &confined)
        return records
    }

    /// Begins a new database in place of a damaged one.
    private static func replaceDatabase(_ confined: inout Confined) throws -> RecordStore.Origin {
        confined.lastSequence = max(confined.lastSequence, confined.records?.lastSequence ?? 0)
        // The old connection goes first: closing it later would remove the log of the new one.
        confined.records = nil
        let (records, origin) = try RecordStore.replace(
            folder: confined.folder,
            files: confined.files,
            noted: confined.ledger.stock
        )
        try Self.adopt(records, &confined)
        return origin
    }

    /// Goes on with another database; the sequence goes on too, as its highest number is known here.
    static func adopt(_ records: RecordStore, _ confined: inout Confined) throws {
        records.point = confined.point
        let last = confined.lastSequence
        try records.write { try records.raiseSequence(to: last) }
        confined.document.witness = try confined.files.witness(records.path)
        confined.stateProblem = try Self.note(
            confined.document,
            in: confined.stateStore,
            and: records,
            confined.choices
        )
        try records.follow(confined.ledger)
        confined.damaged += records.missing
        confined.lostPayloads += records.lostPayloads
        confined.records = records
    }
}
