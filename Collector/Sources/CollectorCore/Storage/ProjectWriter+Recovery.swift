import SpoorSQLite
import SpoorWire

extension ProjectWriter {
    private struct Mark {
        var seen: Int64 = 0
        var projected: Int64 = 0
    }

    /// Loads what is on the disk; after a sudden end, also what the day files hold beyond the last snapshot.
    func recover(_ folder: FactFolder) throws {
        var state = try self.loadState()
        var marks: [Int32: Mark] = [:]
        try self.main.connection.query("SELECT day, seen, projected FROM mark") { row in
            marks[Int32(clamping: row.integer(at: 0))] = Mark(seen: row.integer(at: 1), projected: row.integer(at: 2))
        }
        let isClean = try self.main.connection.integer("SELECT value FROM setting WHERE key = 'clean'") == 1
        let runs = folder.runs()
        for day in folder.days() {
            let mark = marks[day] ?? Mark()
            state.days[day] = DayFacts(runs: runs[day] ?? [], tail: [], lastRow: mark.seen)
            if isClean, runs[day]?.last?.rows.upperBound ?? 0 == mark.seen, mark.seen > 0 { continue }
            do {
                try self.recover(day, mark, &state)
            } catch let error as SQLiteError where error.isCorruption {
                try self.setAside(day)
                state.days[day] = nil
            }
        }
        self.fillRecent(&state)
        self.state.withLock { [state] in $0 = state }
        try self.commitDictionaries()
        try self.flushProjection()
        try self.setClean(false)
    }

    private func loadState() throws -> ProjectState {
        var state = ProjectState()
        let connection = self.main.connection
        try connection.query("SELECT id, text, count FROM name ORDER BY id") { row in
            state.add(name: row.text(at: 1), id: row.integer(at: 0), count: row.integer(at: 2))
        }
        var logins: [Int64] = []
        try connection.query("SELECT id FROM login") { logins.append($0.integer(at: 0)) }
        var links: [(Int64, Int64)] = []
        try connection.query("SELECT id, login FROM link") { links.append(($0.integer(at: 0), $0.integer(at: 1))) }
        state.identity = IdentityMap(logins: logins, links: links)
        state.quality = try self.readQuality()
        return state
    }

    private func recover(_ day: Int32, _ mark: Mark, _ state: inout ProjectState) throws {
        let file = try self.days.file(day)
        var facts = state.days[day] ?? DayFacts()
        facts.lastRow = file.lastRow
        // A run of rows that the day does not have belongs to another file.
        if facts.indexedRow > file.lastRow { facts.runs = [] }
        let indexed = facts.indexedRow
        let start = min(indexed, mark.seen, mark.projected) + 1
        if start <= file.lastRow {
            try file.forEachChunk(from: start) { chunk in
                if let block = Self.block(chunk, day, after: indexed) { facts.tail.append(block) }
                self.restoreSeen(chunk, after: mark.seen, &state)
                try self.project(chunk, day, after: mark.projected, &state)
                return true
            }
        }
        if file.lastRow > min(mark.seen, mark.projected) { self.dirtyDays[day] = file.lastRow }
        state.days[day] = facts
    }

    private static func block(_ chunk: Chunk, _ day: Int32, after row: Int64) -> FactBlock? {
        let first = max(chunk.firstRow, row + 1)
        guard first <= chunk.lastRow else { return nil }
        var facts = ContiguousArray<Fact>()
        for row in first...chunk.lastRow {
            let entry = chunk.entry(Int(row - chunk.firstRow))
            if entry.name != 0 { facts.append(entry.fact(row: row, day: day)) }
        }
        return FactBlock(rows: first...chunk.lastRow, facts: facts)
    }

    private func restoreSeen(_ chunk: Chunk, after row: Int64, _ state: inout ProjectState) {
        for index in 0..<chunk.count where chunk.firstRow + Int64(index) > row {
            let entry = chunk.entry(index)
            if let producer = self.tables.producers.producer(id: entry.producer) {
                _ = producer.ranges.insert(entry.seq)
                self.tables.producers.markDirty(producer)
            }
            state.count(Int32(truncatingIfNeeded: entry.name), 1)
            state.quality.stored += 1
            if entry.timeSource == .receipt { state.quality.timesReplaced += 1 }
        }
    }

    /// Computes anew what the events beyond the last projection change.
    private func project(_ chunk: Chunk, _ day: Int32, after row: Int64, _ state: inout ProjectState) throws {
        guard chunk.lastRow > row else { return }
        let text = try ChunkText(chunk, day: day)
        for index in 0..<chunk.count where chunk.firstRow + Int64(index) > row {
            let entry = chunk.entry(index)
            let single = DecodedBatch(
                project: "",
                received: chunk.received + Int64(entry.receivedDelta),
                source: "",
                body: ByteBlock(copying: text.bytes(of: entry))
            )
            guard let batch = try? EventDecoder.decode(into: single, hash: self.hash), !batch.events.isEmpty else {
                continue
            }
            var texts = ResolvedTexts(count: batch.texts.count)
            try texts.resolve(batch.events[0], batch.texts, with: self.tables)
            for binding in batch.bindings { try texts.resolveIdentifier(binding.text, batch.texts, with: self.tables) }
            let place = GroupStage.Place(batch: 0, event: 0)
            self.project(place, batch, texts, &state, &self.pending)
        }
        self.pending.marks[day] = chunk.lastRow
    }

    /// The live view begins with the newest events by time, since the order of arrival across days is not kept.
    private func fillRecent(_ state: inout ProjectState) {
        for facts in state.days.sorted(by: { $0.key > $1.key }).map(\.value) where facts.lastRow > 0 {
            var found: ContiguousArray<Fact> = []
            let missing = Int64(ProjectState.recentLimit - state.recent.count)
            guard missing > 0 else { return }
            let start = max(1, facts.lastRow - missing + 1)
            for run in facts.runs where run.rows.upperBound >= start {
                found.append(contentsOf: run.facts.filter { $0.row >= start })
            }
            for block in facts.tail { found.append(contentsOf: block.facts.filter { $0.row >= start }) }
            found.sort { $0.row < $1.row }
            state.recent.insert(contentsOf: found, at: 0)
        }
    }
}
