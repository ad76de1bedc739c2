import SpoorWire

/// One pass of the host over the companions' folders.
///
/// Records are appended to the host's own journal with their bytes as they are, `_id` included; then a note in the
/// host's state says up to where; then whole files go. A process that ends between the first two appends some records
/// again under the same `_id`s, which the collector removes.
struct CompanionImport {
    /// How long nothing may come from a companion before its writer counts as gone.
    static let goneAfter: Int64 = 24 * 3_600_000

    let store: ChannelStore
    let place: CompanionPlace
    let wall: Int64
    let verdict: (RecordClass) -> CompanionVerdict
    /// Moves the host's journal into its database; answers whether that succeeded.
    let drain: () -> Bool
    let point: @Sendable (StorePoint) -> Void

    private(set) var report = CompanionReport()
    private let prefix: String
    private var notes: [String: JSONValue]
    /// What can be deleted once the database has all records.
    private var finished: [Finished] = []
    private var ended: [CompanionFolder] = []
    private var seen: Set<String> = []
    /// Whether a folder went while it was looked for.
    private var hasMissed = false

    /// A file that nothing is appended to any more, and all of whose records are taken over.
    private struct Finished {
        let path: String
        let note: String
        /// How many records damage has cost in it.
        let damaged: Int
    }

    init(
        store: ChannelStore,
        place: CompanionPlace,
        wall: Int64,
        verdict: @escaping (RecordClass) -> CompanionVerdict,
        drain: @escaping () -> Bool,
        point: @escaping @Sendable (StorePoint) -> Void
    ) {
        (self.store, self.place, self.wall) = (store, place, wall)
        (self.verdict, self.drain, self.point) = (verdict, drain, point)
        // Two places may have one host, where their names differ in upper and lower case alone.
        let prefix = place.channelName.isEmpty ? "companion." : "companion.\(place.channelName):"
        self.prefix = prefix
        self.notes = store.state.filter { $0.key.hasPrefix(prefix) }
    }

    /// Where it is noted up to where a file's records were taken over.
    private func note(_ folder: CompanionFolder, _ epoch: UInt32) -> String {
        "\(self.prefix)\(folder.name).\(epoch)"
    }

    /// Where it is noted when a companion's last record came.
    private func lastNote(_ folder: CompanionFolder) -> String { "\(self.prefix)\(folder.name)" }

    mutating func run() {
        do {
            for folder in try CompanionFolder.all(in: self.place) where !self.report.isFull { try self.take(folder) }
        } catch {
            self.report.problems.append("What companions have recorded cannot be read now: \(error)")
        }
        self.deleteFinished()
        self.forgetNotes()
    }

    private mutating func take(_ folder: CompanionFolder) throws {
        // Its own companion may just have ended, and renamed it.
        guard let files = try folder.files() else { return self.hasMissed = true }
        let newest = files.lazy.compactMap(\.epoch).max()
        self.seen.insert(self.lastNote(folder))
        let before = self.progress
        var isComplete = true
        for file in files {
            guard let epoch = file.epoch else { continue }
            let note = self.note(folder, epoch)
            self.seen.insert(note)
            // What stands behind another one is full; and nothing is appended where the writer is gone.
            let isWhole = folder.isGone || epoch != newest
            if let damaged = try self.take(file, of: folder, isWhole: isWhole, note) {
                if isWhole { self.finished.append(Finished(path: file.path, note: note, damaged: damaged)) }
            } else {
                isComplete = false
            }
            if self.report.isFull { return }
        }
        if folder.isGone {
            if isComplete { self.ended.append(folder) }
        } else {
            self.watch(folder, hasNews: before < self.progress)
        }
    }

    private var progress: Int {
        self.report.imported + self.report.refused + self.report.changes.count + self.report.losses.count
    }

    /// Takes a file's new records over.
    ///
    /// - Returns: how many records damage has cost; nil where not all of it was read.
    private mutating func take(
        _ file: CompanionFolder.File,
        of folder: CompanionFolder,
        isWhole: Bool,
        _ note: String
    ) throws -> Int? {
        var through = self.notes[note]?.uint64Value ?? 0
        let known = through
        let answer = try folder.read(file, isWhole: isWhole) { frame in
            guard frame.sequence > through else { return true }
            guard self.take(frame) else { return false }
            through = frame.sequence
            return true
        }
        if through > known {
            self.point(.afterCompanionAppend)
            self.keep(note, .integer(through))
            self.point(.afterCompanionNote)
        }
        guard let answer else { return 0 }
        return answer.isComplete ? answer.damaged : nil
    }

    /// Takes one record over; false where the host has no room for it now.
    private mutating func take(_ frame: JournalFrame) -> Bool {
        switch frame.kind {
        case .state:
            self.report.take(change: frame.payload)
            return true
        case .event, .report:
            switch self.verdict(frame.recordClass) {
            case .take: break
            case .leave: return false
            case .letGo:
                self.report.refused += 1
                return true
            }
            let append = frame.kind == .report ? self.store.appendReport : self.store.append
            let result = append(frame.recordClass, 0, frame.payload) { _, _ in
                FrameHead(count: 0, recorded: frame.recorded)
            }
            switch result {
            case .appended:
                self.report.imported += 1
                return true
            case .tooLarge, .declined:
                self.report.lose(.tooLarge, frame.recordClass, count: 1)
                return true
            case .full, .closed:
                self.report.isFull = true
                return false
            }
        }
    }

    private mutating func keep(_ note: String, _ value: JSONValue?) {
        self.notes[note] = value
        self.store.setState([note: value], recorded: self.wall)
    }

    /// Decides whether a companion's writer is gone.
    private mutating func watch(_ folder: CompanionFolder, hasNews: Bool) {
        self.report.isOneOpen = true
        let note = self.lastNote(folder)
        let last = self.notes[note]?.int64Value
        guard let last, !hasNews, last <= self.wall else { return self.keep(note, .integer(self.wall)) }
        guard self.wall - last >= Self.goneAfter else { return }
        do {
            // Read once more at the next pass, in case it was only asleep until now.
            try Posix.rename(folder.path, to: folder.path + CompanionPlace.goneSuffix)
        } catch {
            self.report.problems.append("A companion's folder cannot be renamed: \(error)")
        }
    }

    /// Deletes what is in the database; a file that stays is read again, and nothing in it is new.
    private mutating func deleteFinished() {
        guard !self.finished.isEmpty || !self.ended.isEmpty, self.drain() else { return }
        for file in self.finished {
            do {
                try Posix.remove(file.path)
                self.seen.remove(file.note)
                self.report.lose(.damaged, .tracked, count: file.damaged)
                self.point(.afterCompanionDelete)
            } catch {
                self.report.problems.append("A companion's file cannot be deleted: \(error)")
            }
        }
        for folder in self.ended {
            do {
                try folder.remove()
                self.seen.remove(self.lastNote(folder))
            } catch {
                self.report.problems.append("A companion's folder cannot be deleted: \(error)")
            }
        }
    }

    /// Forgets what was noted of files that are gone; not where some were not looked at.
    private mutating func forgetNotes() {
        guard self.report.problems.isEmpty, !self.report.isFull, !self.hasMissed else { return }
        let stale = self.notes.keys.filter { !self.seen.contains($0) }
        guard !stale.isEmpty else { return }
        let changes = Dictionary(stale.map { ($0, JSONValue?.none) }) { _, last in last }
        self.store.setState(changes, recorded: self.wall)
    }
}

extension ChannelStore {
    /// Takes over what companions have recorded; for the host's queue.
    ///
    /// - Parameters:
    ///   - place: what the processes share.
    ///   - wall: now, in milliseconds since 1970.
    ///   - verdict: what becomes of the records of a class.
    ///   - drain: moves the journal into the database; answers whether that succeeded.
    /// - Returns: what came of it.
    public func importCompanions(
        from place: CompanionPlace,
        at wall: Int64,
        verdict: (RecordClass) -> CompanionVerdict,
        drain: () -> Bool
    ) -> CompanionReport {
        let point = self.confined.withLock { $0.point }
        return withoutActuallyEscaping(verdict) { verdict in
            withoutActuallyEscaping(drain) { drain in
                var pass = CompanionImport(
                    store: self,
                    place: place,
                    wall: wall,
                    verdict: verdict,
                    drain: drain,
                    point: point
                )
                pass.run()
                return pass.report
            }
        }
    }
}
