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
        let stateStore = StateStore(path: "\(folder)/state", files: files)
        let reading = try Self.read(stateStore, besides: databasePath, files)
        let (records, origin) = try RecordStore.open(folder: folder, files: files)
        records.point = configuration.point
        let identity = try Self.identify(
            reading,
            origin,
            database: records.producer(),
            witness: files.witness(databasePath),
            configuration
        )
        var document = identity.document
        let kept = try records.keptState()
        document.take(kept)

        var recovered = 0
        let journalFolder = "\(folder)/journal"
        try Posix.createFolder(journalFolder)
        let journal = try Journal(
            folder: journalFolder,
            configuration: configuration.journal,
            lastSequence: records.lastSequence,
            provisioner: configuration.provisioner,
            signal: configuration.signal,
            files: configuration.segmentFiles,
            faults: configuration.faults,
            inherited: { frame in
                recovered += 1
                if frame.kind == .state { document.apply(frame.payload, sequence: frame.sequence) }
            }
        )
        if identity.origin != .kept { try Self.note(document, in: stateStore, and: records) }
        try Self.countDamage(to: journal, in: records)
        let report = OpenReport(
            producerOrigin: identity.origin,
            database: origin,
            journal: journal.status.tally,
            recovered: recovered,
            stateSetAside: reading.setAsideName
        )
        let confined = Confined(
            folder: folder,
            files: files,
            point: configuration.point,
            stateStore: stateStore,
            lock: lock,
            records: records,
            lastSequence: records.lastSequence,
            document: document,
            stateProblem: kept == nil || identity.origin != .kept ? nil : "the last run could not write it"
        )
        return ChannelStore(opened: Opened(journal: journal, confined: confined), report: report)
    }

    /// Notes a new producer in both places, so that the next start finds them in agreement.
    private static func note(_ document: StateDocument, in stateStore: StateStore, and records: RecordStore) throws {
        try stateStore.write(document.stored)
        try records.setProducer(document.producer)
        try records.forgetState()
    }

    /// Counts the records of a damaged journal that cannot be taken over; their class died with them.
    private static func countDamage(to journal: Journal, in records: RecordStore) throws {
        let tally = journal.status.tally
        try records.addLosses([Loss(.damaged, .tracked, count: tally.corrupt + tally.torn)])
    }

    /// Reads the state, unless it or the database cannot be read now: both are asked before either is touched.
    private static func read(
        _ stateStore: StateStore,
        besides databasePath: String,
        _ files: any FileAccess
    ) throws -> StateReading {
        _ = try files.probe(databasePath)
        let reading = stateStore.read()
        if case .unreadable(let reason) = reading { throw StoreError.unavailable("state file: \(reason)") }
        return reading
    }

    /// Decides under which producer id to write.
    ///
    /// An event's id is producer and sequence number, so a producer goes on only where its highest number is proved.
    private static func identify(
        _ reading: StateReading,
        _ origin: RecordStore.Origin,
        database: String?,
        witness: String,
        _ configuration: ChannelStoreConfiguration
    ) -> (document: StateDocument, origin: ProducerOrigin) {
        var document = StateDocument(producer: "", witness: witness)
        let isFresh = reading == .absent && origin == .absent
        let reason: ProducerOrigin
        if case .value(let stored) = reading {
            document = StateDocument(stored)
            if origin != .intact || database == nil {
                reason = .databaseMissing
            } else if document.producer.isEmpty || database != document.producer {
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
    private static func makeProducer(_ random: () -> UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String(
            [random(), random()].flatMap { word in (0..<8).map { alphabet[Int(word >> ($0 * 5) & 31)] } }
        )
    }
}
