import SpoorSQLite

extension ChannelStore {
    /// Opens a folder, creating it where there is none; for the channel's queue, as it reads what a crash has left.
    ///
    /// Records found in the journal stay there, and the first drains move them: appending need not wait for it.
    ///
    /// - Throws: `StoreError`: `unavailable` when something cannot be read now, and then nothing was changed; `inUse`
    ///   when another store has the folder open.
    public static func open(
        folder: String,
        configuration: ChannelStoreConfiguration
    ) throws(StoreError) -> ChannelStore {
        do {
            try Posix.createFolder(folder)
            guard let lock = try FolderLock(folder: folder) else { throw StoreError.inUse(folder: folder) }
            FolderAttributes.apply(to: folder)
            return try Self.open(folder: folder, lock: lock, configuration: configuration)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError.unavailable("\(error)")
        }
    }

    private static func open(
        folder: String,
        lock: FolderLock,
        configuration: ChannelStoreConfiguration
    ) throws -> ChannelStore {
        let files = configuration.files
        let databasePath = "\(folder)/\(RecordStore.fileName)"
        let stateStore = StateStore(folder: folder, files: files)
        let (reading, copy, isCopyDamaged) = try Self.read(stateStore, besides: databasePath, files)
        let ledger = CommitLedger(folder: folder, files: configuration.segmentFiles)
        let (records, origin) = try RecordStore.open(folder: folder, files: files, noted: ledger.stock)
        records.point = configuration.point
        let (kept, choices) = try (records.keptState(), records.keptChoices())
        var identity = try Self.identify(
            reading,
            isCopied: copy != nil,
            origin,
            Database(producer: records.producer(), kept: kept, witness: files.witness(databasePath)),
            configuration
        )
        let hasState = Self.complete(&identity.document, copy, kept, configuration.choices, choices)
        var found = Inheritance(document: identity.document)
        let journal = try Self.openJournal(folder: "\(folder)/journal", configuration, records, &found)
        // What is in the journal alone is written with the drain that takes it out of there.
        var (written, stateProblem) = (identity.document, kept == nil ? nil : "the last run could not write it")
        let isKeptTwice = copy != nil && (choices != nil || found.document.only(configuration.choices).values.isEmpty)
        if identity.origin != .kept || kept == nil && !isKeptTwice {
            stateProblem = try Self.note(found.document, in: stateStore, and: records, configuration.choices)
            written = found.document
        }
        try records.follow(ledger, recovered: found.missed)
        try Self.countDamage(to: journal, in: records)
        var report = OpenReport(
            producerOrigin: identity.origin,
            database: origin,
            journal: journal.status.tally,
            recovered: found.records,
            missing: records.missing
        )
        report.note(reading, stateProblem, isRestored: hasState, lostPayloads: records.lostPayloads)
        report.isCopyDamaged = isCopyDamaged
        report.choices = KeptChoices(configuration.choices, in: found.document)
        let confined = Confined(
            folder: folder,
            files: files,
            point: configuration.point,
            stateStore: stateStore,
            ledger: ledger,
            choices: configuration.choices,
            watch: FolderWatch(folder: folder),
            lock: lock,
            records: records,
            lastSequence: records.lastSequence,
            document: written,
            stateProblem: stateProblem,
            damaged: report.damaged
        )
        let opened = Opened(journal: journal, values: found.document.values, confined: confined)
        return ChannelStore(opened: opened, report: report)
    }

    /// Takes over what the state file lacks: it may be gone, damaged or an older one.
    ///
    /// - Returns: whether there is a state, the person's choices aside.
    private static func complete(
        _ document: inout StateDocument,
        _ copy: StateDocument?,
        _ kept: StateDocument?,
        _ names: Set<String>,
        _ choices: StateDocument?
    ) -> Bool {
        document.take(copy)
        document.take(kept)
        let hasState = document.applied > 0 || !document.values.isEmpty
        document.take(names, of: choices)
        return hasState
    }

    /// What an earlier run has left in the journal.
    private struct Inheritance {
        /// The state, with the changes in the journal.
        var document: StateDocument
        /// Frames that the database does not have.
        var records = 0
        /// Events among them that it once had.
        var missed = 0
    }

    private static func openJournal(
        folder: String,
        _ configuration: ChannelStoreConfiguration,
        _ records: RecordStore,
        _ inheritance: inout Inheritance
    ) throws -> Journal {
        try Posix.createFolder(folder)
        let given = records.stock.last
        return try Journal(
            folder: folder,
            configuration: configuration.journal,
            lastSequence: records.lastSequence,
            // A change of state that is contained was given a number, too, whatever became of the database.
            given: max(given, inheritance.document.applied),
            provisioner: configuration.provisioner,
            signal: configuration.signal,
            files: configuration.segmentFiles,
            faults: configuration.faults,
            inherited: { frame in
                inheritance.records += 1
                switch frame.kind {
                case .event, .report: if frame.sequence <= given { inheritance.missed += 1 }
                case .state: inheritance.document.apply(frame.payload, sequence: frame.sequence)
                }
            }
        )
    }

    /// Notes a producer in both places, so that the next start finds them in agreement.
    ///
    /// Where the state file cannot be written, the database keeps the state: with its own word for the producer and a
    /// witness that it is no copy, it proves as much as the two files do.
    ///
    /// - Returns: why the file could not be written; nil where it was.
    static func note(
        _ document: StateDocument,
        in stateStore: StateStore,
        and records: RecordStore,
        _ choices: Set<String>
    ) throws -> String? {
        let chosen = document.only(choices)
        if !chosen.values.isEmpty { try records.keepChoices(chosen) }
        do {
            try stateStore.write(document.stored)
        } catch {
            try records.write {
                try records.setProducer(document.producer)
                try records.keepState(document)
            }
            return "\(error)"
        }
        try records.setProducer(document.producer)
        try records.forgetState()
        return nil
    }

    /// Counts the records of a damaged journal that cannot be taken over; their class died with them.
    private static func countDamage(to journal: Journal, in records: RecordStore) throws {
        try records.addLosses([Loss(.damaged, .tracked, count: journal.status.tally.lost)])
    }

    /// Reads the state, unless it or the database cannot be read now: both are asked before either is touched.
    private static func read(
        _ stateStore: StateStore,
        besides databasePath: String,
        _ files: any FileAccess
    ) throws -> (StateReading, copy: StateDocument?, isCopyDamaged: Bool) {
        _ = try files.probe(databasePath)
        let copy = stateStore.readCopy()
        let reading = stateStore.read()
        if case .unreadable(let reason) = reading { throw StoreError.unavailable("state file: \(reason)") }
        switch (reading, copy) {
        case (_, .value(let values)): return (reading, StateDocument(values), false)
        case (.absent, .unreadable(let reason)), (.damaged, .unreadable(let reason)):
            throw StoreError.unavailable("state file: \(reason)")
        case (_, .damaged): return (reading, nil, true)
        default: return (reading, nil, false)
        }
    }

    /// What the database says of its producer, and what tells it from a copy.
    private struct Database {
        let producer: String?
        /// The state that it keeps because the file could not be written.
        let kept: StateDocument?
        let witness: String

        /// Whether the state that it keeps names it as its own.
        var isProvedAlone: Bool {
            guard let kept = self.kept, let producer = self.producer, !producer.isEmpty else { return false }
            return kept.producer == producer && kept.witness == self.witness
        }
    }

    /// Decides under which producer id to write.
    ///
    /// An event's id is producer and sequence number, so a producer goes on only where its highest number is proved.
    private static func identify(
        _ reading: StateReading,
        isCopied: Bool,
        _ origin: RecordStore.Origin,
        _ database: Database,
        _ configuration: ChannelStoreConfiguration
    ) -> (document: StateDocument, origin: ProducerOrigin) {
        let witness = database.witness
        var document = StateDocument(producer: "", witness: witness)
        if origin == .intact, let kept = database.kept, database.isProvedAlone {
            // The file may be the one of an earlier producer: its values count where they are the newer ones.
            document = kept
            if case .value(let stored) = reading { document.take(StateDocument(stored)) }
            return (document, .kept)
        }
        let isFresh = reading == .absent && !isCopied && origin == .absent
        let reason: ProducerOrigin
        if case .value(let stored) = reading {
            document = StateDocument(stored)
            if origin != .intact || database.producer == nil {
                reason = .databaseMissing
            } else if document.producer.isEmpty || database.producer != document.producer {
                reason = .mismatch
            } else if document.witness != witness {
                reason = .witnessChanged
            } else {
                return (document, .kept)
            }
        } else {
            reason = isFresh ? .firstRun : .stateMissing
        }
        let fixed = isFresh ? configuration.freshProducer : nil
        document.producer = fixed ?? Self.makeProducer(configuration.random)
        document.witness = witness
        return (document, reason)
    }

    /// Sixteen characters out of 80 random bits; no hyphen, no letter that looks like a digit.
    static func makeProducer(_ random: () -> UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String(
            [random(), random()].flatMap { word in (0..<8).map { alphabet[Int(word >> ($0 * 5) & 31)] } }
        )
    }
}
