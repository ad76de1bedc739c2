package import SpoorWire

/// The store of a companion: a journal alone, which the host takes over. There is no lock and no database.
extension ChannelStore {
    /// The name under which a companion tells the host what it lost.
    static let lossesKey = "companion_losses"

    /// Begins a companion's own folder in a shared place; for its queue.
    ///
    /// - Parameters:
    ///   - place: what the processes share.
    ///   - configuration: how memory and disk are used.
    /// - Returns: a store that can append and keep state; whatever asks for the database finds it closed. Its values are
    ///   those of the host's snapshot; where that is damaged, they say that the person opted out.
    /// - Throws: `StoreError` where the place cannot be read or written now, or is full.
    public static func openCompanion(
        in place: CompanionPlace,
        configuration: ChannelStoreConfiguration
    ) throws(StoreError) -> ChannelStore {
        var values: [String: JSONValue] = [:]
        switch place.readSnapshot() {
        case .absent: break
        case .unreadable(let reason): throw .unavailable("the host's snapshot: \(reason)")
        // Whether the person agrees cannot be told.
        case .damaged: values = ["opted_out": .bool(true)]
        case .value(let snapshot): values = snapshot
        }
        let used = place.usedBytes()
        guard used < place.maxBytes else {
            throw .unavailable(
                "events of companions take \(used) bytes of \(place.maxBytes) already; the app has to run to fetch them"
            )
        }
        let producer = configuration.freshProducer ?? Self.makeProducer(configuration.random)
        let folder = "\(place.companions)/\(producer)"
        do {
            try PosixFileAccess().createFolder(place.companions)
            try PosixFileAccess().createFolder(folder)
            let journal = try Journal(
                folder: folder,
                configuration: configuration.journal,
                lastSequence: 0,
                given: 0,
                provisioner: configuration.provisioner,
                signal: configuration.signal,
                files: configuration.segmentFiles,
                faults: configuration.faults,
                inherited: { _ in }
            )
            let confined = Confined(
                folder: folder,
                files: configuration.files,
                point: configuration.point,
                stateStore: StateStore(path: "\(folder)/state", files: configuration.files),
                ledger: CommitLedger(folder: folder, files: configuration.segmentFiles),
                choices: [],
                watch: FolderWatch(folder: folder),
                lock: nil,
                records: nil,
                lastSequence: 0,
                document: StateDocument(producer: producer, witness: "", values: values)
            )
            let report = OpenReport(
                producerOrigin: .firstRun,
                database: .absent,
                journal: FrameTally(),
                recovered: 0,
                missing: 0
            )
            let opened = Opened(journal: journal, values: values, confined: confined)
            return ChannelStore(opened: opened, report: report)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Looks after a companion's files, and tells the host what its journal had no room for; for its queue.
    ///
    /// - Parameter wall: now, in milliseconds since 1970.
    public func tendCompanion(at wall: Int64) {
        self.journal.tend()
        let refused = self.journal.status.refused
        let counted = self.confined.withLock { $0.countedRefusals }
        let losses = refused.sorted { $0.key < $1.key }.compactMap { recordClass, count -> Loss? in
            let new = count - counted[recordClass, default: 0]
            return new > 0 ? Loss(.journalFull, recordClass, count: new) : nil
        }
        if self.tellHost(losses, at: wall) { self.confined.withLock { $0.countedRefusals = refused } }
    }

    /// Whether a companion's journal may soon have no room, from any thread.
    ///
    /// What it refuses signals nothing, so that somebody has to look by himself whether the host has made room.
    package var isCompanionCrowded: Bool {
        self.journal.pendingBytes > self.journal.configuration.capBytes / 2
    }

    /// Leaves a companion's losses to the host, which reports them.
    ///
    /// - Returns: whether there was room for that.
    public func tellHost(_ losses: [Loss], at wall: Int64) -> Bool {
        guard !losses.isEmpty else { return true }
        let result = self.setState([Self.lossesKey: .array(losses.map(\.json))], recorded: wall)
        if case .appended = result { return true }
        return false
    }

    /// Ends a companion's active segment, so that the host deletes its bytes once it has read it; for its queue.
    public func sealCompanion() {
        self.journal.sealActive()
    }

    /// Takes the values of a newer snapshot over, from any thread; nothing is written.
    package func adopt(snapshot values: [String: JSONValue]) {
        self.values.withLock { $0 = values }
    }

    /// Ends a companion: its folder is the host's from here on; for its queue.
    ///
    /// - Parameter wall: now, in milliseconds since 1970.
    public func closeCompanion(at wall: Int64) {
        self.tendCompanion(at: wall)
        self.journal.close()
        // What came in between.
        self.journal.tend()
        self.journal.removeSpares()
        let folder = self.confined.withLock { $0.folder }
        // Nobody appends any more: the host need not wait before it deletes the folder.
        try? Posix.rename(folder, to: folder + CompanionPlace.goneSuffix)
    }
}
