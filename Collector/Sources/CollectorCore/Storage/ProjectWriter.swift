import SpoorSQLite
import SpoorWire

/// Writes one project: identify, tell duplicates, store, link.
///
/// Confined to the writer's thread. A group of batches is committed in this order: payloads, dictionaries, day files,
/// projection. The answer follows the day files; were the collector killed before the projection, it would be made up for
/// at start. Were it killed between payloads and day files, the sender would send both again, and the payload be known.
final class ProjectWriter {
    let folder: String
    let state: Locked<ProjectState>
    let settings: StoreSettings
    let main: MainWriter
    let tables: DictionaryTables
    let days: DayFileCache
    let foreignIDs: ForeignIDTable
    let projections: ProjectionWriter
    let hash: SipHash
    let payloads: PayloadFile
    let encoder = GzipEncoder(level: 1)
    /// Not yet in the main file.
    var pending = Projection()
    /// Last rows of days that changed since the last snapshot.
    var dirtyDays: [Int32: Int64] = [:]

    /// Opens a project's files and makes up for what a sudden end left undone.
    init(folder: String, settings: StoreSettings, state: Locked<ProjectState>, payloads: PayloadFile) throws {
        let timeout = settings.busyTimeoutMilliseconds
        let connection = try MainDatabase.open(path: "\(folder)/main.sqlite", busyTimeoutMilliseconds: timeout)
        self.folder = folder
        self.state = state
        self.settings = settings
        self.payloads = payloads
        self.main = MainWriter(connection: connection)
        self.tables = try DictionaryTables(main: self.main)
        self.foreignIDs = try ForeignIDTable(connection: connection)
        self.projections = try ProjectionWriter(connection: connection)
        self.hash = try HashKey.load(connection)
        self.days = DayFileCache(
            folder: "\(folder)/days",
            limit: settings.maxOpenDays,
            isReadOnly: false,
            busyTimeoutMilliseconds: timeout
        )
        try self.recover(FactFolder(path: "\(folder)/days"))
    }

    /// Commits a group of batches and says what became of each.
    ///
    /// Where payloads cannot be stored, the batches that have some fail whole, and the others go on.
    func commit(_ batches: [DecodedBatch]) -> [Result<IngestReceipt, IngestFailure>] {
        let payloads = batches.flatMap { batch in batch.payloads.map { (received: batch.received, payload: $0) } }
        guard !payloads.isEmpty else { return self.commitEvents(batches) }
        do {
            _ = try self.payloads.store(payloads) { try self.settings.gate(.payloads) }
            return self.commitEvents(batches)
        } catch {
            let failure = IngestFailure.storeFailed("\(error)")
            var others = self.commitEvents(batches.filter(\.payloads.isEmpty)).makeIterator()
            return batches.map { $0.payloads.isEmpty ? others.next() ?? .failure(failure) : .failure(failure) }
        }
    }

    private func commitEvents(_ batches: [DecodedBatch]) -> [Result<IngestReceipt, IngestFailure>] {
        do {
            // What the last group could not write comes first, so that it stays bounded.
            try self.flushProjection()
            var group = GroupStage(batches: batches, texts: try self.resolve(batches))
            try self.tellDuplicates(&group)
            let blocks = self.store(&group)
            self.publish(&group, blocks)
            self.countClashes(group)
            return group.results
        } catch {
            let failure = IngestFailure.storeFailed("\(error)")
            return batches.map { _ in .failure(failure) }
        }
    }

    // MARK: Identify

    private func resolve(_ batches: [DecodedBatch]) throws -> [ResolvedTexts] {
        do {
            let texts = try batches.map { batch in
                var texts = ResolvedTexts(count: batch.texts.count)
                for event in batch.events { try texts.resolve(event, batch.texts, with: self.tables) }
                for binding in batch.bindings {
                    try texts.resolveIdentifier(binding.text, batch.texts, with: self.tables)
                }
                return texts
            }
            try self.commitDictionaries()
            return texts
        } catch {
            self.tables.rollBack()
            throw error
        }
    }

    func commitDictionaries() throws {
        let names = try self.tables.commit { try self.settings.gate(.dictionary) }
        guard !names.isEmpty else { return }
        self.state.withLock { state in
            for name in names { state.add(name: name.text, id: name.id) }
        }
    }

    // MARK: Tell duplicates

    private func tellDuplicates(_ group: inout GroupStage) throws {
        do {
            for batch in group.batches.indices {
                for event in group.batches[batch].events.indices {
                    let place = GroupStage.Place(batch: batch, event: event)
                    if try self.isNew(place, group) { group.keep(place) } else { group.leaveOut(place) }
                }
            }
        } catch {
            for places in group.days.values { self.forget(places, group) }
            throw error
        }
    }

    private func isNew(_ place: GroupStage.Place, _ group: GroupStage) throws -> Bool {
        let event = group.event(place)
        if let producer = group.producer(place) {
            guard producer.ranges.insert(event.seq) else { return false }
            self.tables.producers.markDirty(producer)
        } else if let foreign = event.foreign {
            guard try self.foreignIDs.digest(of: foreign) == nil else { return false }
            self.foreignIDs.stage(foreign, digest: event.digest)
        }
        // Without an id nothing is left out by guess.
        return true
    }

    /// Takes back that events have arrived, when they could not be stored.
    private func forget(_ places: [GroupStage.Place], _ group: GroupStage) {
        for place in places {
            let event = group.event(place)
            if let producer = group.producer(place) {
                producer.ranges.remove(event.seq)
            } else if let foreign = event.foreign {
                self.foreignIDs.unstage(foreign)
            }
        }
    }

    // MARK: Store

    private func store(_ group: inout GroupStage) -> [Int32: FactBlock] {
        var blocks: [Int32: FactBlock] = [:]
        var failure: IngestFailure?
        for (day, places) in group.days.sorted(by: { $0.key < $1.key }) {
            if failure == nil {
                do {
                    blocks[day] = try self.store(places, on: day, group)
                    continue
                } catch {
                    // Opened anew next time, in case the fault was in the connection.
                    self.days.close(day)
                    if let error = error as? SQLiteError, error.isCorruption { try? self.setAside(day) }
                    failure = .storeFailed("\(error)")
                }
            }
            self.forget(places, group)
            group.days[day] = nil
            if let failure { group.fail(places, failure) }
        }
        return blocks
    }

    private func store(_ places: [GroupStage.Place], on day: Int32, _ group: GroupStage) throws -> FactBlock {
        let file = try self.days.file(day)
        var builder = ChunkBuilder(group: group, day: day, lastRow: file.lastRow, encoder: self.encoder)
        try builder.add(places)
        try file.append(builder.chunks) { try self.settings.gate(.day(day)) }
        return builder.block
    }
}
