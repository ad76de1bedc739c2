import SpoorSQLite
import SpoorWire

extension ProjectWriter {
    /// Makes committed events visible to readers, and writes what they change besides.
    func publish(_ group: inout GroupStage, _ blocks: [Int32: FactBlock]) {
        var quality = QualityCounters()
        var projection = Projection()
        self.state.withLock { state in
            for (day, block) in blocks.sorted(by: { $0.key < $1.key }) {
                state.days[day, default: DayFacts()].tail.append(block)
                state.days[day]?.lastRow = block.rows.upperBound
                for fact in block.facts { state.count(fact.name, 1) }
                state.remember(block.facts)
                projection.marks[day] = block.rows.upperBound
                quality.stored += Int64(block.rows.count)
            }
            for places in group.days.values {
                for place in places {
                    let event = group.event(place)
                    if event.timeSource == .receipt { quality.timesReplaced += 1 }
                    self.project(place, group.batches[place.batch], group.texts[place.batch], &state, &projection)
                }
            }
        }
        for (index, batch) in group.batches.enumerated() where group.failures[index] == nil {
            projection.rejects += batch.rejects.map { (batch.received, batch.source, $0) }
            projection.resolvedRejects += batch.resolvedRejects
            quality.duplicates += Int64(group.receipts[index].duplicate)
            projection.count(Projection.Count.rejectsNotKept, Int64(batch.furtherRejections.count))
        }
        projection.count(Projection.Count.duplicates, quality.duplicates)
        // Written only to be removed again otherwise, which would make everybody wait.
        let surplus = projection.rejects.count - ProjectionWriter.maxRejects
        if surplus > 0 {
            projection.rejects.removeFirst(surplus)
            projection.count(Projection.Count.rejectsNotKept, Int64(surplus))
        }
        quality.rejected =
            Int64(projection.rejects.count) + (projection.counts[Projection.Count.rejectsNotKept] ?? 0)
        self.pending = projection
        for (day, row) in projection.marks { self.dirtyDays[day] = row }
        do {
            try self.flushProjection()
        } catch {
            self.keepWithoutRejects(&group, error)
            quality.rejected = 0
        }
        self.state.withLock { $0.quality.add(quality) }
    }

    /// The events are safe, and all they change follows from the day files; refused ones are nowhere else.
    private func keepWithoutRejects(_ group: inout GroupStage, _ error: any Error) {
        self.pending.rejects = []
        self.pending.counts[Projection.Count.rejectsNotKept] = nil
        for (index, batch) in group.batches.enumerated() where !batch.rejects.isEmpty && group.failures[index] == nil {
            group.failures[index] = .storeFailed("\(error)")
        }
    }

    /// Notes what one stored event changes: ids seen, links, profiles.
    func project(
        _ place: GroupStage.Place,
        _ batch: DecodedBatch,
        _ texts: ResolvedTexts,
        _ state: inout ProjectState,
        _ projection: inout Projection
    ) {
        let event = batch.events[place.event]
        if let hash = event.foreign {
            projection.foreignIDs.append(.init(hash: hash, received: batch.received, digest: event.digest))
        }
        let login = texts.identifier(event.login)
        if login != 0 {
            if state.identity.note(login: login) { projection.logins.append(login) }
            if event.type != .trackIDUnbind {
                self.join(texts.identifier(event.anonymous), to: login, batch.received, &state, &projection)
            }
        }
        switch event.type {
        case .track: break
        case .trackSignup, .trackIDBind, .trackIDUnbind:
            let owner = login != 0 ? login : texts.identifier(event.user)
            // A visitor who is not logged in owns nothing yet, and must stay free to be joined to a person: the login's
            // own event carries what was bound before it.
            guard login != 0 || event.type == .trackIDUnbind || state.identity.logins.contains(owner) else { break }
            for binding in batch.bindings where binding.event == place.event {
                let bound = texts.identifier(binding.text)
                if event.type != .trackIDUnbind {
                    self.join(bound, to: owner, batch.received, &state, &projection)
                } else if state.identity.separate(bound, from: owner) {
                    projection.separations.append((bound, owner))
                }
            }
        default:
            let range = Int(event.offset)..<Int(event.offset) + Int(event.length)
            let operation = Projection.ProfileOperation(
                user: texts.identifier(event.user),
                type: event.type,
                json: [UInt8](batch.body.bytes[range])
            )
            if event.type.isItem { projection.items.append(operation) } else { projection.profiles.append(operation) }
        }
    }

    private func join(
        _ id: Int64,
        to login: Int64,
        _ received: Int64,
        _ state: inout ProjectState,
        _ projection: inout Projection
    ) {
        guard id != 0 else { return }
        switch state.identity.join(id, to: login) {
        case .joined: projection.links.append((id, login))
        case .known: break
        case .refused:
            state.quality.linksRefused += 1
            projection.refusals.append(.init(id: id, login: login, time: received))
        }
    }

    /// Writes what is pending to the main file.
    func flushProjection() throws {
        guard !self.pending.isEmpty else {
            self.pending.marks = [:]
            return
        }
        try self.inMainTransaction {
            try self.projections.write(self.pending)
            try self.settings.gate(.projection)
        }
        self.pending = Projection()
        self.foreignIDs.commit()
    }

    /// Runs a transaction that need not wait for the disk: it can be made up for from the day files.
    func inMainTransaction(_ body: () throws -> Void) throws {
        try self.main.connection.execute("PRAGMA synchronous = NORMAL")
        defer { try? self.main.connection.execute("PRAGMA synchronous = FULL") }
        do {
            try self.main.begin()
            try body()
            try self.main.commit()
        } catch {
            self.main.rollBack()
            throw error
        }
    }
}

extension QualityCounters {
    mutating func add(_ other: QualityCounters) {
        self.stored += other.stored
        self.duplicates += other.duplicates
        self.clashes += other.clashes
        self.rejected += other.rejected
        self.timesReplaced += other.timesReplaced
        self.linksRefused += other.linksRefused
    }
}
